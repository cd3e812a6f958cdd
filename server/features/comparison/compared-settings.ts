import type { ComparedSettings } from '#shared/contracts/comparison.ts'
import { isSame } from '#shared/setting-draft.ts'
import { isOfOneHouse, settingByName, settingGroups } from '#shared/signals.ts'
import { settingsOfHouses } from '../../farm/settings/settings-of-houses.ts'
import type { Db } from '../../platform/database/store.ts'
import type { FoundItem } from './comparison.queries.ts'

const order = new Map(settingGroups.map(({ key }, i) => [key, i]))
const placeOf = (name: string): number => order.get(settingByName(name)?.group ?? 'flock') ?? order.size

const isCompared = (name: string): boolean => {
  const signal = settingByName(name)
  return signal !== undefined && !isOfOneHouse(signal)
}

/** How the houses' settings differ now; a flock that has left has no current ones. */
export async function settingsOf(db: Db, items: readonly FoundItem[]): Promise<ComparedSettings> {
  const now = items.filter(({ flock }) => !flock?.row.endedOn)
  const houses = [...new Map(now.toReversed().map(item => [item.house.id, item])).values()].reverse()
  const told = await settingsOfHouses(
    db,
    houses.map(({ house }) => house.id),
  )
  const telling = houses.filter(({ house }) => told.has(house.id))
  const documents = telling.map(({ house }) => told.get(house.id) ?? {})
  const names = [...new Set(documents.flatMap(Object.keys))].filter(isCompared)
  const differing = names.filter(name => documents.some(each => !isSame(each[name], documents[0]?.[name])))
  const lacks = (name: string) => Number(documents.some(each => each[name] === undefined))
  return {
    keys: telling.map(({ key }) => key),
    compared: names.length,
    differing: differing
      .sort((a, b) => lacks(a) - lacks(b) || placeOf(a) - placeOf(b))
      .map(name => ({ name, values: documents.map(each => each[name] ?? null) })),
  }
}
