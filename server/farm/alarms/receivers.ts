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
import type { MessageText } from './titles.ts'

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

interface About {
  alarmId: string
  level: Severity
  text: MessageText
  calls?: Calls | undefined
}

/** Ways that always reach whoever is on call; nobody is phoned about what can wait, unless its rule says so. */
const WRITTEN: readonly Way[] = ['mail', 'push']
const waysFor = (level: Severity, ways: readonly Way[]): readonly Way[] => [
  ...WRITTEN,
  ...(isGrave(level) || ways.includes('call') ? (['call'] as const) : []),
]

/** What decides who is told of a customer's alarms. */
async function standingOf(db: Db, { farmPath }: Place) {
  const today = sql`(now() at time zone ${office.timeZone})::date`
  const [found] = await db
    .select({
      chineseName: office.chineseName,
      englishName: office.englishName,
      isDisabled: sql<boolean>`${office.disabledAt} is not null`,
      isShared: sql<boolean>`coalesce(${office.farmAccessUntil} > now(), false)`,
      isOver: sql<boolean>`coalesce(case ${customer.stage} when 'trial' then ${customer.trialEndsOn}
        else ${customer.contractEndsOn} end < ${today}, false)`,
    })
    .from(office)
    .leftJoin(customer, eq(customer.officeId, office.id))
    .where(eq(office.path, farmPath))
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
 * Tells the people of the farm: everybody of a grave alarm, otherwise whom the rule names, and everybody while nobody is on
 * call. Whoever is on call is reached by every way; so is everybody in a grave case while nobody on call can be phoned.
 */
export async function tellFarmers(
  db: Db,
  place: Place,
  message: NewNotice,
  { receivers, ways }: Calls = { receivers: 'everybody', ways: [] },
): Promise<string[]> {
  const people = await farmers(db, place)
  const everybody =
    message.businessType === 'alarm'
      ? await notingNobody(db, people, { ...meant, side: 'farm', path: place.officePath })
      : people
  const duties = new Set((await onCallAt(db, place, Date.now())).map(({ accountId }) => accountId))
  const onCall = everybody.filter(({ id }) => duties.has(id))
  const others = everybody.filter(({ id }) => !duties.has(id))
  const isForAll = receivers === 'everybody' || isGrave(message.level) || onCall.length === 0
  const everyWay = waysFor(message.level, ways)
  const besides =
    isGrave(message.level) && !(await canBeRungUp(db, new Set(onCall.map(({ id }) => id)))) ? everyWay : ways
  return [
    ...(await tell(db, onCall, { ...message, besides: everyWay })),
    ...(isForAll ? await tell(db, others, { ...message, besides }) : []),
  ]
}

/** Repeats an alarm that nobody has seen to everybody on a farm, by every way, deputies included. */
export const tellAgain = (db: Db, place: Place, { alarmId, level, text }: About): Promise<string[]> =>
  tellFarmers(
    db,
    place,
    { level, messageType: 'device_alarm', businessType: 'alarm', ...text, subjectId: alarmId },
    { receivers: 'everybody', ways: waysFor(level, []) },
  )

/** The message with the customer's name, for those who look after several. */
const ofCustomer = ({ title, amounts }: MessageText, names: Parameters<typeof bothNames>[0]): MessageText => {
  const customer = bothNames(names)
  return {
    title: Object.fromEntries(
      languages.map(language => [language, `${customer[language]} · ${title[language]}`]),
    ) as Text,
    amounts,
  }
}

/**
 * Writes a message about an alarm to everybody it concerns: the customer's people unless it is disabled, and, once its
 * contract or trial is over or it is disabled, the project manager's department, so that somebody always hears of a farm
 * with birds. Anyone who may not see the farm (RA) is told whose it is and how bad, no more. Returns their accounts.
 */
export async function writeNotices(
  db: Db,
  place: Place,
  { alarmId, level, text, calls }: About,
  { isWorse = false } = {},
): Promise<string[]> {
  const standing = await standingOf(db, place)
  if (!standing) return []
  const { isDisabled, isOver, isShared } = standing
  const alarm = { level, messageType: 'device_alarm', businessType: 'alarm' } as const
  const message = { ...alarm, ...text, subjectId: alarmId }
  const told = isDisabled ? [] : await tellFarmers(db, place, message, calls)
  if (!isDisabled && !isOver) return told
  const hidden = sayBoth(['alarm.notShared', { customer: bothNames(standing) }])
  const toManagers = isShared
    ? { ...ofCustomer(text, standing), subjectId: alarmId }
    : { title: hidden, subjectId: null }
  const { farmPath: path } = place
  const staff = await managersOf(db, path, NEEDED, { isForAll: isWorse })
  const managers = await notingNobody(db, staff, { ...meant, side: 'provider', path })
  return [...told, ...(await tell(db, managers, { ...alarm, ...toManagers }))]
}
