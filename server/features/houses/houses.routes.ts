import { houses } from '#shared/contracts/houses.ts'
import { refuseDeletedTo } from '../../http/deleted-rows.ts'
import { refuse } from '../../http/errors.ts'
import { feature } from '../../http/feature.ts'
import { exporting, importing, templating } from '../../jobs/requests.ts'
import { exportChart } from './chart-workbook.ts'
import { found, foundShared } from './house-access.ts'
import { birthsOfHouse } from './house-births.ts'
import { changeHouse, createHouse, removeHouse } from './house-changes.ts'
import { alarmMarks, chartedHouse, chartFile, chartOf } from './house-charts.ts'
import { controllersOf, reportedBy } from './house-controllers.ts'
import { restoreHouse } from './house-restoring.ts'
import { monitored } from './house-state.ts'
import { allHouses, countHouses, listHouses, shownHouse } from './houses.queries.ts'
import { housesSheet } from './houses.sheet.ts'

export const housesFeature = feature('houses', houses, {
  export: exporting(housesSheet),
  template: templating(housesSheet),
  import: importing(housesSheet),
  list: ({ db, viewer, query, language }) => {
    refuseDeletedTo(viewer, houses.restore.access, query)
    return listHouses(db, viewer.scope, query, language)
  },
  counts: ({ db, viewer, query }) => {
    refuseDeletedTo(viewer, houses.restore.access, query)
    return countHouses(db, query)
  },
  get: async call => shownHouse(await found(call)),
  create: createHouse,
  update: changeHouse,
  remove: removeHouse,
  restore: restoreHouse,

  monitor: async ({ db, viewer, services, language }) =>
    monitored(db, services, await allHouses(db, viewer.scope, language)),

  state: async call => {
    const [state] = await monitored(call.db, call.services, [await foundShared(call)])
    if (!state) throw refuse.notFound()
    return state
  },

  controllers: async call => controllersOf(call.db, call.services, await foundShared(call)),

  reported: async call => reportedBy(call.db, call.services, await foundShared(call)),

  chart: chartOf,
  charted: chartedHouse,
  chartFile,
  chartWorkbook: exportChart,
  alarmMarks,
  births: async call => birthsOfHouse(call.db, await foundShared(call), call.query.deviceId),
})
