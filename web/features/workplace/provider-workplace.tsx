import { useQueryClient } from '@tanstack/react-query'
import { alarms } from '#shared/contracts/alarms.ts'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { devices } from '#shared/contracts/devices.ts'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { useChange } from '#web/components/use-change.ts'
import { useConnection, useHouseNews, useLiveUnread } from '#web/data/live/live.ts'
import { readAgain } from '#web/data/queries.ts'
import { Cards } from './cards.tsx'

/** What becomes old with the state of a house, and with a message to the viewer; tickets tell of themselves. */
const OF_HOUSES = [workplace.round.path, devices.counts.path, alarms.counts.path]
const OF_MESSAGES = [
  customers.list.path,
  trialCustomers.list.path,
  alarms.counts.path,
  operaHistory.list.path,
]

/** What staff and agents look at in the morning: each card under a right of its own, each leading to its list. */
export function ProviderWorkplace() {
  useNews()
  return <Cards />
}

/** Reads again what the live channel makes old; a storm of alarms keeps no answer from being shown. */
const readHouses = oneAtATime((cache: ReturnType<typeof useQueryClient>) => readAgain(cache, OF_HOUSES))

function useNews(): void {
  const cache = useQueryClient()
  const { times } = useConnection()
  useChange(useHouseNews(), () => void readHouses(cache))
  useChange(useLiveUnread(), () => void readAgain(cache, OF_MESSAGES))
  useChange(times, () => void readAgain(cache, [...OF_HOUSES, ...OF_MESSAGES]))
}
