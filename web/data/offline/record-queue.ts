import type { FlockRecord, flockRecords } from '#shared/contracts/flock-records.ts'
import type { Input } from '#shared/endpoint.ts'

/** A day as it is told to the server. */
export type ToldRecord = Input<typeof flockRecords.create>['body']

/** A day that was told in this browser and that the server has not taken yet. */
export interface WaitingRecord {
  flockId: string
  houseName: string
  told: ToldRecord
  /** ms since 1970; no two tellings of a day have the same. */
  at: number
  /** It went on its way at least once, so that the server may have it though no answer came. */
  isTried?: boolean
  /** Why it is not sent again before somebody has looked at it. */
  stopped?: Refused | Differs
}
/** The server does not take it: why, by field where it is one. */
export interface Refused {
  is: 'refused'
  why: string
  fields: Readonly<Record<string, string>>
}
/** Somebody else has told the day meanwhile. */
interface Differs {
  is: 'differs'
  theirs: FlockRecord
  by: string | undefined
}
export type Stopped = Refused | Differs

/** What waits, in the order in which it was told. One record of a flock and a day. */
export type Queue = readonly WaitingRecord[]

type Day = Pick<WaitingRecord, 'flockId'> & { told: Pick<ToldRecord, 'day'> }
const isSameDay = (one: Day, other: Day) => one.flockId === other.flockId && one.told.day === other.told.day

/** What waits of a day. */
export const waitingOf = (queue: Queue, flockId: string, day: string): WaitingRecord | undefined =>
  queue.find(each => isSameDay(each, { flockId, told: { day } }))

/** Tellings without an answer that are sent with the next one, the newest. */
const EARLIER = 5

/** What was told of a day before and went on its way: the server may have it. */
function earlierOf({ told: { day: _, version: __, earlier = [], ...facts }, isTried }: WaitingRecord) {
  return isTried ? [...earlier, facts].slice(-EARLIER) : earlier
}

/** A day told anew takes the place of what was told of it before, and names what of it the server may have. */
export const withRecord = (queue: Queue, record: WaitingRecord): Queue =>
  queue.some(each => isSameDay(each, record))
    ? queue.map(each =>
        isSameDay(each, record) ? { ...record, told: { ...record.told, earlier: earlierOf(each) } } : each,
      )
    : [...queue, record]

/** A record goes on its way. */
export const withTried = (queue: Queue, tried: WaitingRecord): Queue =>
  queue.map(each => (isSameDay(each, tried) && each.at === tried.at ? { ...each, isTried: true } : each))

/** The one that is sent next, beside those tried already; null when all that waits, waits for somebody. */
export const nextOf = (queue: Queue, tried: ReadonlySet<number> = new Set()): WaitingRecord | null =>
  queue.find(({ stopped, at }) => !stopped && !tried.has(at)) ?? null

/** The server has taken a record. What was told of the day meanwhile stays, as a change of it. */
export const withSent = (queue: Queue, sent: WaitingRecord, version: number): Queue =>
  queue.flatMap(each => {
    if (!isSameDay(each, sent)) return [each]
    return each.at === sent.at ? [] : [{ ...each, told: { ...each.told, version } }]
  })

/** A record is not taken as it is. What was told of the day meanwhile is another one, and is tried. */
export const withStopped = (queue: Queue, tried: WaitingRecord, stopped: Stopped): Queue =>
  queue.map(each => (isSameDay(each, tried) && each.at === tried.at ? { ...each, stopped } : each))

/** Somebody decided not to send what waits of a day. */
export const withoutDay = (queue: Queue, flockId: string, day: string): Queue =>
  queue.filter(each => !isSameDay(each, { flockId, told: { day } }))
