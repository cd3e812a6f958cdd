import { asc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { wayNames } from '#shared/alarm-rules.ts'
import { valuesOf } from '#shared/choices.ts'
import type { AlarmDuty, alarmDuties, DutyPlan } from '#shared/contracts/alarm-rules.ts'
import { dateIn } from '#shared/zone-time.ts'
import { holesByHouse, placedHouses } from '../../farm/alarms/duty-holes.ts'
import { dutiesOf, holidaysFor, onCallAt } from '../../farm/alarms/on-call.ts'
import { hearers } from '../../farm/alarms/on-call-now.ts'
import { lastTest } from '../../farm/alarms/test-alarm.ts'
import { callsDeadSince, phonedAmong } from '../../farm/alarms/ways/phoned.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { alarmDuty } from '../../platform/database/tables/alarm-rules.ts'
import { account, office, session } from '../../platform/database/tables/offices.ts'
import { pushSubscription } from '../../platform/database/tables/push.ts'
import type { Call } from '../../platform/http/call.ts'

export const person = alias(account, 'person')
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
      step: alarmDuty.step,
      houseIds: alarmDuty.houseIds,
      holidays: alarmDuty.holidays,
    })
    .from(alarmDuty)
    .innerJoin(person, eq(person.id, alarmDuty.accountId))
    .leftJoin(standIn, eq(standIn.id, alarmDuty.substituteId))
    .orderBy(asc(alarmDuty.step), asc(alarmDuty.fromClock), person.actualName, alarmDuty.id)

type FoundDuty = Awaited<ReturnType<typeof dutiesIn>>[number]

const goneOf = (isDeleted: boolean, isDisabled: boolean, isHearer: boolean) =>
  isDeleted ? 'deleted' : isDisabled ? 'disabled' : isHearer ? null : 'noRight'

interface Known {
  /** Who hears alarms, and who of them is woken: see `phonedAmong`. */
  hearing: ReadonlySet<string>
  woken: ReadonlySet<string>
  /** Names by id. */
  houses: ReadonlyMap<string, string>
}

/** A duty as shown, with what keeps its people from hearing alarms. */
function shownDuty(
  { isDisabled, isDeleted, isSubstituteDisabled, isSubstituteDeleted, houseIds, ...duty }: FoundDuty,
  { hearing, woken, houses }: Known,
): AlarmDuty {
  const { accountId, substituteId } = duty
  const isUnreachable = (id: string) => hearing.has(id) && !woken.has(id)
  return {
    ...duty,
    houses: houseIds?.map(id => houses.get(id) ?? '—') ?? null,
    isUnreachable: isUnreachable(accountId),
    gone: goneOf(isDeleted, isDisabled, hearing.has(accountId)),
    substituteGone:
      substituteId === null
        ? null
        : goneOf(isSubstituteDeleted, isSubstituteDisabled, hearing.has(substituteId)),
    isSubstituteUnreachable: substituteId !== null && isUnreachable(substituteId),
  }
}

/** How far ahead holes are looked for. */
const HOLE_DAYS = 7

/** The channels that reach these people while no page is open. */
async function waysOf(db: Db, ids: readonly string[], hasGateway: boolean) {
  const rows = await db
    .select({
      id: account.id,
      hasMail: sql<boolean>`${account.email} is not null`,
      hasPhone: sql<boolean>`${account.phone} is not null`,
      isPhoneFromAbove: account.phoneFromAbove,
      // A browser of somebody who was signed out meanwhile is told nothing.
      hasPush: sql<boolean>`exists (select from ${pushSubscription} p join ${session} s on s.id = p.session_id
        where p.account_id = account.id and s.expires_at > now())`,
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

export async function plan({ db, viewer, services }: Call<typeof alarmDuties.plan>): Promise<DutyPlan> {
  const { farm } = viewer.scope
  const [place] = await db
    .select({ timeZone: office.timeZone })
    .from(office)
    .where(eq(office.path, viewer.officePath))
  const duties = await dutiesIn(db)
  const people = await hearers(db, farm)
  const hasGateway = services.config.alertGateway !== undefined
  const system = services.store.scoped(SYSTEM)
  const gatewayDeadSince = await callsDeadSince(system)
  // Sessions are their owners' own.
  const ways = await waysOf(
    system,
    people.map(({ id }) => id),
    hasGateway && gatewayDeadSince === null,
  )
  const here = { officePath: viewer.officePath, farmPath: farm }
  const timeZone = place?.timeZone ?? viewer.timeZone
  const paths = new Map(people.map(({ id, officePath }) => [id, officePath]))
  const hearing = new Set(paths.keys())
  const now = await onCallAt(db, here, Date.now(), id => hearing.has(id))
  const reached = people.map(({ id, actualName }) => {
    const { ways: by = [], isPhoneFromAbove = false } = ways.get(id) ?? {}
    return { id, name: actualName, ways: by, isPhoneFromAbove }
  })
  const placed = await placedHouses(db)
  const houses = new Map(placed.map(({ id, name }) => [id, name]))
  const known = {
    hearing,
    houses,
    woken: await phonedAmong(system, hearing, services.config),
  }
  const nameOf = (id: string | null) => reached.find(each => each.id === id)?.name ?? null
  const isOnCall = (id: string) => now.some(({ accountId }) => accountId === id)
  return {
    timeZone,
    hasGateway,
    gatewayDeadSince: gatewayDeadSince?.toISOString() ?? null,
    duties: duties.map(duty => shownDuty(duty, known)),
    holes:
      duties.length > 0
        ? holesByHouse(await dutiesOf(db, farm), paths, placed, dateIn(timeZone, Date.now()), HOLE_DAYS)
        : [],
    holidays: await holidaysFor(db, farm),
    onCall: reached
      .filter(({ id }) => isOnCall(id))
      .map(each => ({
        ...each,
        step: Math.min(...now.filter(({ accountId }) => accountId === each.id).map(({ step }) => step)),
        substitute: nameOf(now.find(({ accountId }) => accountId === each.id)?.substituteId ?? null),
      })),
    others: reached.filter(({ id }) => !isOnCall(id)),
    test: await lastTest(db, viewer),
  }
}
