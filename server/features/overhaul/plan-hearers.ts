import { sql } from 'drizzle-orm'
import type { PlanHearers } from '#shared/overhaul.ts'
import { CUSTOMER, type Grant } from '#shared/permissions.ts'
import { isHeld } from '../../people/customers/held.ts'
import { holders, OWNS, ownersOfFarms, type Told } from '../../people/customers/people.ts'
import { type NewNotice, reachable } from '../../people/notices/tell.ts'
import type { Config } from '../../platform/config.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { account, office } from '../../platform/database/tables/offices.ts'

/** Where a plan is: the office of its house or device, and the customer. */
interface Place {
  officePath: string
  farmPath: string
}

/** Who is told when plans of a place are due. */
export interface Hearing {
  /** Those who do the work and may record it, whether or not it gets to them. */
  doers: Told[]
  /** The owners who are told as well, because it gets to none of the doers. */
  instead: Told[]
  hears: PlanHearers
}

/** What lets somebody of the farm record that it was done. */
const RECORDS: readonly Grant[] = ['device_overhaul_item_client:add']
/** One of these somebody needs to be told at all. */
export const HEARS_OF_PLANS: readonly Grant[] = [...RECORDS, ...OWNS]

/** A reminder of plans, as far as it decides by which ways it goes. */
export const REMINDS = {
  level: 'warning',
  messageType: 'to_do',
  businessType: 'overhaul',
} as const satisfies Partial<NewNotice>

/** Whether accounts of their office are let in. */
const isOfficeOpen = sql`not exists (select from ${office} o where o.farm_path is not null
  and starts_with(${account.officePath}, o.path) and (o.disabled_at is not null or o.deleted_at is not null))`

/** Who hears of the plans of these places, by the office's path. `db` carries the system's scope. */
export async function hearingsAt(
  db: Db,
  places: readonly Place[],
  config: Pick<Config, 'smtpUrl'>,
): Promise<Map<string, Hearing>> {
  const farms = [...new Set(places.map(({ farmPath }) => farmPath))]
  const isOfFarms = sql`${account.officeId} = any(array(select o.id from ${office} o where ${anyOf(sql`o.farm_path`, farms)}))`
  const working = await holders(
    db,
    CUSTOMER,
    RECORDS,
    sql`${isOfFarms} and not ${isHeld()} and ${isOfficeOpen}`,
  )
  const owning = await ownersOfFarms(db, farms)
  const people = [...working, ...owning]
  const reached = new Set((await reachable(db, people, REMINDS, config)).map(({ id }) => id))
  const isReached = ({ id }: Told) => reached.has(id)
  return new Map(
    places.map(({ officePath, farmPath }): [string, Hearing] => {
      const isAbove = (one: Told) =>
        officePath.startsWith(one.officePath) && one.officePath.startsWith(farmPath)
      const doers = working.filter(isAbove)
      if (doers.some(isReached)) return [officePath, { doers, instead: [], hears: 'doers' }]
      const owners = owning.filter(one => one.officePath === farmPath)
      const known = new Set(doers.map(({ id }) => id))
      const instead = owners.filter(({ id }) => !known.has(id))
      return [officePath, { doers, instead, hears: owners.some(isReached) ? 'owner' : 'nobody' }]
    }),
  )
}
