import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { alarmRules, RuleOnTrial, TriedRule as Tried } from '#shared/contracts/alarm-rules.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { isFlockFigure } from '#shared/rule-subjects.ts'
import { dateIn, daysAfter, instantOf, localText } from '#shared/zone-time.ts'
import { metricsOfRule } from '../../farm/alarms/farm-rule-standing.ts'
import { daysOf, flocksIn } from '../../farm/alarms/figure-days.ts'
import { figureAlarms } from '../../farm/alarms/figure-standing.ts'
import { quarterMetrics, type Raised, type Span, type TriedRule } from '../../farm/alarms/rule-replay.ts'
import { type PlacedHouse, placedHouses } from '../../farm/houses/placed-houses.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmRule } from '../../platform/database/tables/alarm-rules.ts'
import { house } from '../../platform/database/tables/farms.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { readStored } from '../../telemetry/history.ts'
import { conditionOfForm, refuseHouse, senseFaults } from './rule-faults.ts'
import { runInThread, type Stored } from './try-out-thread.ts'

const MINUTE = 60_000
const QUARTER_MS = 15 * MINUTE
const DAY_MS = 86_400_000
/** Readings looked at, up to today. */
export const DAYS = 30
/** A call looks at further houses for this long; the rest is for the next call. ms */
const BUDGET_MS = 2_000
/** Reports of one house are read for this long, newest first; readings before those are not looked at. ms */
const HOUSE_MS = 2_000
/** Reports of one house, the same. */
const REPORTS = 60_000
/** A piece of reports: short enough for a statement. ms */
const PIECE_MS = DAY_MS

type Trying = Call<typeof alarmRules.tryOut>

/** Tries of one person that may stand in line; further ones are refused. */
const LINE_MAX = 8

/** Tries a rule on the readings of the last 30 days; nothing is stored. */
export async function tryRule(call: Trying): Promise<Tried> {
  const { query, db, viewer } = call
  const faults = senseFaults(query, call)
  if (faults.length > 0) throw refuse.invalid(faults)
  await refuseHouse(db, query)
  return inLine(viewer.accountId, async isLast => tryHouses(call, await housesOf(call), isLast))
}

/** A person's tries, one after the other. */
interface Line {
  length: number
  end: Promise<unknown>
}
const lines = new Map<string, Line>()

/** Does a person's work once what he began before is done; `isLast`: nothing of his waits behind it. */
export async function inLine<T>(accountId: string, work: (isLast: () => boolean) => Promise<T>): Promise<T> {
  const line = lines.get(accountId) ?? { length: 0, end: Promise.resolve() }
  if (line.length >= LINE_MAX) throw refuse.busy()
  lines.set(accountId, line)
  line.length++
  const done = line.end.then(() => work(() => line.length === 1))
  line.end = done.catch(() => undefined)
  try {
    return await done
  } finally {
    line.length--
    if (line.length === 0) lines.delete(accountId)
  }
}

type Place = Omit<PlacedHouse, 'type'>

/** The houses that the rule applies to; only a customer can have a new rule. */
async function housesOf({ db, query, viewer }: Trying): Promise<Place[]> {
  if (!query.id && viewer.kind !== CUSTOMER) throw refuse.notFound()
  const officePath = query.id ? await officeOfRule(db, query.id) : viewer.officePath
  const type = query.houseId ? null : (query.houseType ?? null)
  return placedHouses(
    db,
    and(
      isNull(house.deletedAt),
      sql`starts_with(${house.officePath}, ${officePath})`,
      query.houseId ? eq(house.id, query.houseId) : undefined,
      type === null ? undefined : eq(house.type, type),
    ),
  ).orderBy(asc(house.name), asc(house.id))
}

async function officeOfRule(db: Db, id: string): Promise<string> {
  const [found] = await db
    .select({ officePath: alarmRule.officePath })
    .from(alarmRule)
    .where(eq(alarmRule.id, id))
  if (!found) throw refuse.notFound()
  return found.officePath
}

/** What the houses say, as far as there is time: once a newer try waits, the house at hand is the last. */
async function tryHouses(call: Trying, houses: readonly Place[], isLast: () => boolean): Promise<Tried> {
  const { query, db, viewer } = call
  const began = Date.now()
  const tried: Tried['tried'] = []
  let at = query.after
  const hasTime = () => isLast() && Date.now() - began < BUDGET_MS
  for (; at < houses.length && (at === query.after || hasTime()); at++) {
    const place = houses[at] as Place
    await noteLook(call, 'charts', [{ farmPath: place.farmPath, house: place }])
    tried.push(shown(place, await tryHouse(db, place, query), isFlockFigure(query.metric)))
  }
  const today = dateIn(houses[0]?.timeZone ?? viewer.timeZone, Date.now())
  return {
    houses: houses.length,
    tried,
    days: Array.from({ length: DAYS }, (_, i) => daysAfter(today, i + 1 - DAYS)),
    next: at < houses.length ? at : null,
  }
}

interface Found {
  since: number | null
  raised: readonly Raised[]
}

/** A house in which the rule would have raised these. What is told day by day has no hour. */
function shown(
  { id, name, timeZone }: Place,
  { since, raised }: Found,
  isByDay: boolean,
): Tried['tried'][number] {
  const days = Map.groupBy(raised, ({ at }) => dateIn(timeZone, at))
  return {
    id,
    name,
    since,
    alarms: raised.length,
    atNight: isByDay ? 0 : raised.filter(({ at }) => isNight(localText(at, timeZone))).length,
    longest: Math.max(0, ...raised.map(({ at, until }) => until - at)),
    days: [...days].map(([day, { length }]) => ({ day, alarms: length })),
  }
}

const NIGHT_FROM = '22:00'
const NIGHT_UNTIL = '06:00'
/** Whether a local time lies between 22 and 6. */
export const isNight = (local: string): boolean =>
  local.slice(11) >= NIGHT_FROM || local.slice(11) < NIGHT_UNTIL

/** What a rule about a figure would have raised over the recorded days. */
async function tryFlocks(db: Db, { id, timeZone }: Place, query: RuleOnTrial): Promise<Found> {
  const { metric, direction, limit, forDays = 1 } = query
  const today = dateIn(timeZone, Date.now())
  const from = daysAfter(today, 1 - DAYS)
  const midnight = (day: string) => instantOf(`${day}T00:00`, timeZone)
  const raised: Raised[] = []
  let since: string | null = null
  for (const row of await flocksIn(db, [id], from)) {
    const told = await daysOf(db, row)
    const first = told.days.find(({ day }) => day >= from)
    since ??= first?.day ?? null
    const alarms = figureAlarms({ metric, direction, limit, forDays }, told, today)
    for (const { day, endedOn } of alarms.filter(({ day }) => day >= from))
      raised.push({ at: midnight(day), until: endedOn === null ? Date.now() : midnight(endedOn) })
  }
  return { since: since === null ? null : midnight(since), raised }
}

async function tryHouse(db: Db, place: Place, query: RuleOnTrial): Promise<Found> {
  const { metric, direction, limit } = query
  if (isFlockFigure(metric)) return tryFlocks(db, place, query)
  const rule = {
    metric,
    direction,
    limit,
    condition: conditionOfForm(query),
    delayMs: query.forMinutes * MINUTE,
  }
  return (await replayHouse(db, place, rule)) ?? { since: null, raised: [] }
}

/** What a rule, and milder forms of it, would have raised in a house in the last 30 days; null without readings. */
export async function replayHouse(
  db: Db,
  place: { id: string },
  rule: TriedRule,
  milder: readonly TriedRule[] = [],
): Promise<(Found & { milder: Raised[][] }) | null> {
  const until = Date.now()
  const from = Math.floor((until - DAYS * DAY_MS) / QUARTER_MS) * QUARTER_MS
  const quarters = await quartersOf(db, place, rule, [from, until])
  if (!quarters) return null
  const { suspects, firstAt } = await runInThread({ step: 'suspects', rule, quarters })
  if (firstAt === null) return null
  const { reports, since } = await reportsOf(db, place, rule, suspects, [firstAt, until])
  const replayed = await runInThread({ step: 'replay', rule, milder, quarters, reports, since, until })
  return { since, raised: replayed.raised, milder: replayed.milder }
}

async function quartersOf(
  db: Db,
  { id }: { id: string },
  rule: TriedRule,
  [from, to]: Span,
): Promise<Stored | null> {
  const metrics = quarterMetrics(rule)
  const points = Math.ceil((to - from) / QUARTER_MS) + 1
  const asked = { metrics, from, to, resolution: '15m' as const, stepMs: QUARTER_MS, points }
  const stored = await readStored(db, { houseId: id }, asked)
  return stored && { metrics, text: stored.text }
}

/** The reports of suspected stretches, newest first, as far as there is time; `since`: from when on all are there. */
async function reportsOf(
  db: Db,
  { id }: { id: string },
  rule: TriedRule,
  suspects: readonly Span[],
  [first, until]: Span,
): Promise<{ reports: (Stored & { span: Span })[]; since: number }> {
  const began = Date.now()
  const metrics = metricsOfRule(rule)
  const reports: (Stored & { span: Span })[] = []
  let points = REPORTS
  for (const span of suspects.flatMap(piecesOf)) {
    const [from, to] = [Math.max(first, span[0]), Math.min(until, span[1])]
    if (from >= to) continue
    if (points <= 0 || Date.now() - began > HOUSE_MS) return { reports, since: to }
    const asked = { metrics, from, to, resolution: 'raw' as const, stepMs: DAY_MS, points }
    const stored = await readStored(db, { houseId: id }, asked)
    // More reports than there is room for come merged.
    if (!stored || stored.stepMs > 0) return { reports, since: to }
    reports.push({ metrics, text: stored.text, span: [from, to] })
    points -= stored.points
  }
  return { reports, since: first }
}

/** A stretch in pieces, newest first. */
function piecesOf([from, to]: Span): Span[] {
  const pieces: Span[] = []
  for (let end = to; end > from; end -= PIECE_MS) pieces.push([Math.max(from, end - PIECE_MS), end])
  return pieces
}
