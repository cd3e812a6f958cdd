import { and, sql } from 'drizzle-orm'
import { type ChainAnswer, type ChainDuty, PROOF_SPARES_MS, type Rota } from '#shared/alarm-chain.ts'
import { holidaysOf } from '#shared/duties.ts'
import { CUSTOMER, type Grant } from '#shared/permissions.ts'
import { holders, managersOf, type Told } from '../../people/customers/people.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmDuty, alarmHoliday } from '../../platform/database/tables/alarm-rules.ts'
import { type alarm, alarmEvent } from '../../platform/database/tables/alarms.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { concerns, dutyColumns } from './on-call.ts'
import { type Customer, customersOf } from './receivers.ts'
import { type Calling, phonedAmong } from './ways/phoned.ts'

const NEEDED: readonly Grant[] = ['house_alarm:query']

/** An alarm whose chain runs. */
export type Chained = Pick<
  typeof alarm.$inferSelect,
  'id' | 'subjectId' | 'houseIds' | 'officePath' | 'farmPath' | 'chainFrom' | 'chainRing'
>
/** Somebody in a chain; staff only while nobody of the farm can be relied on. */
export interface ChainPerson extends Pick<Told, 'id' | 'officePath' | 'actualName'> {
  isStaff: boolean
  /** A number of their own, for colleagues to call. */
  hasPhone: boolean
}
/** An answer in the chain of now. */
export interface SaidAnswer extends ChainAnswer {
  name: string | null
  value: number | null
}
/** What decides whom to tell of an alarm. */
export interface ChainFacts {
  rota: Rota
  people: ReadonlyMap<string, ChainPerson>
  answers: SaidAnswer[]
  /** Who is not rung yet, and until when, ms: of what got worse, whoever had just proven to be there. */
  spared: ReadonlyMap<string, number>
  /** Steps and rounds in which people were told, as `keyOfTelling` has them. */
  told: ReadonlySet<string>
}

export const keyOfTelling = (telling: {
  accountId: string | null
  step: number | null
  round: number | null
}) => `${telling.accountId} ${telling.step} ${telling.round}`

/** Duties and holidays of farms. */
async function plansOf(db: Db, farmPaths: readonly string[]) {
  const duties = await db
    .select({
      farmPath: alarmDuty.farmPath,
      officePath: alarmDuty.officePath,
      accountId: alarmDuty.accountId,
      substituteId: alarmDuty.substituteId,
      ...dutyColumns,
    })
    .from(alarmDuty)
    .where(anyOf(alarmDuty.farmPath, farmPaths))
    .orderBy(alarmDuty.createdAt, alarmDuty.id)
  const holidays = await db.select().from(alarmHoliday).where(anyOf(alarmHoliday.farmPath, farmPaths))
  return { duties: Map.groupBy(duties, of), holidays: Map.groupBy(holidays, of) }
}
const of = ({ farmPath }: { farmPath: string }) => farmPath

/** Everybody who hears alarms of these farms, by farm; of a farm that is disabled or over, who looks after it. */
async function peopleOf(db: Db, customers: readonly Customer[]): Promise<Map<string, ChainPerson[]>> {
  const paths = customers.filter(({ isDisabled }) => !isDisabled).map(({ path }) => path)
  // As an array, see `isOfFarm`.
  const inThem = sql`${account.officeId} = any(array(select o.id from ${office} o
    where coalesce(o.farm_path, o.path) = any(${sql.param(paths)}::text[])))`
  const farmers = paths.length === 0 ? [] : await holders(db, CUSTOMER, NEEDED, inThem)
  const found = new Map<string, (Told & { isStaff: boolean })[]>()
  for (const { path } of customers)
    found.set(
      path,
      farmers
        .filter(({ officePath }) => officePath.startsWith(path))
        .map(one => ({ ...one, isStaff: false })),
    )
  for (const { path, isDisabled, isOver, isShared } of customers)
    if ((isDisabled || isOver) && isShared)
      found.get(path)?.push(...(await managersOf(db, path, NEEDED)).map(one => ({ ...one, isStaff: true })))
  const ids = [...found.values()].flatMap(those => those.map(({ id }) => id))
  const phoned = await db
    .select({ id: account.id })
    .from(account)
    .where(and(anyOf(account.id, ids), sql`${account.phone} is not null and not ${account.phoneFromAbove}`))
  const withPhone = new Set(phoned.map(({ id }) => id))
  return new Map(
    [...found].map(([path, those]) => [
      path,
      those.map(({ id, officePath, actualName, isStaff }) => ({
        id,
        officePath,
        actualName,
        isStaff,
        hasPhone: withPhone.has(id),
      })),
    ]),
  )
}

/** What decides whom to tell of these alarms, whatever the number of customers, in a few statements. */
export async function chainFacts(
  db: Db,
  alarms: readonly Chained[],
  calling: Calling,
): Promise<Map<string, ChainFacts>> {
  if (alarms.length === 0) return new Map()
  const farmPaths = [...new Set(alarms.map(of))]
  const customers = await customersOf(db, farmPaths)
  const people = await peopleOf(db, customers)
  const plans = await plansOf(db, farmPaths)
  const all = [...people.values()].flatMap(those => those.map(({ id }) => id))
  const phoned = await phonedAmong(db, new Set(all), calling)
  const zones = new Map(customers.map(({ path, timeZone }) => [path, timeZone]))
  const ids = alarms.map(({ id }) => id)
  const events = Map.groupBy(
    await db.select().from(alarmEvent).where(anyOf(alarmEvent.alarmId, ids)).orderBy(alarmEvent.at),
    ({ alarmId }) => alarmId,
  )
  return new Map(
    alarms.map(one => {
      const { id, farmPath, officePath, chainFrom } = one
      const from = chainFrom?.getTime() ?? 0
      const hearing = (people.get(farmPath) ?? []).filter(
        person => person.isStaff || officePath.startsWith(person.officePath),
      )
      const isHoliday = holidaysOf(plans.holidays.get(farmPath) ?? [])
      const duties: ChainDuty[] = (plans.duties.get(farmPath) ?? [])
        .filter(duty => concerns(duty, one))
        .map(duty => ({ ...duty, isHoliday }))
      const ofNow = (events.get(id) ?? []).filter(event => event.chainFrom?.getTime() === from)
      return [
        id,
        {
          rota: {
            timeZone: zones.get(farmPath) ?? 'UTC',
            duties,
            people: hearing.map(person => person.id),
            wakeable: new Set(hearing.flatMap(({ id }) => (phoned.has(id) ? [id] : []))),
          },
          people: new Map(hearing.map(person => [person.id, person])),
          answers: saidOf(ofNow),
          spared: new Map(one.chainRing === 'worse' ? provenBefore(events.get(id) ?? [], from) : []),
          told: new Set(ofNow.filter(({ kind }) => kind === 'told').map(keyOfTelling)),
        },
      ]
    }),
  )
}

type Event = typeof alarmEvent.$inferSelect

/** Who proved to be on site before a time, ms, and until when that spares them. */
const provenBefore = (events: readonly Event[], from: number): [string, number][] =>
  events.flatMap(({ accountId, answer, isProven, at }) =>
    accountId && answer === 'on_site' && isProven && at.getTime() < from
      ? [[accountId, at.getTime() + PROOF_SPARES_MS]]
      : [],
  )

const saidOf = (events: readonly Event[]): SaidAnswer[] =>
  events.flatMap(({ answer, accountId, at, isProven, actorName, value }) =>
    answer ? [{ accountId, answer, at: at.getTime(), isProven, name: actorName, value }] : [],
  )
