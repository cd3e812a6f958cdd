import { and, asc, eq, ilike, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type TendedWay, tendedWays } from '#shared/alarm-ways.ts'
import type { alarmWays, Reach, TendedWayNow } from '#shared/contracts/alarm-ways.ts'
import type { ChainFacts } from '../../farm/alarms/chain-facts.ts'
import { factsNow, stepsNow, wakes } from '../../farm/alarms/ways/wakes.ts'
import { isSetUp, type Tended, waysOfPeople } from '../../farm/alarms/ways/ways-of-people.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmWay } from '../../platform/database/tables/alarm-ways.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Call } from '../../platform/http/call.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import type { Services } from '../../platform/services.ts'

type Asking = Call<typeof alarmWays.reach>

/** Houses shown; of more the first, by customer and name. */
const SHOWN = 200

const customer = alias(office, 'customer')

/** Houses in the viewer's scope whose farm is their own, or shares with them. */
function housesIn({ db, viewer, query, language }: Asking) {
  const isTheirs = sql`(${customer.path} = ${viewer.scope.farm} or ${customer.farmAccessUntil} > now())`
  const searched = query.search
    ? ilike(house.name, `%${query.search.replace(/[\\%_]/g, '\\$&')}%`)
    : undefined
  return db
    .select({
      id: house.id,
      name: house.name,
      officePath: house.officePath,
      farmPath: customer.path,
      customer: nameIn(language, customer),
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(house)
    .innerJoin(office, eq(office.id, house.officeId))
    .innerJoin(customer, eq(customer.path, office.farmPath))
    .where(and(isNull(house.deletedAt), isTheirs, searched))
    .orderBy(asc(customer.path), asc(house.name), house.id)
    .limit(SHOWN)
}
type FoundHouse = Awaited<ReturnType<typeof housesIn>>[number]

function reachOf(found: FoundHouse, facts: ChainFacts | undefined, isOwn: boolean) {
  const steps = facts ? stepsNow(facts) : []
  return {
    id: found.id,
    name: found.name,
    customer: isOwn ? null : found.customer,
    steps,
    wakesFirst: facts !== undefined && wakes(steps[0]?.people ?? [], facts),
    wakesAnybody: facts !== undefined && steps.some(({ people }) => wakes(people, facts)),
  }
}

const iso = (at: Date | null) => at?.toISOString() ?? null

/** One way of the installation; of pushes the worst of their services. */
function tendedNow(
  way: TendedWay,
  { config }: Pick<Services, 'config'>,
  rows: readonly Tended[],
): TendedWayNow {
  const those = rows.filter(row => row.way === way)
  const dead = those.find(({ deadSince }) => deadSince !== null)
  const worked = those.flatMap(({ workedAt }) => workedAt ?? [])
  const latest = worked.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
  return {
    way,
    isSetUp: way === 'watchdog' ? config.heartbeatUrl !== undefined : isSetUp(way, config),
    deadSince: iso(dead?.deadSince ?? null),
    workedAt: iso(latest),
    echoedAt: iso(those[0]?.echoedAt ?? null),
    arrival: arrivalBy(way, config, those[0]?.echoedAt ?? null),
  }
}

/** What is known of what a way takes: whether it arrives. */
function arrivalBy(
  way: TendedWay,
  { mailProofTo }: Services['config'],
  echoedAt: Date | null,
): TendedWayNow['arrival'] {
  if (way !== 'mail' && way !== 'call') return null
  if (way === 'mail' && mailProofTo === undefined) return 'untested'
  return echoedAt !== null ? 'proven' : way === 'mail' ? 'waiting' : 'untested'
}

/** For each house whom a critical alarm now would reach, how, and when that was last proven. */
export async function reach(call: Asking): Promise<Reach> {
  const { viewer, services } = call
  const found = await housesIn(call)
  await noteLook(
    call,
    'alarms',
    found.map(({ farmPath }) => ({ farmPath })),
  )
  // Colleagues above a farm team are in its chains too; who waits for the gateway stands in no scope.
  const system = services.store.scoped(SYSTEM)
  const facts = await factsNow(
    system,
    found.map(({ id, officePath, farmPath }) => ({ houseId: id, officePath, farmPath })),
    services.config,
  )
  const rows = await system.select().from(alarmWay)
  const names = new Map(
    [...facts.values()].flatMap(({ people }) => [...people.values()]).map(each => [each.id, each]),
  )
  const ways = await waysOfPeople(system, [...names.keys()], services.config, rows)
  return {
    ways: tendedWays.map(way => tendedNow(way, services, rows)),
    people: [...names.values()].map(({ id, actualName }) => ({
      id,
      name: actualName,
      ways: (ways.get(id) ?? []).map(each => ({ ...each, provenAt: iso(each.provenAt) })),
    })),
    houses: found.map(each => reachOf(each, facts.get(each.id), each.farmPath === viewer.scope.farm)),
    total: found[0]?.total ?? 0,
  }
}
