import { houses } from '#shared/contracts/houses.ts'
import { refuseDeletedTo } from '../../platform/http/deleted-rows.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { exporting, importing, templating } from '../../platform/jobs/requests.ts'
import { exportChartPaper } from './chart-paper.ts'
import { exportChart } from './chart-workbook.ts'
import { found, foundShared, lookedAt, seenOf } from './house-access.ts'
import { birthsOfHouse } from './house-births.ts'
import { changeHouse, createHouse, removeHouse } from './house-changes.ts'
import { alarmMarks, chartedHouse, chartFile, chartOf } from './house-charts.ts'
import { controllersOf, reportedBy } from './house-controllers.ts'
import { houseDeeds } from './house-deeds.ts'
import { equipHouseAs, equipmentOfHouse } from './house-equipment.ts'
import { restoreHouse } from './house-restoring.ts'
import { monitored } from './house-state.ts'
import { allHouses, countHouses, listHouses, shownHouse } from './houses.queries.ts'
import { housesSheet } from './houses.sheet.ts'
import { exchangeMeter, metersOf, undoExchange } from './meters.ts'
import { confirmSignals, signalsOfHouse } from './signals.ts'
import { temporarySettings } from './temporary-settings.ts'

export const housesFeature = feature('houses', houses, {
  export: exporting(housesSheet),
  template: templating(housesSheet),
  import: importing(housesSheet),
  list: async call => {
    const { db, viewer, query, language } = call
    refuseDeletedTo(viewer, houses.restore.access, query)
    const { seen, ...page } = await listHouses(db, viewer.scope, query, language)
    await noteLook(call, 'overview', seen)
    return page
  },
  counts: ({ db, viewer, query }) => {
    refuseDeletedTo(viewer, houses.restore.access, query)
    return countHouses(db, query)
  },
  get: async call => {
    const house = await found(call)
    if (house.now) await noteLook(call, 'overview', [{ farmPath: house.farmPath }])
    return shownHouse(house)
  },
  create: createHouse,
  update: changeHouse,
  remove: removeHouse,
  restore: restoreHouse,
  equipment: equipmentOfHouse,
  equip: equipHouseAs,
  meters: metersOf,
  exchangeMeter,
  undoExchange,

  monitor: async call => {
    const { db, viewer, services, language } = call
    const shared = await allHouses(db, viewer.scope, language)
    await noteLook(
      call,
      'readings',
      shared.map(({ farmPath }) => ({ farmPath })),
    )
    return monitored(db, services, shared)
  },

  temporary: temporarySettings,

  state: async call => {
    const [state] = await monitored(call.db, call.services, [await lookedAt(call, 'readings')])
    if (!state) throw refuse.notFound()
    return state
  },

  controllers: async call => {
    const house = await foundShared(call)
    if (house.isRemote) await noteLook(call, 'settings', [seenOf(house)])
    return controllersOf(call.db, call.services, house)
  },

  reported: async call => {
    const house = await lookedAt(call, 'readings')
    if (house.isRemote) await noteLook(call, 'settings', [seenOf(house)])
    return reportedBy(call.db, call.services, house)
  },

  signals: signalsOfHouse,
  confirmSignals,
  chart: chartOf,
  charted: chartedHouse,
  chartFile,
  chartWorkbook: exportChart,
  chartPaper: exportChartPaper,
  alarmMarks,
  deeds: houseDeeds,
  births: async call => birthsOfHouse(call.db, await lookedAt(call, 'messages'), call.query.deviceId),
})
