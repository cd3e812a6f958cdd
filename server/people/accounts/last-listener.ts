import { and, isNotNull, isNull, sql } from 'drizzle-orm'
import { CUSTOMER } from '#shared/permissions.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import { isOfFarm } from '../../platform/database/customers-seen.ts'
import { hasBirds } from '../../platform/database/has-birds.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { Db } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { refuse } from '../../platform/http/errors.ts'
import { isHeld } from '../customers/held.ts'
import { holders, type Told } from '../customers/people.ts'

/** Houses with birds of the customer that a node belongs to, unless the customer is disabled or deleted. */
function housesAround(db: Db, officeId: string) {
  return db
    .select({ name: house.name, path: house.officePath, farm: sql<string>`${office.path}` })
    .from(house)
    .innerJoin(office, sql`starts_with(${house.officePath}, ${office.path})`)
    .where(
      and(
        isNull(house.deletedAt),
        hasBirds,
        isNotNull(office.farmPath),
        isNull(office.disabledAt),
        isNull(office.deletedAt),
        sql`${office.path} = (select farm_path from office where id = ${officeId})`,
      ),
    )
    .orderBy(house.name)
}

/** Whether anybody hears the house's alarms: people of its customer at its node or above. */
const isHeard = ({ path }: { path: string }, people: readonly Told[]) =>
  people.some(({ officePath }) => path.startsWith(officePath))

/**
 * Does work that removes a person and refuses it, with its transaction, if it leaves a customer's house with birds whose
 * alarms reach nobody any more.
 */
export async function keepingFarmsHeard<T>(
  { db, viewer }: { db: Db; viewer: { scope: Scope } },
  person: { officeId: string },
  work: () => Promise<T>,
): Promise<T> {
  const look = () =>
    asSystem(db, viewer.scope, async () => {
      const houses = await housesAround(db, person.officeId)
      const farm = houses[0]?.farm
      if (farm === undefined) return { houses, people: [] }
      const people = await holders(
        db,
        CUSTOMER,
        ['house_alarm:query'],
        // People waiting for an owner's confirmation get no mail, and may never have been there.
        sql`${isOfFarm(account.officeId, farm)} and not ${isHeld()}`,
      )
      return { houses, people }
    })
  const before = await look()
  const result = await work()
  const { people } = await look()
  const unheard = before.houses.filter(each => isHeard(each, before.people) && !isHeard(each, people))
  if (unheard.length > 0)
    throw refuse.conflict({ yours: null, current: null }, [
      'user.erase.lastOfFarm',
      { houses: unheard.map(({ name }) => name).join(', ') },
    ])
  return result
}
