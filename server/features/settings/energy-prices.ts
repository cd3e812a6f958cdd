import { energyPrices } from '#shared/contracts/energy-prices.ts'
import { energyPricesOf, shownPrices } from '../../farm/settings/energy-prices.ts'
import { energyPrice } from '../../platform/database/tables/settings.ts'
import type { AnyCall, Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { changeOwn } from '../../platform/records/rows.ts'

type Reading = Pick<AnyCall, 'services'> & { viewer: Viewer }

/** What a farm pays is settled for all of it. */
const isAtRoot = ({ officePath, scope }: Viewer): boolean => officePath === scope.farm

const readPrices = async ({ services, viewer }: Reading) => ({
  prices: await energyPricesOf(services, viewer.scope.farm),
  maySet: isAtRoot(viewer) && viewer.grants.has('device_setting:edit'),
})

async function setPrices(call: Call<typeof energyPrices.set>) {
  const { db, body, viewer } = call
  if (!isAtRoot(viewer)) throw refuse.forbidden('energyPrices.wholeFarm')
  const { currency, power = null, gas = null, gasUnit } = body
  const set = { currency, power, gas, gasUnit, updatedAt: new Date() }
  const row = { farmPath: viewer.scope.farm, officePath: viewer.officePath, ...set }
  // In the call's own transaction, which the reading of prices by the system does not see yet.
  const read = async () => {
    const [found] = await db.select().from(energyPrice)
    return { prices: shownPrices(found), maySet: true }
  }
  return changeOwn(call, read, () =>
    db.insert(energyPrice).values(row).onConflictDoUpdate({ target: energyPrice.farmPath, set }),
  )
}

export const energyPricesFeature = feature('energy-prices', energyPrices, {
  read: readPrices,
  set: setPrices,
})
