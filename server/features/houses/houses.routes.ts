import { houses } from '#shared/contracts/houses.ts'
import type { Language } from '#shared/text.ts'
import type { Db } from '../../database/store.ts'
import { readChart } from '../../devices/history.ts'
import { refuse } from '../../http/errors.ts'
import { feature } from '../../http/feature.ts'
import type { Viewer } from '../../http/identify.ts'
import { noteViewing } from '../../http/viewing.ts'
import { isSetting } from '../../realtime/frames.ts'
import { changeHouse, createHouse, removeHouse } from './house-changes.ts'
import { controllersOf, reportedBy } from './house-controllers.ts'
import { monitored } from './house-state.ts'
import { allHouses, countHouses, findHouse, listHouses, shownHouse } from './houses.queries.ts'

interface Asked {
  db: Db
  viewer: Viewer
  params: { id: string }
  language: Language
  ip: string
}
const found = ({ db, viewer, params, language }: Asked) => findHouse(db, viewer.scope, params.id, language)

/** The house is known to whoever has it in scope; its readings only to whom the customer lets see them (RA). */
async function foundShared(call: Asked) {
  const house = await found(call)
  if (!house.isShared) throw refuse.forbidden('access.notShared')
  await noteViewing(call.db, call.viewer, { ...house.row, farmPath: house.farmPath }, call.ip)
  return house
}

export const housesFeature = feature('houses', houses, {
  list: ({ db, viewer, query, language }) => listHouses(db, viewer.scope, query, language),
  counts: ({ db, query }) => countHouses(db, query),
  get: async call => shownHouse(await found(call)),
  create: createHouse,
  update: changeHouse,
  remove: removeHouse,

  monitor: async ({ db, viewer, services, language }) =>
    monitored(db, services, await allHouses(db, viewer.scope, language)),

  state: async call => {
    const [state] = await monitored(call.db, call.services, [await foundShared(call)])
    if (!state) throw refuse.notFound()
    return state
  },

  controllers: async call => controllersOf(call.db, call.services, await foundShared(call)),

  reported: async call => reportedBy(call.db, call.services, await foundShared(call)),

  chart: async call => {
    const { row, isRemote } = await foundShared(call)
    if (!isRemote && call.query.metrics.some(isSetting)) throw refuse.forbidden('access.notRemote')
    if (call.query.to <= call.query.from) throw refuse.invalid([{ field: 'to', message: 'chart.range' }])
    const chart = await readChart(call.db, { houseId: row.id }, call.query)
    if (!chart) throw refuse.notFound()
    return chart
  },
})
