import { expect, test } from 'vitest'
import { breedSays, standardIn, standardNamed } from './standard.ts'

const own = (edition: string) => ({
  id: 'own',
  name: 'Our brown',
  houseTypes: ['layer' as const],
  period: 'week',
  source: {
    publisher: 'Green Valley',
    publication: 'Our brown',
    edition,
    obtained: '',
    confidence: 'medium',
    caveat: { 'zh-CN': '', 'en-US': '' },
  },
  columns: ['week', 'weight'],
  rows: [
    [1, 70],
    [2, 120],
  ],
})
const named = (standard: ReturnType<typeof own> | null, breed = 'hyline-brown') => {
  const found = standardIn({ breed, standard })
  return found && standardNamed(found)
}

test('two editions of a farm’s own standard are told apart by name, a breed’s own one is just named', () => {
  expect(named(own('2025'))).toBe('Our brown (2025)')
  expect(named(own('2026'))).toBe('Our brown (2026)')
  expect(named(own('undated'))).toBe('Our brown')
  expect(named(null)).toBe('Hy-Line Brown')
})

test('a head names the breed and beside it the standard of the flock’s own choice', () => {
  expect(breedSays({ breed: 'hyline-brown', standard: own('2026') })).toBe('Hy-Line Brown · Our brown (2026)')
  expect(breedSays({ breed: 'Jing Hong 1', standard: own('2026') })).toBe('Jing Hong 1 · Our brown (2026)')
  expect(breedSays({ breed: 'Jing Hong 1' })).toBe('Jing Hong 1')
  expect(breedSays({ breed: 'hyline-brown', standard: null })).toBe('Hy-Line Brown')
  expect(breedSays({ breed: null })).toBeNull()
})
