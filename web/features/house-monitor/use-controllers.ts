import { useQuery } from '@tanstack/react-query'
import { houses } from '#shared/contracts/houses.ts'
import { call } from '#web/data/client.ts'
import { useConnection } from '#web/data/live/live.ts'

/** ms; wiring and consent rarely change */
const REREAD_MS = 60_000

/** The devices of a house, what they drive, and the consent to control them. */
export function useControllers(houseId: string) {
  const times = useConnection(({ times }) => times)
  return useQuery({
    queryKey: [houses.controllers.path, houseId, times],
    queryFn: () => call(houses.controllers, { params: { id: houseId } }),
    refetchInterval: REREAD_MS,
    placeholderData: (previous, query) => (query?.queryKey[1] === houseId ? previous : undefined),
  })
}
