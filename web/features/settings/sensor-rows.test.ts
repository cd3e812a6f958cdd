import { expect, test } from 'vitest'
import { settingsInGroup } from '#shared/signals.ts'
import { sensorRows } from './sensor-rows.ts'

test('every sensor correction has the metric it corrects', () => {
  const corrections = settingsInGroup('sensors').filter(({ name }) => name.endsWith('/Correction'))
  const rows = sensorRows(settingsInGroup('sensors').map(({ name }) => name))
  expect(rows).toHaveLength(corrections.length)
  expect(rows.map(({ correction, metric }) => [correction.name, metric.name])).toContainEqual([
    'Settings/Sensor/CO22/Correction',
    'Air/CO2/S2',
  ])
})
