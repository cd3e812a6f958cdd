import { flockRecords, type RecordSheet } from '#shared/contracts/flock-records.ts'
import { type Flock, flocks } from '#shared/contracts/flocks.ts'
import { type Repair, repairs } from '#shared/contracts/repairs.ts'
import { CallError, call } from '#web/data/client.ts'
import { changeKept, readKept } from './kept.ts'
import { sheetFrom } from './seen-sheet.ts'

/** With more flocks than this, days are read only when somebody looks at them. */
const FLOCKS_MOST = 40
/** Open repairs of one farm that are kept; nobody adds to more of them. */
const REPAIRS_MOST = 40
/** Data read this recently is not read again. ms */
const FRESH_MS = 15 * 60_000

export type SeenFlock = Pick<Flock, 'id' | 'houseId' | 'houseName' | 'breed' | 'dayAge' | 'alive'>

/** What a user has read of their flocks and repairs, for use offline. */
export interface Seen {
  /** ms since 1970 */
  at: number
  flocks: SeenFlock[]
  /** The newest day seen of each flock, by its id, and when. */
  sheets: Record<string, { at: number; sheet: RecordSheet }>
  /** Their repairs, open ones first; none before they were read. */
  repairs?: { at: number; rows: Repair[] }
}

export const readSeen = () => readKept<Seen>('seen')

const changeSeen = (change: (seen: Seen) => Seen) =>
  changeKept<Seen>('seen', before => change(before ?? { at: 0, flocks: [], sheets: {} }))

/** Keeps a day that was read, unless a later one is kept. */
const noteSheet = (sheet: RecordSheet) =>
  changeSeen(seen => {
    const known = seen.sheets[sheet.flockId]
    if (known && known.sheet.day > sheet.day) return seen
    return { ...seen, sheets: { ...seen.sheets, [sheet.flockId]: { at: Date.now(), sheet } } }
  })

const isFresh = (at: number | undefined) => at !== undefined && Date.now() - at < FRESH_MS

/** Keeps the list of running flocks, and no longer the days of others. */
async function keepFlocks(): Promise<SeenFlock[]> {
  const { items } = await call(flocks.list, { query: { state: 'running', page: 1, size: FLOCKS_MOST } })
  const rows = items.map(({ id, houseId, houseName, breed, dayAge, alive }) => ({
    id,
    houseId,
    houseName,
    breed,
    dayAge,
    alive,
  }))
  await changeSeen(({ sheets, repairs }) => ({
    repairs,
    at: Date.now(),
    flocks: rows,
    sheets: Object.fromEntries(Object.entries(sheets).filter(([id]) => rows.some(row => row.id === id))),
  }))
  return rows
}

/** Whether a reading ahead was answered: only a network that goes is worth another try. What was seen before is still there. */
function isAnswered(error: unknown): boolean {
  if (error instanceof CallError) return error.status !== 0
  throw error
}

/**
 * Reads running flocks, then their days one after the other, for use offline; each is kept at once, since the network may go
 * before the last. Whether the server answered to the end. Never fails.
 */
export async function readAheadOfCut(): Promise<boolean> {
  try {
    const seen = await readSeen()
    const rows = seen && isFresh(seen.at) ? seen.flocks : await keepFlocks()
    for (const { id } of rows) if (!isFresh(seen?.sheets[id]?.at)) await keepSheet(id)
    return true
  } catch (error) {
    return isAnswered(error)
  }
}

/** Reads the repairs to which a note can be added offline. Whether the server answered. Never fails. */
export async function readRepairsAhead(): Promise<boolean> {
  try {
    if (isFresh((await readSeen())?.repairs?.at)) return true
    const { items } = await call(repairs.list, { query: { page: 1, size: REPAIRS_MOST } })
    await changeSeen(seen => ({ ...seen, repairs: { at: Date.now(), rows: items } }))
    return true
  } catch (error) {
    return isAnswered(error)
  }
}

/** A day that cannot be read does not keep the others from being read, unless nobody answers. */
async function keepSheet(id: string): Promise<void> {
  try {
    await noteSheet(await call(flockRecords.sheet, { params: { id }, query: {} }))
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 0) throw error
  }
}

/** A day's sheet to fill in; `seenAt` is when it was seen, if nobody answers now. Fails as {@link call} does. */
export async function readSheet(
  id: string,
  day: string | undefined,
): Promise<{ sheet: RecordSheet; seenAt: number | null }> {
  try {
    const sheet = await call(flockRecords.sheet, { params: { id }, query: { day } })
    void noteSheet(sheet)
    return { sheet, seenAt: null }
  } catch (error) {
    const known =
      error instanceof CallError && error.status === 0 ? (await readSeen())?.sheets[id] : undefined
    if (!known) throw error
    return { sheet: sheetFrom(known.sheet, day, new Date()), seenAt: known.at }
  }
}
