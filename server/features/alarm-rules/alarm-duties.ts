import { asc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { wayNames } from '#shared/alarm-rules.ts'
import { valuesOf } from '#shared/choices.ts'
import { type AlarmDuty, alarmDuties, type DutyPlan } from '#shared/contracts/alarm-rules.ts'
import { holesOf } from '#shared/duties.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { bothNames, text } from '#shared/text.ts'
import { dateIn } from '#shared/zone-time.ts'
import { dutiesFor, onCallAt } from '../../farm/alarms/on-call.ts'
import { lastTest, startTest } from '../../farm/alarms/test-alarm.ts'
import { holders } from '../../people/customers/people.ts'
import { tellScreens } from '../../people/notices/tell-screens.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmDuty } from '../../platform/database/tables/alarm-rules.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { pushSubscription } from '../../platform/database/tables/push.ts'
import type { Call } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { removeRow } from '../../platform/records/rows.ts'

const stranger = text('请选择本场可处理报警的人', 'Choose a person at this farm who can handle alarms')
const tooSoon = text('刚刚测试过，请十分钟后再试', 'A test was just sent. Try again in ten minutes')
const wrongDays = text('结束日期不能早于开始日期', 'The last day cannot be before the first')

const person = alias(account, 'person')
const standIn = alias(account, 'stand_in')

/** The duties in scope, by the name of who is on call. */
const dutiesIn = (db: Db) =>
  db
    .select({
      id: alarmDuty.id,
      accountId: alarmDuty.accountId,
      name: person.actualName,
      isDisabled: sql<boolean>`${person.disabledAt} is not null`,
      isDeleted: sql<boolean>`${person.deletedAt} is not null`,
      substituteId: alarmDuty.substituteId,
      substitute: standIn.actualName,
      isSubstituteDisabled: sql<boolean>`${standIn.disabledAt} is not null`,
      isSubstituteDeleted: sql<boolean>`${standIn.deletedAt} is not null`,
      weekdays: alarmDuty.weekdays,
      fromClock: alarmDuty.fromClock,
      untilClock: alarmDuty.untilClock,
      fromOn: alarmDuty.fromOn,
      untilOn: alarmDuty.untilOn,
      note: alarmDuty.note,
    })
    .from(alarmDuty)
    .innerJoin(person, eq(person.id, alarmDuty.accountId))
    .leftJoin(standIn, eq(standIn.id, alarmDuty.substituteId))
    .orderBy(asc(alarmDuty.fromClock), person.actualName, alarmDuty.id)

type FoundDuty = Awaited<ReturnType<typeof dutiesIn>>[number]

const goneOf = (isDeleted: boolean, isDisabled: boolean, isHearer: boolean) =>
  isDeleted ? 'deleted' : isDisabled ? 'disabled' : isHearer ? null : 'noRight'

/** A duty as shown, with what keeps its people from hearing alarms. */
function shownDuty(
  { isDisabled, isDeleted, isSubstituteDisabled, isSubstituteDeleted, ...duty }: FoundDuty,
  hearing: ReadonlySet<string>,
): AlarmDuty {
  const { accountId, substituteId } = duty
  return {
    ...duty,
    gone: goneOf(isDeleted, isDisabled, hearing.has(accountId)),
    substituteGone:
      substituteId === null
        ? null
        : goneOf(isSubstituteDeleted, isSubstituteDisabled, hearing.has(substituteId)),
  }
}

/** How far ahead holes are looked for. */
const HOLE_DAYS = 7

/** The people of the farm in scope who receive its alarms. */
const hearers = (db: Db, farmPath: string) =>
  holders(db, CUSTOMER, ['house_alarm:query'], sql`starts_with(${account.officePath}, ${farmPath})`)

/** The channels that reach these people while no page is open. */
async function waysOf(db: Db, ids: readonly string[], hasGateway: boolean) {
  const rows = await db
    .select({
      id: account.id,
      hasMail: sql<boolean>`${account.email} is not null`,
      hasPhone: sql<boolean>`${account.phone} is not null`,
      isPhoneFromAbove: account.phoneFromAbove,
      hasPush: sql<boolean>`exists (select from ${pushSubscription} where ${pushSubscription.accountId} = ${account.id})`,
    })
    .from(account)
    .where(inArray(account.id, [...ids]))
  const has = ({ hasMail, hasPush, hasPhone, isPhoneFromAbove }: (typeof rows)[number]) => ({
    call: hasGateway && hasPhone && !isPhoneFromAbove,
    mail: hasMail,
    push: hasPush,
  })
  return new Map(
    rows.map(row => {
      const ways = has(row)
      return [
        row.id,
        { ways: valuesOf(wayNames).filter(way => ways[way]), isPhoneFromAbove: row.isPhoneFromAbove },
      ]
    }),
  )
}

async function plan({ db, viewer, services }: Call<typeof alarmDuties.plan>): Promise<DutyPlan> {
  const { farm } = viewer.scope
  const [place] = await db
    .select({ timeZone: office.timeZone })
    .from(office)
    .where(eq(office.path, viewer.officePath))
  const duties = await dutiesIn(db)
  const people = await hearers(db, farm)
  const hasGateway = services.config.alertGateway !== undefined
  const ways = await waysOf(
    db,
    people.map(({ id }) => id),
    hasGateway,
  )
  const here = { officePath: viewer.officePath, farmPath: farm }
  const now = await onCallAt(db, here, Date.now())
  const timeZone = place?.timeZone ?? viewer.timeZone
  const hearing = new Set(people.map(({ id }) => id))
  const covering = (await dutiesFor(db, here)).filter(({ accountId }) => hearing.has(accountId))
  const reached = people.map(({ id, actualName }) => {
    const { ways: by = [], isPhoneFromAbove = false } = ways.get(id) ?? {}
    return { id, name: actualName, ways: by, isPhoneFromAbove }
  })
  const nameOf = (id: string | null) => reached.find(each => each.id === id)?.name ?? null
  const isOnCall = (id: string) => now.some(({ accountId }) => accountId === id)
  return {
    timeZone,
    hasGateway,
    duties: duties.map(duty => shownDuty(duty, hearing)),
    holes: duties.length > 0 ? holesOf(covering, dateIn(timeZone, Date.now()), HOLE_DAYS) : [],
    onCall: reached
      .filter(({ id }) => isOnCall(id))
      .map(each => ({
        ...each,
        substitute: nameOf(now.find(({ accountId }) => accountId === each.id)?.substituteId ?? null),
      })),
    others: reached.filter(({ id }) => !isOnCall(id)),
    test: await lastTest(db, viewer),
  }
}

async function create(call: Call<typeof alarmDuties.create>) {
  const { db, viewer, body, named } = call
  const { accountId, substituteId = null, fromOn = null, untilOn = null, note = '' } = body
  const people = await hearers(db, viewer.scope.farm)
  const found = people.find(({ id }) => id === accountId)
  const faults: FieldFault[] = []
  if (!found) faults.push({ field: 'accountId', message: stranger })
  if (substituteId !== null && !people.some(({ id }) => id === substituteId))
    faults.push({ field: 'substituteId', message: stranger })
  if (fromOn !== null && untilOn !== null && untilOn < fromOn)
    faults.push({ field: 'untilOn', message: wrongDays })
  if (!found || faults.length > 0) throw refuse.invalid(faults)
  const id = newId()
  const { fromClock, untilClock } = body
  const weekdays = [...new Set(body.weekdays)].sort((a, b) => a - b)
  await db.insert(alarmDuty).values({
    id,
    officePath: viewer.officePath,
    farmPath: viewer.scope.farm,
    accountId,
    substituteId,
    note,
    weekdays,
    fromClock,
    untilClock,
    fromOn,
    untilOn,
  })
  named({ person: bothNames({ chineseName: found.actualName, englishName: found.actualName }) })
  return { id, person: found.actualName }
}

async function test(call: Call<typeof alarmDuties.test>) {
  const { db, viewer, named } = call
  const place = { officePath: viewer.officePath, farmPath: viewer.scope.farm }
  const accountIds = await startTest(db, place, { accountId: viewer.accountId, name: viewer.actualName })
  if (accountIds === null) throw refuse.tooMany(600, tooSoon)
  tellScreens(call, accountIds)
  named({ told: bothNames({ chineseName: `${accountIds.length}`, englishName: `${accountIds.length}` }) })
  return { told: accountIds.length }
}

async function remove(call: Call<typeof alarmDuties.remove>): Promise<null> {
  const { db, params, named } = call
  const [found] = await db
    .select({ name: person.actualName })
    .from(alarmDuty)
    .innerJoin(person, eq(person.id, alarmDuty.accountId))
    .where(eq(alarmDuty.id, params.id))
  if (!found) throw refuse.notFound()
  const { name } = found
  named({ person: bothNames({ chineseName: name, englishName: name }) })
  await removeRow(call, alarmDuty, eq(alarmDuty.id, params.id), () => ({ person: name }))
  return null
}

export const alarmDutiesFeature = feature('alarm-duties', alarmDuties, { plan, create, test, remove })
