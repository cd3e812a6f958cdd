import { useQuery } from '@tanstack/react-query'
import { cameraClips } from '#shared/contracts/camera-clips.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'

/** A clip that waits for its last picture is ready soon; others change when somebody changes them. ms */
const REREAD_MS = { waiting: 3_000, ready: 60_000 }
/** Most clips shown in one list. */
const SHOWN = 20

interface Asked {
  houseId?: string | undefined
  channelId?: string | undefined
  /** That show this moment. */
  at?: string | undefined
}

/** Clips of a house or channel, the newest first. */
export function useClips(asked: Asked) {
  const query = { ...asked, size: SHOWN }
  const mayRead = useMayCall(cameraClips.list)
  return useQuery({
    queryKey: [cameraClips.list.path, query],
    queryFn: () => call(cameraClips.list, { query }),
    enabled: mayRead && (asked.houseId !== undefined || asked.channelId !== undefined),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === 'waiting') ? REREAD_MS.waiting : REREAD_MS.ready,
  })
}
