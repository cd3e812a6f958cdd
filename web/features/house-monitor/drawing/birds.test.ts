import { expect, test } from 'vitest'
import { birdsOf } from './birds.ts'

const cage = { id: 'c', name: 'H-type', layout: 'stacked' as const, tiers: 8, rows: 5 }

test('a house is drawn with the rows and tiers of its cage system', () => {
  expect(birdsOf({ cage, type: 'layer', widthM: 14 })).toEqual({
    layout: 'stacked',
    isCaged: true,
    rows: 5,
    tiers: 8,
  })
})

test('caged broilers are drawn in cages, and breeders on slats on slats', () => {
  expect(birdsOf({ cage, type: 'broiler', widthM: 14 }).isCaged).toBe(true)
  const slats = { ...cage, layout: 'slats' as const, tiers: 1, rows: 3 }
  expect(birdsOf({ cage: slats, type: 'breeder', widthM: 14 })).toMatchObject({ isCaged: false, rows: 3 })
})

test('a house without a cage system is drawn the way its type usually is', () => {
  expect(birdsOf({ cage: null, type: 'layer', widthM: 14 })).toMatchObject({
    isCaged: true,
    rows: 4,
    tiers: 4,
  })
  expect(birdsOf({ cage: null, type: 'broiler', widthM: 20 })).toMatchObject({ isCaged: false, rows: 4 })
})
