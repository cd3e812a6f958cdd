import { expect, test } from 'vitest'
import { equipmentOf } from '../house-equipment.ts'
import ventilationLevels from '../standards/data/ventilation-levels.json' with { type: 'json' }
import { houseOf } from '../testing/judged-house.ts'
import { houseSettings } from './house-settings.ts'

test('the limits computed for the reference house of broilers are those printed for it', () => {
  const settings = houseSettings('broiler', 'ross308', houseOf('broiler'), equipmentOf(houseOf('broiler')))
  const computed = ventilationLevels.limits.map((_, i) =>
    ['Day', 'Min', 'Max'].map(part =>
      settings.get(`Settings/Vent/MinMax/P${String(i + 1).padStart(2, '0')}/${part}`),
    ),
  )
  for (const [i, [day, min = 0, max]] of ventilationLevels.limits.entries()) {
    const [at, least, most] = computed[i] ?? []
    expect([at, most]).toEqual([day, max])
    // Computed for the middle of its days, so one level may lie between.
    expect(Math.abs(Number(least) - min)).toBeLessThanOrEqual(1)
  }
})
