import { and, eq, isNotNull, not, sql } from 'drizzle-orm'
import type { Receivers, Way } from '#shared/alarm-rules.ts'
import { isGrave } from '#shared/alarms.ts'
import { CUSTOMER, type Grant } from '#shared/permissions.ts'
import type { Severity } from '#shared/signals.ts'
import { bothNames, languages, type Text } from '#shared/text.ts'
import { holders, managersOf, type Told } from '../../people/customers/people.ts'
import { type NewNotice, tell } from '../../people/notices/tell.ts'
import { notingNobody } from '../../people/notices/unreached.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { sayBoth } from '../../platform/http/texts.ts'
import { onCallAt } from './on-call.ts'
import type { MessageText, RingReason } from './titles.ts'

const NEEDED: readonly Grant[] = ['house_alarm:query']
const meant = { business: 'alarm', grants: NEEDED } as const

export interface Place {
  officePath: string
  /** Path of the customer. */
  farmPath: string
}
/** Whom a farm's own rule tells of a warning, and by which ways beyond those the people chose. */
export interface Calls {
  receivers: Receivers
  ways: readonly Way[]
}

/** Somebody to tell, and how. */
export interface Receiver extends Pick<Told, 'id' | 'officePath' | 'actualName'> {
  /** Ways beyond those they chose. */
  besides: readonly Way[]
  /** How the message is put for them: as their own, with the name of its customer, or with nothing but that name. */
  as: 'own' | 'customers' | 'hidden'
}
interface Ring {
  level: Severity
  calls?: Calls | undefined
  /** What it is told for; unseen alarms are told again to everybody, deputies included, by every way. */
  why: RingReason
  /** Whom its chain wakes now; undefined for an alarm without a chain. */
  woken?: ReadonlySet<string>
}

/** Ways that always reach whoever is on call; nobody is phoned about what can wait, unless its rule says so. */
const WRITTEN: readonly Way[] = ['mail', 'push']
export const waysFor = (level: Severity, ways: readonly Way[]): readonly Way[] => [
  ...WRITTEN,
  ...(isGrave(level) || ways.includes('call') ? (['call'] as const) : []),
]

/** What decides who is told of customers' alarms, and their names. */
export function customersOf(db: Db, farmPaths: readonly string[]) {
  const today = sql`(now() at time zone ${office.timeZone})::date`
  return db
    .select({
      path: office.path,
      timeZone: office.timeZone,
      chineseName: office.chineseName,
      englishName: office.englishName,
      isDisabled: sql<boolean>`${office.disabledAt} is not null`,
      isShared: sql<boolean>`coalesce(${office.farmAccessUntil} > now(), false)`,
      isOver: sql<boolean>`coalesce(case ${customer.stage} when 'trial' then ${customer.trialEndsOn}
        else ${customer.contractEndsOn} end < ${today}, false)`,
    })
    .from(office)
    .leftJoin(customer, eq(customer.officeId, office.id))
    .where(anyOf(office.path, farmPaths))
}

/** The same of one customer; undefined if it is gone. */
export async function customerOf(db: Db, farmPath: string) {
  const [found] = await customersOf(db, [farmPath])
  return found
}

/** The customer's people who see the houses and hold alarms. */
const farmers = (db: Db, { officePath, farmPath }: Place): Promise<Told[]> =>
  holders(
    db,
    CUSTOMER,
    NEEDED,
    sql`starts_with(${officePath}, ${account.officePath}) and starts_with(${account.officePath}, ${farmPath})`,
  )

/** Whether one of these accounts has a number that may be phoned. */
const canBeRungUp = async (db: Db, ids: ReadonlySet<string>): Promise<boolean> =>
  (await db.$count(
    account,
    and(anyOf(account.id, ids), isNotNull(account.phone), not(account.phoneFromAbove)),
  )) > 0

/**
 * Whom of the farm's people to tell: everybody of a grave alarm, otherwise whom the rule names, and everybody while nobody is on
 * call. Whoever is on call is reached by every way; so is everybody in a grave case while nobody on call can be phoned.
 */
async function farmReceivers(
  db: Db,
  place: Place,
  everybody: readonly Told[],
  level: Severity,
  { receivers, ways }: Calls = { receivers: 'everybody', ways: [] },
  woken?: ReadonlySet<string>,
): Promise<Receiver[]> {
  if (woken)
    return everybody.map(({ id, officePath, actualName }) => ({
      id,
      officePath,
      actualName,
      besides: woken.has(id) ? waysFor(level, []) : [],
      as: 'own',
    }))
  const hearing = new Set(everybody.map(({ id }) => id))
  const on = await onCallAt(db, place, Date.now(), id => hearing.has(id))
  const duties = new Set(on.map(({ accountId }) => accountId))
  const onCall = everybody.filter(({ id }) => duties.has(id))
  const others = everybody.filter(({ id }) => !duties.has(id))
  const isForAll = receivers === 'everybody' || isGrave(level) || onCall.length === 0
  const everyWay = waysFor(level, ways)
  const canRing = await canBeRungUp(db, new Set(onCall.map(({ id }) => id)))
  const besides = isGrave(level) && !canRing ? everyWay : ways
  const to = (people: readonly Told[], besides: readonly Way[]) =>
    people.map(({ id, officePath, actualName }) => ({
      id,
      officePath,
      actualName,
      besides,
      as: 'own' as const,
    }))
  return [...to(onCall, everyWay), ...(isForAll ? to(others, besides) : [])]
}

/** Tells the people of a farm a message of a level that rings. */
export async function tellFarmers(db: Db, place: Place, message: NewNotice): Promise<string[]> {
  const all = Map.groupBy(
    await farmReceivers(db, place, await farmers(db, place), message.level),
    ({ besides }) => besides.join(),
  )
  const told: string[] = []
  for (const people of all.values())
    told.push(...(await tell(db, people, { ...message, besides: people[0]?.besides ?? [] })))
  return told
}

/** The message with the customer's name, for those who look after several. */
export const ofCustomer = (
  { title, amounts }: MessageText,
  names: Parameters<typeof bothNames>[0],
): MessageText => {
  const customer = bothNames(names)
  return {
    title: Object.fromEntries(
      languages.map(language => [language, `${customer[language]} · ${title[language]}`]),
    ) as Text,
    amounts,
  }
}

export type Customer = Awaited<ReturnType<typeof customersOf>>[number]

/** The text for those who may not see the farm (RA): whose it is and how bad, no more. */
export const hiddenText = (customer: Customer): MessageText => ({
  title: sayBoth(['alarm.notShared', { customer: bothNames(customer) }]),
  amounts: null,
})

/**
 * Everybody an alarm concerns: the customer's people unless it is disabled, and, once its contract or trial is over or it is
 * disabled, the project manager's department, so that somebody always hears of a farm with birds. Who may not see the farm
 * is told once, and has to call the customer.
 */
export async function receiversOf(
  db: Db,
  place: Place,
  customer: Customer,
  { level, calls, why, woken }: Ring,
): Promise<Receiver[]> {
  const { isDisabled, isOver, isShared } = customer
  const asked = why === 'unseen' ? ({ receivers: 'everybody', ways: waysFor(level, []) } as const) : calls
  const reached = async () =>
    notingNobody(db, await farmers(db, place), { ...meant, side: 'farm', path: place.officePath })
  const own = isDisabled ? [] : await farmReceivers(db, place, await reached(), level, asked, woken)
  if ((!isDisabled && !isOver) || (why === 'unseen' && !isShared)) return own
  const { farmPath: path } = place
  const isForAll = why === 'worse' || why === 'unseen'
  const managers = await managersOf(db, path, NEEDED, { isForAll })
  const staff = await notingNobody(db, managers, { ...meant, side: 'provider', path })
  const as = isShared ? 'customers' : 'hidden'
  return [
    ...own,
    ...staff.map(
      ({ id, officePath, actualName }) => ({ id, officePath, actualName, besides: [], as }) as const,
    ),
  ]
}
