import { expect, test } from 'vitest'
import type { Figure } from './figures.ts'
import { runSections } from './run-sections.ts'

const HOUR_MS = 3_600_000
const figure = (name: string): Figure => ({ section: name, name, value: 1, unit: '' })

test('a section that hangs or fails is reported and cleaned up; the others report as they end', async () => {
  const told: string[] = []
  const figures = await runSections(
    [
      { name: 'endless', measure: () => new Promise(() => {}), limitMs: 1 },
      { name: 'first', measure: async () => [figure('first')], limitMs: HOUR_MS },
      { name: 'broken', measure: () => Promise.reject(new Error('no browser')), limitMs: HOUR_MS },
      { name: 'last', measure: async () => [figure('last')], limitMs: HOUR_MS },
    ],
    {
      ended: (name, measured) => told.push(`${name} ${measured.length}`),
      failed: (name, error) => told.push(`${name} ${String(error)}`),
      clean: async () => void told.push('clean'),
    },
  )
  expect(figures.map(({ name }) => name)).toEqual(['first', 'last'])
  expect(told.filter(line => line !== 'clean')).toEqual([
    expect.stringContaining('endless Error: not done within'),
    'first 1',
    'broken Error: no browser',
    'last 1',
  ])
  expect(told.filter(line => line === 'clean')).toHaveLength(4)
})
