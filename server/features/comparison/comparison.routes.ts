import { comparison } from '#shared/contracts/comparison.ts'
import { feature } from '../../platform/http/feature.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { settingsOf } from './compared-settings.ts'
import { findChoices, findItems, seenItems } from './comparison.queries.ts'
import { comparisonWorkbook } from './comparison.sheet.ts'
import { coursesOf } from './courses.ts'
import { meteredOf, metricsOf } from './metered.ts'

export const comparisonFeature = feature('comparison', comparison, {
  courses: async call => {
    const items = await findItems(call, call.query.items)
    await noteLook(call, 'charts', seenItems(items))
    return coursesOf(call.db, items)
  },
  choices: async call => {
    const { flocks, houses, seen } = await findChoices(call, call.query)
    await noteLook(call, 'overview', seen)
    return { flocks, houses }
  },
  metrics: async call => {
    const items = await findItems(call, call.query.items)
    await noteLook(call, 'charts', seenItems(items))
    return metricsOf(call.db, items)
  },
  metered: async call => {
    const items = await findItems(call, call.query.items)
    await noteLook(call, 'charts', seenItems(items))
    return meteredOf(call.db, items, call.query)
  },
  settings: async call => {
    const items = await findItems(call, call.query.items)
    const found = await settingsOf(call.db, items)
    const shown = items.filter(({ key }) => found.keys.includes(key))
    await noteLook(call, 'settings', seenItems(shown))
    return found
  },
  comparisonWorkbook: exporting(comparisonWorkbook),
})
