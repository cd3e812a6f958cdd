import { and, isNull } from 'drizzle-orm'
import { stepsAt } from '#shared/alarm-chain.ts'
import type { AlarmNumber, alarms } from '#shared/contracts/alarms.ts'
import type { ChainPerson } from '../../farm/alarms/chain-facts.ts'
import { factsNow } from '../../farm/alarms/ways/wakes.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { account } from '../../platform/database/tables/offices.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Viewer } from '../../platform/http/identify.ts'

/** Houses whose chains are looked at: of more, the first. */
const MOST = 200

/** Those of these people but the viewer who belong to the farm and have a number, whoever is on call first. */
export async function numbersOf(
  db: Db,
  { accountId }: Pick<Viewer, 'accountId'>,
  people: Iterable<ChainPerson>,
  onCall: ReadonlySet<string>,
): Promise<AlarmNumber[]> {
  const ids = [...people]
    .filter(({ id, hasPhone, isStaff }) => hasPhone && !isStaff && id !== accountId)
    .map(({ id }) => id)
  const rows = await db
    .select({ id: account.id, name: account.actualName, phone: account.phone })
    .from(account)
    .where(anyOf(account.id, new Set(ids)))
    .orderBy(account.createdAt)
  return rows
    .flatMap(({ id, name, phone }) => (phone ? [{ name, phone, isOnCall: onCall.has(id) }] : []))
    .toSorted((a, b) => Number(b.isOnCall) - Number(a.isOnCall))
}

/** Whom the viewer could call of their farm about any of the houses they see. */
export async function farmNumbers({
  db,
  viewer,
  services,
}: Call<typeof alarms.numbers>): Promise<AlarmNumber[]> {
  const farmPath = viewer.scope.farm
  const houses = await db
    .select({ houseId: house.id, officePath: house.officePath })
    .from(house)
    .where(and(isNull(house.deletedAt)))
    .orderBy(house.id)
    .limit(MOST)
  // Colleagues above a farm team are on its plan too.
  const system = services.store.scoped(SYSTEM)
  const facts = await factsNow(
    system,
    houses.map(each => ({ ...each, farmPath })),
    services.config,
  )
  const all = [...facts.values()]
  const now = Date.now()
  const people = new Map(all.flatMap(({ people }) => [...people]))
  return numbersOf(
    system,
    viewer,
    people.values(),
    new Set(all.flatMap(({ rota }) => stepsAt(rota, 'critical', now)[0] ?? [])),
  )
}
