import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { agents } from '#shared/contracts/agents.ts'
import { alarms } from '#shared/contracts/alarms.ts'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { devices } from '#shared/contracts/devices.ts'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import { orders } from '#shared/contracts/orders.ts'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { questions } from '#shared/contracts/questions.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { useChange } from '#web/components/use-change.ts'
import { serverNow, useFromNow } from '#web/data/clock.ts'
import { useConnection, useHouseNews, useLiveUnread } from '#web/data/live/live.ts'
import { readAgain } from '#web/data/queries.ts'
import { Cards } from './cards.tsx'

/** Stale after a change of a house's state, or after a message to the viewer; tickets announce themselves by message. */
const OF_HOUSES = [workplace.round.path, devices.counts.path, alarms.counts.path]
const OF_MESSAGES = [
  customers.list.path,
  trialCustomers.list.path,
  alarms.counts.path,
  operaHistory.list.path,
]
/** Stale with time, or through colleagues' changes that send no message. */
const OF_TIME = [
  ...OF_MESSAGES,
  workplace.sharing.path,
  orders.counts.path,
  overhaul.counts.path,
  repairs.visits.path,
  ...[repairs, questions, inquiries, agents].map(({ waiting }) => waiting.path),
]
const REREAD_MS = 60_000

/** The morning view of staff and agents: each card under its own permission, each linking to its list. */
export function ProviderWorkplace() {
  useNews()
  return <Cards />
}

/** Reads again what the live channel makes stale; a storm of alarms must not keep answers from showing. */
const readHouses = oneAtATime((cache: ReturnType<typeof useQueryClient>) => readAgain(cache, OF_HOUSES))

function useNews(): void {
  const cache = useQueryClient()
  const { times } = useConnection()
  useChange(useHouseNews(), () => void readHouses(cache))
  useChange(useLiveUnread(), () => void readAgain(cache, OF_MESSAGES))
  useChange(times, () => void readAgain(cache, [...OF_HOUSES, ...OF_MESSAGES]))
  const [opened] = useState(serverNow)
  const minute = useFromNow(now => Math.floor((now - opened) / REREAD_MS))
  useChange(minute, () => void readAgain(cache, OF_TIME))
}
