import { asc, eq, inArray, isNull } from 'drizzle-orm'
import { silenceLimits } from '#shared/contracts/alarm-rules.ts'
import { type SilenceLimits, silenceLimitsOf, storedSilence } from '#shared/silence-limits.ts'
import { text } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { house, houseNow } from '../../platform/database/tables/farms.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { changeOwn } from '../../platform/records/rows.ts'

const words = {
  house: text('请选择自己的鸡舍', 'Choose your own houses'),
  order: text('不能早于预警', 'Cannot be earlier than the warning'),
}
/** How many houses a sentence names. */
const NAMED = 3

type Limited = SilenceLimits & { id: string; name: string }

/** The houses in scope with their limits, by name. */
async function limitedHouses(db: Db): Promise<Limited[]> {
  const rows = await db
    .select({ id: house.id, name: house.name, now: houseNow })
    .from(house)
    .innerJoin(houseNow, eq(houseNow.houseId, house.id))
    .where(isNull(house.deletedAt))
    .orderBy(asc(house.name))
  return rows.map(({ now, ...named }) => ({ ...named, ...silenceLimitsOf(now) }))
}

function namesOf(houses: readonly Limited[], isAll: boolean) {
  if (isAll) return text('全部鸡舍', 'all houses')
  const named = houses.slice(0, NAMED).map(({ name }) => name)
  const more = houses.length - named.length
  return text(
    `${named.join('、')}${more > 0 ? `等 ${houses.length} 栋` : ''}`,
    `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  )
}

async function set(call: Call<typeof silenceLimits.set>) {
  const { db, body, services, named, afterwards } = call
  const { houseIds, warningS, criticalS } = body
  if (criticalS < warningS) throw refuse.invalid([{ field: 'criticalS', message: words.order }])
  const wanted = new Set(houseIds)
  const isAll = wanted.size === 0
  const read = async () => ({
    houses: (await limitedHouses(db)).filter(({ id }) => isAll || wanted.has(id)),
  })
  const { houses } = await changeOwn(call, read, async was => {
    if (was.houses.length < wanted.size) throw refuse.invalid([{ field: 'houseIds', message: words.house }])
    const ids = was.houses.map(({ id }) => id)
    await db.update(houseNow).set(storedSilence(body)).where(inArray(houseNow.houseId, ids))
  })
  named({ houses: namesOf(houses, isAll) })
  afterwards(() => void services.events.emit('registry', { deviceIds: [] }))
  return { houses }
}

export const silenceLimitsFeature = feature('silence-limits', silenceLimits, {
  limits: ({ db }) => limitedHouses(db),
  set,
})
