import { expect, test } from 'vitest'
import { wallStates } from '#shared/contracts/data-screen.ts'
import { placed } from './data-screen.queries.ts'

const farm = (i: number, state: (typeof wallStates)[number] = 'normal') => ({
  id: `farm-${i}`,
  name: `Farm ${i}`,
  farmPath: `1.${i}.`,
  city: null,
  longitude: (i % 300) - 150,
  latitude: (i % 100) - 50,
  states: [state],
  houses: 2,
  inTarget: null,
})
const farms = (count: number) => Array.from({ length: count }, (_, i) => farm(i))

test('a few hundred farms are on the map one by one', () => {
  expect(placed(farms(300), wallStates)).toHaveLength(300)
})

test('of thousands, one mark stands for a field of the earth, as its worst farm and with all of its houses', () => {
  const marks = placed(
    [...farms(10_000), { ...farm(10_000, 'alarm'), longitude: 0.5, latitude: 0.5 }],
    wallStates,
  )
  expect(marks.length).toBeLessThan(1_500)
  expect(marks.reduce((sum, { houses }) => sum + houses, 0)).toBe(20_002)
  expect(marks.filter(({ state }) => state === 'alarm')).toMatchObject([
    { id: 'farm-10000', name: 'Farm 10000' },
  ])
})
