import { isNotNull, sql } from 'drizzle-orm'
import type { Way } from '#shared/alarm-rules.ts'
import type { TendedWay } from '#shared/alarm-ways.ts'
import { holidaysOf, isOnDuty } from '#shared/duties.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { languages, type Text } from '#shared/text.ts'
import { decidersOf, holders, OWNS } from '../../../people/customers/people.ts'
import { tell } from '../../../people/notices/tell.ts'
import { notingNobody } from '../../../people/notices/unreached.ts'
import { anyOf } from '../../../platform/database/any-of.ts'
import { ROOT_PATH } from '../../../platform/database/scope.ts'
import type { Db } from '../../../platform/database/store.ts'
import { alarmDuty, alarmHoliday } from '../../../platform/database/tables/alarm-rules.ts'
import { house } from '../../../platform/database/tables/farms.ts'
import { account, office } from '../../../platform/database/tables/offices.ts'
import { pushSubscription } from '../../../platform/database/tables/push.ts'
import { say, sayBoth } from '../../../platform/http/texts.ts'
import { dutyColumns } from '../on-call.ts'

/** A way that has just died, lives again, or is still dead. */
export interface WayNews {
  way: TendedWay
  place: string
  isDead: boolean
  problem: string | null
  /** It died some time ago, and none of the staff has read of it. */
  isAgain?: boolean
}

const WATCHES = ['dashboard_monitor:query'] as const

/** Farms that may have alarms: with a house, and whose people are let in. */
const farmsWithHouses = (db: Db) =>
  db
    .selectDistinct({ path: office.path, timeZone: office.timeZone })
    .from(office)
    .where(
      sql`${office.path} = ${office.farmPath} and ${office.deletedAt} is null and ${office.disabledAt} is null
        and exists (select from ${house} where starts_with(${house.officePath}, ${office.path}) and ${house.deletedAt} is null)`,
    )

/** Who is on call anywhere at a time. */
async function onCallAnywhere(
  db: Db,
  farms: readonly { path: string; timeZone: string }[],
  now: number,
): Promise<Set<string>> {
  const zones = new Map(farms.map(({ path, timeZone }) => [path, timeZone]))
  const duties = await db
    .select({ accountId: alarmDuty.accountId, farmPath: alarmDuty.farmPath, ...dutyColumns })
    .from(alarmDuty)
    .where(anyOf(alarmDuty.farmPath, zones.keys()))
  const holidays = Map.groupBy(await db.select().from(alarmHoliday), ({ farmPath }) => farmPath)
  return new Set(
    duties
      .filter(duty => {
        const isHoliday = holidaysOf(holidays.get(duty.farmPath) ?? [])
        return isOnDuty({ ...duty, isHoliday }, now, zones.get(duty.farmPath) ?? 'UTC')
      })
      .map(({ accountId }) => accountId),
  )
}

/** Owners of farms and whoever is on call now; of a push service those whose browsers it serves. */
async function farmersConcerned(db: Db, { way, place }: WayNews, now: number) {
  const farms = await farmsWithHouses(db)
  const owners = await holders(
    db,
    CUSTOMER,
    OWNS,
    anyOf(
      account.officePath,
      farms.map(({ path }) => path),
    ),
  )
  const onCall = await holders(
    db,
    CUSTOMER,
    ['house_alarm:query'],
    anyOf(account.id, await onCallAnywhere(db, farms, now)),
  )
  const people = [...new Map([...owners, ...onCall].map(person => [person.id, person])).values()]
  if (way !== 'push') return people
  const served = await db
    .selectDistinct({ id: pushSubscription.accountId })
    .from(pushSubscription)
    .where(sql`split_part(${pushSubscription.endpoint}, '/', 3) = ${place}`)
  const ids = new Set(served.map(({ id }) => id))
  return people.filter(({ id }) => ids.has(id))
}

/** What is left, in words. */
function left(ways: readonly Way[]): Text {
  const words = (language: (typeof languages)[number]) =>
    ways.length === 0
      ? say(language, 'way.screenOnly')
      : ways.map(way => say(language, `way.name.${way}`)).join(language === 'zh-CN' ? '、' : ', ')
  return Object.fromEntries(languages.map(language => [language, words(language)])) as Text
}

/**
 * Tells of ways that died or live again, by the ways that live: staff who look after the installation, and the farms whose
 * alarms depend on it. The staff hear of it until one of them has read it. Nobody is phoned for it while anything else lives. `living`: of those that are set up. Returns the
 * accounts that were told.
 */
export async function tellOfWays(
  db: Db,
  news: readonly WayNews[],
  living: ReadonlySet<Way>,
  now = Date.now(),
): Promise<string[]> {
  const told: string[] = []
  const quiet = [...living].filter(way => way !== 'call')
  const besides = quiet.length > 0 ? quiet : [...living]
  for (const one of news) {
    const { way, place, isDead, problem, isAgain = false } = one
    const about = { besides, subjectId: null }
    const deciders = await decidersOf(db, WATCHES, sql`true`)
    const meant = { side: 'provider', path: ROOT_PATH, business: 'health', grants: WATCHES } as const
    const name = sayBoth(`way.name.${way}`)
    const staff = await notingNobody(db, deciders, meant)
    told.push(
      ...(await tell(db, staff, {
        ...about,
        title: sayBoth([isDead ? 'way.dead' : 'way.back', { way: name, place, problem: problem ?? '' }]),
        level: isDead ? 'critical' : 'info',
        messageType: 'device_alarm',
        businessType: 'health',
      })),
    )
    if (way === 'watchdog' || isAgain) continue
    // Who looks after both has been told.
    const farmers = (await farmersConcerned(db, one, now)).filter(({ id }) => !told.includes(id))
    told.push(
      ...(await tell(db, farmers, {
        ...about,
        title: sayBoth([isDead ? 'way.farm.dead' : 'way.farm.back', { way: name, left: left([...living]) }]),
        // What wakes people.
        level: isDead ? (way === 'mail' ? 'warning' : 'critical') : 'info',
        messageType: 'device_alarm',
        businessType: 'duty',
      })),
    )
  }
  return [...new Set(told)]
}

/** Accounts of a push service that could be told at all. */
export const pushPlaces = async (db: Db, most: number): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ place: sql<string>`split_part(${pushSubscription.endpoint}, '/', 3)` })
    .from(pushSubscription)
    .where(isNotNull(pushSubscription.endpoint))
    .orderBy(sql`1`)
    .limit(most)
  return rows.map(({ place }) => place)
}
