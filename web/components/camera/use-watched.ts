import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { cameraChannels } from '#shared/contracts/cameras.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'

/** States of cameras change by the minute. ms */
const REREAD_MS = 30_000

interface Asked {
  houseId?: string | undefined
  officeId?: string | undefined
  page?: number
  size?: number
}

/** A page of the channels that the viewer can watch. */
export const useWatched = (query: Asked) =>
  useQuery({
    queryKey: [cameraChannels.watched.path, query],
    queryFn: () => call(cameraChannels.watched, { query }),
    enabled: useMayCall(cameraChannels.watched),
    placeholderData: keepPreviousData,
    refetchInterval: REREAD_MS,
  })

/** Most channels shown of one house beside other things. */
const BESIDE = 16

/** The channels that show a house; none while they are not known. */
export function useHouseChannels(houseId: string | undefined) {
  const { data } = useQuery({
    queryKey: [cameraChannels.watched.path, { houseId, size: BESIDE }],
    queryFn: () => call(cameraChannels.watched, { query: { houseId, size: BESIDE } }),
    enabled: useMayCall(cameraChannels.watched) && houseId !== undefined,
    refetchInterval: REREAD_MS,
  })
  return data?.items ?? []
}
