import type { FlockRecord, flockRecords, RecordSheet } from '#shared/contracts/flock-records.ts'
import type { Input } from '#shared/endpoint.ts'
import { type Given, longerOf, withdrawalOn } from '#shared/withdrawal.ts'

/** A day's record as sent to the server. */
export type ToldRecord = Input<typeof flockRecords.create>['body']

/** A record entered in this browser that the server has not taken yet. */
export interface WaitingRecord {
  flockId: string
  houseName: string
  told: ToldRecord
  /** ms since 1970; unique among the records of a day. */
  at: number
  /** It was sent at least once, so the server may have it though no answer came. */
  isTried?: boolean
  /** Why it is not sent again until somebody has looked at it. */
  stopped?: Refused | Differs
}
/** The server refuses it: why, by field if a field is at fault. */
export interface Refused {
  is: 'refused'
  why: string
  fields: Readonly<Record<string, string>>
}
/** Somebody else has recorded the day meanwhile. */
interface Differs {
  is: 'differs'
  theirs: FlockRecord
  by: string | undefined
}
export type Stopped = Refused | Differs

/** Waiting records in the order they were entered, one per flock and day. */
export type Queue = readonly WaitingRecord[]

type Day = Pick<WaitingRecord, 'flockId'> & { told: Pick<ToldRecord, 'day'> }
const isSameDay = (one: Day, other: Day) => one.flockId === other.flockId && one.told.day === other.told.day

/** The waiting record of a day. */
export const waitingOf = (queue: Queue, flockId: string, day: string): WaitingRecord | undefined =>
  queue.find(each => isSameDay(each, { flockId, told: { day } }))

/** The sheet of a day with what medicines forbid that were entered here, on that day or before, and are not sent yet. */
export function withWithdrawal(sheet: RecordSheet, queue: Queue): RecordSheet {
  const given = queue
    .filter(({ flockId }) => flockId === sheet.flockId)
    .map(({ told: { day, treatments = [] } }) => ({ day, treatments }))
  const waiting = withdrawalOn(sheet.day, given as Given[])
  return { ...sheet, withdrawal: longerOf(sheet.withdrawal, waiting) }
}

/** How many unanswered versions are sent along with the next one; the newest are kept. */
const EARLIER = 5

/** Earlier versions of a day that were sent: the server may have them. */
function earlierOf({ told: { day: _, version: __, earlier = [], ...facts }, isTried }: WaitingRecord) {
  return isTried ? [...earlier, facts].slice(-EARLIER) : earlier
}

/** A new version of a day replaces the waiting one, and names the earlier versions the server may have. */
export const withRecord = (queue: Queue, record: WaitingRecord): Queue =>
  queue.some(each => isSameDay(each, record))
    ? queue.map(each =>
        isSameDay(each, record) ? { ...record, told: { ...record.told, earlier: earlierOf(each) } } : each,
      )
    : [...queue, record]

/** A record is being sent. */
export const withTried = (queue: Queue, tried: WaitingRecord): Queue =>
  queue.map(each => (isSameDay(each, tried) && each.at === tried.at ? { ...each, isTried: true } : each))

/** The next one to send, leaving out those tried already; null when all the rest wait for a person. */
export const nextOf = (queue: Queue, tried: ReadonlySet<number> = new Set()): WaitingRecord | null =>
  queue.find(({ stopped, at }) => !stopped && !tried.has(at)) ?? null

/** The server has taken a record. A version entered meanwhile stays, as a change of it. */
export const withSent = (queue: Queue, sent: WaitingRecord, version: number): Queue =>
  queue.flatMap(each => {
    if (!isSameDay(each, sent)) return [each]
    return each.at === sent.at ? [] : [{ ...each, told: { ...each.told, version } }]
  })

/** A record is not taken as it is. A version entered meanwhile is another record and will be tried. */
export const withStopped = (queue: Queue, tried: WaitingRecord, stopped: Stopped): Queue =>
  queue.map(each => (isSameDay(each, tried) && each.at === tried.at ? { ...each, stopped } : each))

/** Somebody decided not to send a day's record. */
export const withoutDay = (queue: Queue, flockId: string, day: string): Queue =>
  queue.filter(each => !isSameDay(each, { flockId, told: { day } }))
