import { and, eq, isNull, sql } from 'drizzle-orm'
import { beginsOn } from '#shared/duties.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { holders, OWNS, ownersOf } from '../../people/customers/people.ts'
import { tell } from '../../people/notices/tell.ts'
import { notingNobody } from '../../people/notices/unreached.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { isOfFarm } from '../../platform/database/customers-seen.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { alarmDuty } from '../../platform/database/tables/alarm-rules.ts'
import { reminder } from '../../platform/database/tables/consents.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { pushSubscription } from '../../platform/database/tables/push.ts'
import { type Message, sayBoth } from '../../platform/http/texts.ts'
import { holesByHouse, placedHouses } from './duty-holes.ts'
import { dutiesOf } from './on-call.ts'

/** How far ahead: time enough to ask somebody. Days */
const AHEAD = 2

/** Farms with a plan. */
const farmsWithPlan = (db: Db) =>
  db
    .selectDistinct({ id: office.id, path: office.path, timeZone: office.timeZone })
    .from(office)
    .innerJoin(alarmDuty, eq(alarmDuty.farmPath, office.path))
    .where(and(isNull(office.deletedAt), isNull(office.disabledAt)))

/**
 * Tells owners, two days ahead and each once, of hours in which nobody is on call, and of people on call whom neither phone
 * nor push wakes. Returns the accounts that were told.
 */
export async function tellHoles(store: Store, now = Date.now()): Promise<string[]> {
  const told: string[] = []
  for (const farm of await farmsWithPlan(store.scoped(SYSTEM)))
    told.push(...(await store.transaction(SYSTEM, db => tellOf(db, farm, now))))
  return told
}

type Farm = Awaited<ReturnType<typeof farmsWithPlan>>[number]

async function tellOf(db: Db, { id, path, timeZone }: Farm, now: number): Promise<string[]> {
  const hearing = await holders(db, CUSTOMER, ['house_alarm:query'], isOfFarm(account.officeId, path))
  const names = new Map(hearing.map(person => [person.id, person.actualName]))
  const duties = (await dutiesOf(db, path)).filter(({ accountId }) => names.has(accountId))
  const houses = await placedHouses(db, isOfFarm(house.officeId, path))
  const today = dateIn(timeZone, now)
  const asleep = await unwakeable(
    db,
    duties.map(({ accountId }) => accountId),
  )
  const messages: Message[] = []
  for (let i = 1; i <= AHEAD; i++) {
    const day = daysAfter(today, i)
    const holes = holesByHouse(duties, houses, day, 1)
    if (holes.length > 0 && (await isFirst(db, { id, path, kind: 'onCallHole', day })))
      messages.push(['duty.hole', { day, hours: holes.map(hoursOf).join(', ') }])
    const unreached = [
      ...new Set(duties.filter(duty => beginsOn(duty, day)).map(({ accountId }) => accountId)),
    ]
      .filter(accountId => asleep.has(accountId))
      .flatMap(accountId => names.get(accountId) ?? [])
    if (unreached.length > 0 && (await isFirst(db, { id, path, kind: 'onCallUnreached', day })))
      messages.push(['duty.unreached', { day, names: unreached.join(', ') }])
  }
  if (messages.length === 0) return []
  const meant = { side: 'farm', path, business: 'duty', grants: OWNS } as const
  const owners = await notingNobody(db, await ownersOf(db, path), meant)
  const told: string[] = []
  for (const message of messages)
    told.push(
      ...(await tell(db, owners, {
        title: sayBoth(message),
        level: 'warning',
        messageType: 'to_do',
        businessType: 'duty',
        subjectId: null,
      })),
    )
  return told
}

/** Houses named for the hours in which only theirs have nobody. */
const NAMED = 5

function hoursOf({ fromClock, untilClock, houses }: ReturnType<typeof holesByHouse>[number]): string {
  const hours = `${fromClock}–${untilClock}`
  if (!houses) return hours
  const more = houses.length - NAMED
  return `${hours} (${houses.slice(0, NAMED).join(', ')}${more > 0 ? ` +${more}` : ''})`
}

/** Those of these people who have neither a number of their own nor a browser that is pushed to. */
async function unwakeable(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(
      and(
        anyOf(account.id, ids),
        sql`(${account.phone} is null or ${account.phoneFromAbove})`,
        sql`not exists (select from ${pushSubscription} where ${pushSubscription.accountId} = ${account.id})`,
      ),
    )
  return new Set(rows.map(row => row.id))
}

interface Reminded {
  id: string
  path: string
  kind: 'onCallHole' | 'onCallUnreached'
  day: string
}

/** Whether nobody was told of this yet. */
async function isFirst(
  db: Db,
  { id: officeId, path: officePath, kind, day: due }: Reminded,
): Promise<boolean> {
  const made = await db
    .insert(reminder)
    .values({ officeId, officePath, kind, due, daysBefore: 0 })
    .onConflictDoNothing()
    .returning({ kind: reminder.kind })
  return made.length > 0
}
