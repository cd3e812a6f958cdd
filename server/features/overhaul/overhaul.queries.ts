import { and, desc, eq, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import {
  DAY_ITEMS,
  type OverhaulDetail,
  type OverhaulPlan,
  type overhaul,
  type WatchedPlan,
} from '#shared/contracts/overhaul.ts'
import { type DueState, linesOf, SOON_DAYS } from '#shared/overhaul.ts'
import type { Text } from '#shared/text.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { isOfOffice, nameOfOthers } from '../../platform/database/customers-seen.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { device, house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { overhaulDeed, overhaulItem, overhaulPlan } from '../../platform/database/tables/overhaul.ts'
import { repair } from '../../platform/database/tables/tickets.ts'
import type { AnyCall, Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere, orderOf, skipped, totalOf, uncounted } from '../../platform/http/lists.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { entriesOf } from '../../platform/records/entries.ts'
import { hearingsAt } from './plan-hearers.ts'

export const OVERHAUL = 'overhaul'

type Asking = Pick<AnyCall, 'language'> & { db: Db; viewer: Viewer }
type Query = z.output<typeof overhaul.list.query>
type PlanFilter = z.output<typeof overhaul.export.body>
type Counting = z.output<typeof overhaul.counts.query>

const customer = alias(office, 'customer')
/** Today for a plan's customer. */
export const today = sql`(now() at time zone ${office.timeZone})::date`
/** A plan that has ended is in the log only. */
export const isPlanned = isNull(overhaulPlan.endedAt)
export const isEnded = isNotNull(overhaulPlan.endedAt)
/** Days until it is due, by the customer's calendar. */
const daysLeft = sql<number | null>`(${overhaulPlan.nextOn} - ${today})`
const due = sql<DueState>`case when ${daysLeft} is null then 'undated' when ${daysLeft} < 0 then 'overdue'
  when ${daysLeft} = 0 then 'today' when ${daysLeft} <= ${sql.raw(String(SOON_DAYS))} then 'soon' else 'later' end`
/**
 * The same without the plan's office: for most days it holds in every time zone, and the customer's zone is looked up only
 * for the others. There are ten times as many offices as plans.
 */
const dueByAnyClock = sql<DueState>`case when ${overhaulPlan.nextOn} is null then 'undated'
  when ${overhaulPlan.nextOn} < (now() at time zone 'Etc/GMT+12')::date then 'overdue'
  when ${overhaulPlan.nextOn} > (now() at time zone 'Etc/GMT-14')::date + ${sql.raw(String(SOON_DAYS))} then 'later'
  else (select ${due} from ${office} where ${office.id} = ${overhaulPlan.officeId}) end`
const itemTexts = [
  overhaulItem.chineseName,
  overhaulItem.englishName,
  overhaulItem.chineseEquipment,
  overhaulItem.englishEquipment,
]

/** The equipment of an item in the reader's language. */
export const equipmentIn = (language: AnyCall['language']) =>
  nameIn(language, { chineseName: overhaulItem.chineseEquipment, englishName: overhaulItem.englishEquipment })

/** Items with a text that contains the search. */
export const isItemFound = (search: string) => or(...itemTexts.map(column => ilike(column, anywhere(search))))

const matching = (
  { search, due: wanted, officeId, houseId, on, only }: Partial<Query>,
  isDue = due,
): SQL | undefined =>
  and(
    isPlanned,
    only && { tests: isNotNull, work: isNull }[only](overhaulItem.proof),
    search
      ? or(isItemFound(search), ilike(house.name, anywhere(search)), ilike(device.name, anywhere(search)))
      : undefined,
    wanted ? eq(isDue, wanted) : undefined,
    officeId ? isOfOffice(overhaulPlan.officePath, officeId) : undefined,
    houseId ? eq(overhaulPlan.houseId, houseId) : undefined,
    on ? eq(overhaulPlan.nextOn, on) : undefined,
  )

const select = ({ db, viewer, language }: Asking, total = uncounted) =>
  db
    .select({
      id: overhaulPlan.id,
      version: overhaulPlan.version,
      item: nameIn(language, overhaulItem),
      equipment: equipmentIn(language),
      checks: nameIn(language, {
        chineseName: overhaulItem.chineseChecks,
        englishName: overhaulItem.englishChecks,
      }),
      cycleKind: overhaulItem.cycleKind,
      cycle: overhaulItem.cycle,
      proof: overhaulItem.proof,
      machine: sql<
        OverhaulPlan['machine']
      >`case when ${overhaulItem.cycleKind} = 'runningHours' then ${overhaulItem.machine} end`,
      // A reading: for other people's farms only the detail shows it, and logs the view.
      ranHours: sql<
        number | null
      >`case when ${overhaulPlan.farmPath} = ${viewer.scope.farm} then ${overhaulPlan.ranHours} end`,
      customer: nameOfOthers(viewer.scope, customer, language),
      houseId: house.id,
      houseName: house.name,
      deviceId: device.id,
      deviceName: device.name,
      lastAt: overhaulPlan.lastAt,
      nextOn: overhaulPlan.nextOn,
      due,
      timeZone: office.timeZone,
      daysLeft,
      total,
    })
    .from(overhaulPlan)
    .innerJoin(overhaulItem, eq(overhaulItem.id, overhaulPlan.itemId))
    .innerJoin(office, eq(office.id, overhaulPlan.officeId))
    .leftJoin(house, eq(house.id, overhaulPlan.houseId))
    .leftJoin(device, eq(device.id, overhaulPlan.deviceId))
    .leftJoin(customer, eq(customer.path, overhaulPlan.farmPath))
type Found = Awaited<ReturnType<typeof select>>[number]

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

function shown({
  houseId,
  houseName,
  deviceId,
  deviceName,
  lastAt,
  checks,
  total: _,
  ...row
}: Found): OverhaulPlan {
  const lines = linesOf(checks)
  return {
    ...row,
    checks: lines.length > 0 ? lines : [row.item],
    lastAt: lastAt?.toISOString() ?? null,
    house: named(houseId, houseName),
    device: named(deviceId, deviceName),
  }
}

const counted = (db: Db, filter: Partial<Query>) =>
  db
    .select({ due: dueByAnyClock, rows: sql<number>`count(*)::int` })
    .from(overhaulPlan)
    .innerJoin(overhaulItem, eq(overhaulItem.id, overhaulPlan.itemId))
    .leftJoin(house, eq(house.id, overhaulPlan.houseId))
    .leftJoin(device, eq(device.id, overhaulPlan.deviceId))
    .where(matching(filter, dueByAnyClock))
    .groupBy(sql`1`)

/** Number of plans by how soon they are due. */
export async function countPlans({
  db,
  query,
}: Asking & { query: Counting }): Promise<Record<string, number>> {
  const { by: _, ...filter } = query
  const rows = await counted(db, filter)
  return Object.fromEntries(rows.map(({ due, rows }) => [due, rows]))
}

async function countAll(db: Db, filter: Partial<Query>): Promise<number> {
  const rows = await counted(db, filter)
  return rows.reduce((sum, { rows }) => sum + rows, 0)
}

/** The days of a month on which something is due. */
export function plannedDays({ db, language, query }: Call<typeof overhaul.days>) {
  const { month, ...filter } = query
  const first = sql`date_trunc('month', ${month}::date)::date`
  const isInMonth = sql`${overhaulPlan.nextOn} >= ${first} and ${overhaulPlan.nextOn} < ${first} + interval '1 month'`
  return db
    .select({
      on: sql<string>`${overhaulPlan.nextOn}`,
      plans: sql<number>`count(*)::int`,
      items: sql<
        string[]
      >`(array_agg(distinct ${nameIn(language, overhaulItem)}))[1:${sql.raw(String(DAY_ITEMS))}]`,
    })
    .from(overhaulPlan)
    .innerJoin(overhaulItem, eq(overhaulItem.id, overhaulPlan.itemId))
    .innerJoin(office, eq(office.id, overhaulPlan.officeId))
    .leftJoin(house, eq(house.id, overhaulPlan.houseId))
    .leftJoin(device, eq(device.id, overhaulPlan.deviceId))
    .where(and(isInMonth, matching(filter)))
    .groupBy(overhaulPlan.nextOn)
    .orderBy(overhaulPlan.nextOn)
}

const sortable = { nextOn: overhaulPlan.nextOn, lastAt: overhaulPlan.lastAt }

type Watching = Asking & Pick<AnyCall, 'services'>

/** Plans with whom reminders of them get to. People above a farm team are asked too. */
async function withHearers(
  { db, services }: Watching,
  plans: readonly OverhaulPlan[],
): Promise<WatchedPlan[]> {
  const { id, officePath, farmPath } = overhaulPlan
  const ids = plans.map(plan => plan.id)
  const rows = await db.select({ id, officePath, farmPath }).from(overhaulPlan).where(anyOf(id, ids))
  const hearings = await hearingsAt(services.store.scoped(SYSTEM), rows, services.config)
  const of = new Map(rows.map(row => [row.id, hearings.get(row.officePath)?.hears]))
  return plans.map(plan => ({ ...plan, hears: of.get(plan.id) ?? 'nobody' }))
}

/** Plans, first due first. */
export async function listPlans(call: Watching & { query: Query }) {
  const { db, query } = call
  const rows = await select(call, sql<number>`(count(*) over ())::int`)
    .where(matching(query))
    .orderBy(...orderOf(query.sort, sortable, 'nextOn', overhaulPlan.id))
    .limit(query.size)
    .offset(skipped(query))
  const total = rows.length > 0 ? totalOf(rows, Promise.resolve(0)) : countAll(db, query)
  return { total: await total, items: await withHearers(call, rows.map(shown)) }
}

/** Ids of all plans that match the filter, in the order of the list. */
export async function planIds({ db }: Asking, { sort, ...filter }: PlanFilter): Promise<string[]> {
  const rows = await db
    .select({ id: overhaulPlan.id })
    .from(overhaulPlan)
    .innerJoin(overhaulItem, eq(overhaulItem.id, overhaulPlan.itemId))
    .innerJoin(office, eq(office.id, overhaulPlan.officeId))
    .leftJoin(house, eq(house.id, overhaulPlan.houseId))
    .leftJoin(device, eq(device.id, overhaulPlan.deviceId))
    .where(matching(filter))
    .orderBy(...orderOf(sort, sortable, 'nextOn', overhaulPlan.id))
  return rows.map(({ id }) => id)
}

export const plansById = async (call: Asking, ids: readonly string[]): Promise<OverhaulPlan[]> =>
  (await select(call).where(inArray(overhaulPlan.id, [...ids]))).map(shown)

/** The plan; refused when it is out of the viewer's scope. */
export async function findPlan(call: Asking, id: string, which = isPlanned): Promise<OverhaulPlan> {
  const [found] = await select(call).where(and(eq(overhaulPlan.id, id), which))
  if (!found) throw refuse.notFound()
  return shown(found)
}

/** The check list of this item, in both languages. */
export async function checksOf(db: Db, itemId: string): Promise<Text[]> {
  const [item] = await db.select().from(overhaulItem).where(eq(overhaulItem.id, itemId))
  if (!item) return []
  const { chineseName, englishName, chineseChecks, englishChecks } = item
  const [chinese, english] = [linesOf(chineseChecks), linesOf(englishChecks)]
  const count = Math.max(chinese.length, english.length)
  if (count === 0) return [{ 'zh-CN': chineseName || englishName, 'en-US': englishName || chineseName }]
  return Array.from({ length: count }, (_, i) => ({
    'zh-CN': chinese[i] ?? english[i] ?? '',
    'en-US': english[i] ?? chinese[i] ?? '',
  }))
}

/**
 * The running hours of a plan's machine on another's farm, while the farm shares its readings (RA); the view is logged for
 * its owner.
 */
async function ranAt(call: Asking & { ip: string }, id: string): Promise<number | null> {
  const [row] = await call.db
    .select({ ranHours: overhaulPlan.ranHours, farmPath: overhaulPlan.farmPath })
    .from(overhaulPlan)
    .innerJoin(customer, eq(customer.path, overhaulPlan.farmPath))
    .where(and(eq(overhaulPlan.id, id), sql`${customer.farmAccessUntil} > now()`))
  if (!row || row.ranHours === null) return null
  await noteLook(call, 'readings', [{ farmPath: row.farmPath }])
  return row.ranHours
}

/** The plan with all its overhauls, newest first. */
export async function planDetail(call: Watching & { ip: string }, id: string): Promise<OverhaulDetail> {
  const [found] = await withHearers(call, [await findPlan(call, id)])
  if (!found) throw refuse.notFound()
  const plan = { ...found, ranHours: found.ranHours ?? (await ranAt(call, id)) }
  const entries = await entriesOf(call, OVERHAUL, id)
  const ids = entries.map(entry => entry.id)
  const rows = await call.db
    .select({
      entryId: overhaulDeed.entryId,
      checks: overhaulDeed.checks,
      reading: overhaulDeed.reading,
      repairNumber: repair.number,
    })
    .from(overhaulDeed)
    .leftJoin(repair, eq(repair.id, overhaulDeed.repairId))
    .where(inArray(overhaulDeed.entryId, ids))
    .orderBy(desc(overhaulDeed.entryId))
  const deeds = new Map(rows.map(({ entryId, ...deed }) => [entryId, deed]))
  return {
    ...plan,
    deeds: entries.toReversed().flatMap(entry => {
      const deed = deeds.get(entry.id)
      if (!deed) return []
      const checks = deed.checks.map(({ text, isFailed }) => ({ text: text[call.language], isFailed }))
      return [{ ...entry, ...deed, checks }]
    }),
  }
}
