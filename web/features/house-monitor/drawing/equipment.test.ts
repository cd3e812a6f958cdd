import { expect, test } from 'vitest'
import { metrics } from '#shared/signals.ts'
import { equipmentOf, fanMetric, thirdOf } from './equipment.ts'

const everything = metrics.map(({ name }) => name)

test('a controller that announces the whole signal model has twelve fan groups and eight temperature probes', () => {
  const equipment = equipmentOf(everything, null)
  expect(equipment.fanGroups).toHaveLength(12)
  expect(equipment.heaters).toHaveLength(6)
  expect(equipment.probes.map(({ name }) => name)).toEqual([
    'T1',
    'T2',
    'T3',
    'T4',
    'T5',
    'T6',
    'T7',
    'T8',
    'H1',
    'CO₂',
    'NH₃',
  ])
  expect(equipment).toMatchObject({ hasPad: true, hasDoor: true, silos: [1, 2], sideInlets: [1, 2] })
})

test('outputs no relay drives are not drawn', () => {
  const equipment = equipmentOf(everything, [1, 2, 5, 13, 14])
  expect(equipment.fanGroups).toEqual([1, 2, 5])
  expect(equipment.heaters).toEqual([1, 2])
  expect(equipment).toMatchObject({ hasPad: false, hasFogger: false })
})

test('a small controller has only what it announces', () => {
  const equipment = equipmentOf(['Climate/Temp/Avg', 'Climate/Temp/S2', fanMetric(3)], null)
  expect(equipment).toMatchObject({ fanGroups: [3], heaters: [], silos: [], hasPad: false, hasWater: false })
  expect(equipment.probes.map(({ name }) => name)).toEqual(['T2'])
})

test('temperature probes run from the inlet end to the fans in numerical order', () => {
  const { probes } = equipmentOf(everything, null)
  const along = probes.filter(({ kind }) => kind === 'temperature').map(probe => probe.along)
  expect(along).toEqual([...along].sort((a, b) => a - b))
  expect(thirdOf(along[0] ?? 50)).toBe('inletEnd')
  expect(thirdOf(along.at(-1) ?? 50)).toBe('fanEnd')
})

test('no two sensors overlap', () => {
  const { probes } = equipmentOf(everything, null)
  for (const a of probes)
    for (const b of probes)
      if (a !== b) expect(Math.abs(a.along - b.along) >= 4 || Math.abs(a.across - b.across) >= 40).toBe(true)
})
