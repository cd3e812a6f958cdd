import { and, eq, isNull } from 'drizzle-orm'
import { beginsOn, type DutyHours } from '#shared/duties.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { type Language, languages, type Text } from '#shared/text.ts'
import { daysAfter, localText } from '#shared/zone-time.ts'
import { holders, OWNS, ownersOf } from '../../people/customers/people.ts'
import { tell } from '../../people/notices/tell.ts'
import { notingNobody } from '../../people/notices/unreached.ts'
import { isOfFarm } from '../../platform/database/customers-seen.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { alarmDuty } from '../../platform/database/tables/alarm-rules.ts'
import { reminder } from '../../platform/database/tables/consents.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { say, sayBoth } from '../../platform/http/texts.ts'
import { type HouseHole, holesByHours, houseHoles, placedHouses } from './duty-holes.ts'
import { withoutNumber } from './duty-people.ts'
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
 * Tells owners, each once, of hours from now to the end of the second day ahead in which nobody is on call, of people on call and
 * stand-ins who have no number that can be phoned, and of stand-ins who get no alarms. `only`: of these farms (paths). Returns the
 * accounts that were told.
 */
export async function tellHoles(
  store: Store,
  now = Date.now(),
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const told: string[] = []
  for (const farm of await farmsWithPlan(store.scoped(SYSTEM)))
    if (!only || only.has(farm.path))
      told.push(...(await store.transaction(SYSTEM, db => tellOf(db, farm, now))))
  return told
}

type Farm = Awaited<ReturnType<typeof farmsWithPlan>>[number]

/** By the clocks of the farm. */
interface Now {
  today: string
  clock: string
}

async function tellOf(db: Db, farm: Farm, now: number): Promise<string[]> {
  const { path, timeZone } = farm
  const [today = '', clock = ''] = localText(now, timeZone).split('T')
  const at = { today, clock }
  const hearing = await holders(db, CUSTOMER, ['house_alarm:query'], isOfFarm(account.officeId, path))
  const names = new Map(hearing.map(person => [person.id, person.actualName]))
  const messages: Text[] = []
  const paths = new Map(hearing.map(person => [person.id, person.officePath]))
  const duties = await dutiesOf(db, path)
  const houses = await placedHouses(db, isOfFarm(house.officeId, path))
  const people = await plannedPeople(db, path, names)
  // A night that began yesterday may still run.
  for (let i = -1; i <= AHEAD; i++) {
    const day = daysAfter(today, i)
    const holes = houseHoles(duties, paths, houses, day, 1).flatMap(hole => ahead(hole, at))
    const fresh = await notTold(db, farm, { kind: 'onCallHole', day }, holes, partsNotTold)
    if (fresh.length > 0) {
      const hours = holesByHours(fresh, houses.length).map(hoursOf).join(', ')
      messages.push(sayBoth(['duty.hole', { day, hours }]))
    }
    const troubled = people.filter(({ duty }) => beginsOn(duty, day) && !isOver(duty, day, at))
    const unknown = await notTold(db, farm, { kind: 'onCallUnreached', day }, troubled, peopleNotTold)
    messages.push(...messagesOn(day, unknown))
  }
  if (messages.length === 0) return []
  const meant = { side: 'farm', path, business: 'duty', grants: OWNS } as const
  const owners = await notingNobody(db, await ownersOf(db, path), meant)
  const told: string[] = []
  for (const title of messages)
    told.push(
      ...(await tell(db, owners, {
        title,
        level: 'warning',
        messageType: 'to_do',
        businessType: 'duty',
        subjectId: null,
      })),
    )
  return told
}

/** Somebody on the plan whom an alarm would not wake, or, as a stand-in, not reach at all. */
interface Troubled {
  duty: DutyHours
  id: string
  name: string
  trouble: 'asleep' | 'standInAsleep' | 'standInGone'
}

/** Everybody on the plan whom alarms do not wake. Of somebody on call who gets none, their hours are a hole. */
async function plannedPeople(
  db: Db,
  farmPath: string,
  hearing: ReadonlyMap<string, string>,
): Promise<Troubled[]> {
  const duties = await dutiesOf(db, farmPath)
  const ids = duties.flatMap(({ accountId, substituteId }) => [accountId, substituteId ?? ''])
  const asleep = await withoutNumber(db, new Set(ids))
  return duties.flatMap(duty => {
    const { accountId, substituteId, substitute } = duty
    const found: Troubled[] = []
    const own = hearing.get(accountId)
    if (own && asleep.has(accountId)) found.push({ duty, id: accountId, name: own, trouble: 'asleep' })
    if (substituteId === null) return found
    const name = hearing.get(substituteId)
    if (name === undefined)
      found.push({ duty, id: substituteId, name: substitute ?? '—', trouble: 'standInGone' })
    else if (asleep.has(substituteId)) found.push({ duty, id: substituteId, name, trouble: 'standInAsleep' })
    return found
  })
}

function messagesOn(day: string, people: readonly Troubled[]): Text[] {
  const both = (key: 'duty.unreached' | 'duty.standInGone', those: readonly Troubled[]) => {
    const names = (language: Language) =>
      those
        .map(({ name, trouble }) =>
          trouble === 'standInAsleep' ? say(language, ['duty.asStandIn', { name }]) : name,
        )
        .join(language === 'zh-CN' ? '、' : ', ')
    return Object.fromEntries(
      languages.map(language => [language, say(language, [key, { day, names: names(language) }])]),
    ) as Text
  }
  const gone = people.filter(({ trouble }) => trouble === 'standInGone')
  const asleep = people.filter(({ trouble }) => trouble !== 'standInGone')
  return [
    ...(asleep.length > 0 ? [both('duty.unreached', asleep)] : []),
    ...(gone.length > 0 ? [both('duty.standInGone', gone)] : []),
  ]
}

/** Whether a duty that begins on a day has ended. */
const isOver = ({ fromClock, untilClock }: DutyHours, day: string, { today, clock }: Now): boolean => {
  const end = fromClock < untilClock ? day : daysAfter(day, 1)
  return end < today || (end === today && untilClock <= clock)
}

/** What of a hole is still to come, if anything. */
function ahead(hole: HouseHole, { today, clock }: Now): HouseHole[] {
  if (hole.day > today) return [hole]
  if (hole.day < today || hole.untilClock <= clock) return []
  return [{ ...hole, fromClock: hole.fromClock < clock ? clock : hole.fromClock }]
}

/** Houses named for the hours in which only theirs have nobody. */
const NAMED = 5

function hoursOf({ fromClock, untilClock, houses }: ReturnType<typeof holesByHours>[number]): string {
  const hours = `${fromClock}–${untilClock}`
  if (!houses) return hours
  const more = houses.length - NAMED
  return `${hours} (${houses.slice(0, NAMED).join(', ')}${more > 0 ? ` +${more}` : ''})`
}

/** What was told of a day, as texts that name it. */
type Said = readonly string[]
/** Those not told before, and how they are noted. */
type NotTold<T> = (found: readonly T[], said: Said) => { fresh: T[]; said: string[] }

const houseOf = ({ house }: HouseHole) => house?.id ?? 'farm'

/** The parts of holes that were not told: a hole that only got longer is told for what is new. */
const partsNotTold: NotTold<HouseHole> = (holes, said) => {
  const spans = Map.groupBy(
    said.map(text => text.split(' ') as [house: string, from: string, until: string]),
    ([house]) => house,
  )
  const fresh = holes.flatMap(hole => {
    const parts: HouseHole[] = []
    let at = hole.fromClock
    const told = (spans.get(houseOf(hole)) ?? []).toSorted(([, a], [, b]) => (a < b ? -1 : 1))
    for (const [, from, until] of [...told, ['', hole.untilClock, hole.untilClock] as const]) {
      const [end = from] = [from, hole.untilClock].toSorted()
      if (end > at) parts.push({ ...hole, fromClock: at, untilClock: end })
      if (until > at) at = until
    }
    return parts
  })
  return { fresh, said: fresh.map(hole => `${houseOf(hole)} ${hole.fromClock} ${hole.untilClock}`) }
}

/** Everybody once, whatever the number of their duties that day. */
const peopleNotTold: NotTold<Troubled> = (people, said) => {
  const keyOf = ({ id, trouble }: Troubled) => `${id} ${trouble}`
  const fresh = new Map(people.map(person => [keyOf(person), person]))
  for (const key of said) fresh.delete(key)
  return { fresh: [...fresh.values()], said: [...fresh.keys()] }
}

/** What of these was not told of a day yet, by whatever process; it counts as told from now on. */
async function notTold<T>(
  db: Db,
  { id: officeId, path: officePath }: Farm,
  { kind, day: due }: { kind: 'onCallHole' | 'onCallUnreached'; day: string },
  found: readonly T[],
  sort: NotTold<T>,
): Promise<T[]> {
  if (found.length === 0) return []
  await db
    .insert(reminder)
    .values({ officeId, officePath, kind, due, daysBefore: 0, said: [] })
    .onConflictDoNothing()
  const isIt = and(eq(reminder.officeId, officeId), eq(reminder.kind, kind), eq(reminder.due, due))
  const [known] = await db.select({ said: reminder.said }).from(reminder).where(isIt).for('update')
  // Told of the whole day, by a version that did not note of what.
  if (!known?.said) return []
  const { fresh, said } = sort(found, known.said)
  if (fresh.length > 0)
    await db
      .update(reminder)
      .set({ said: [...known.said, ...said] })
      .where(isIt)
  return fresh
}
