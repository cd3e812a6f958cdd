import { expect, test } from 'vitest'
import { fitOf, modelKeysIn, type OwnedMachine } from './machine-fit.ts'

const fans = (model: string, count: number | null = 8, isDirect = false): OwnedMachine => ({
  machine: 'fan',
  model,
  count,
  isDirect,
})
const belt = { machines: ['fan'] as const, modelKeys: modelKeysIn('RT-1380, RT 1380/2') }

test('a good fits the models it names, however they are typed', () => {
  for (const model of ['RT-1380', 'rt 1380', 'RT1380', 'ＲＴ－1380'.replace('－', '-')])
    expect(fitOf(belt, [fans(model)]).fit, model).toBe('fits')
  expect(fitOf(belt, [fans('RT-1220')]).fit).toBe('other')
  expect(fitOf(belt, [fans('')]).fit).toBe('unknown')
  expect(fitOf(belt, [{ machine: 'pad', model: 'RT-1380', count: 1 }]).fit).toBe('none')
  expect(fitOf(belt, []).fit).toBe('none')
})

test('of several models in a house only those named count', () => {
  const { fit, fitting, others } = fitOf(belt, [fans('RT-1380', 6), fans('RT-710', 2)])
  expect([fit, fitting.map(({ count }) => count), others.map(({ count }) => count)]).toEqual([
    'fits',
    [6],
    [2],
  ])
})

test('a fan with direct drive needs no belt, and no good that does not name it', () => {
  const any = { machines: ['fan'] as const, modelKeys: [] }
  expect(fitOf(any, [fans('RT-1380')]).fit).toBe('fits')
  expect(fitOf(any, [fans('')]).fit).toBe('fits')
  expect(fitOf(any, [fans('EC-1400', 8, true)]).fit).toBe('other')
  expect(fitOf(belt, [fans('EC-1400', 8, true)]).fit).toBe('other')
  expect(fitOf({ ...any, modelKeys: modelKeysIn('EC-1400') }, [fans('EC-1400', 8, true)]).fit).toBe('fits')
})
