import { expect, test } from 'vitest'
import { shownMetric } from '#web/components/metric.ts'
import { panelsOf } from './panels.ts'

const metric = (name: string) => shownMetric(name, undefined, { language: 'en-US', units: 'metric' })
const shapeOf = (...names: string[]) =>
  panelsOf(names.map(metric)).map(({ lines }) => lines.map(({ metric, side }) => `${metric.name} ${side}`))

test('two kinds of values share a panel, a third starts the next', () => {
  expect(shapeOf('Climate/Temp/Avg', 'Climate/Hum/Avg', 'Climate/Temp/S1', 'Air/CO2/S1')).toEqual([
    ['Climate/Temp/Avg left', 'Climate/Hum/Avg right', 'Climate/Temp/S1 left'],
    ['Air/CO2/S1 left'],
  ])
})

test('lines of one colour differ in their dashes', () => {
  const [panel] = panelsOf(['Climate/Temp/S1', 'Climate/Temp/S2', 'Climate/Hum/Avg'].map(metric))
  expect(panel?.lines.map(({ dash }) => dash.length > 0)).toEqual([false, true, false])
})

test('nothing chosen, nothing drawn', () => expect(panelsOf([])).toEqual([]))
