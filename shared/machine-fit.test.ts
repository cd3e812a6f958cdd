import { expect, test } from 'vitest'
import { fitOf, modelKeysIn, type OwnedMachine } from './machine-fit.ts'
import { type Part, partNames } from './parts.ts'

const fans = (model: string, count: number | null = 8, isDirect = false): OwnedMachine => ({
  machine: 'fan',
  model,
  count,
  isDirect,
})
const belt = {
  machines: ['fan'] as const,
  modelKeys: modelKeysIn('RT-1380, RT 1380/2'),
  part: 'belt' as const,
  chineseName: '风机皮带 B-1900',
  englishName: 'Fan belt B-1900',
}

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

/** What a fan without belt has as well; the others are of the drive, or not of a fan at all. */
const onAnyFan: readonly Part[] = ['machine', 'motor', 'shutter', 'blade', 'seal', 'board', 'cleaner']
const ofTheDrive: readonly Part[] = ['belt', 'wheel', 'bearing', 'grease']

/** Goods of each kind, and such that nobody has said what they are: called a belt in either language, or something else. */
const kinds = [
  ...(Object.keys(partNames) as Part[]).map(part => ({
    called: part,
    part,
    chineseName: '',
    englishName: '',
  })),
  { called: 'a belt by its Chinese name', part: null, chineseName: '风机三角带 A-1450', englishName: '' },
  { called: 'a belt by its English name', part: null, chineseName: '', englishName: 'V-Belts A 1450' },
  { called: 'nobody has said what', part: null, chineseName: '备件', englishName: 'Spare' },
]

test.each(kinds)('for any fan or a model of it, by the drive of the fan: $called', ({ called, ...names }) => {
  const { part } = names
  const good = { machines: ['fan'] as const, modelKeys: [], ...names }
  const isOfDrive = part === null || ofTheDrive.includes(part)
  const isBelt = part === 'belt' || called.startsWith('a belt')
  if (part && onAnyFan.includes(part)) expect(isOfDrive).toBe(false)
  for (const model of ['RT-1380', '']) {
    expect(fitOf(good, [fans(model)]).fit).toBe('fits')
    // Nobody is asked for the model of a fan that has no belt, to find out whether a belt fits it.
    expect(fitOf(good, [fans(model, 8, true)]).fit).toBe(isOfDrive ? 'other' : 'fits')
  }
  const named = { ...good, modelKeys: modelKeysIn('EC-1400') }
  expect(fitOf(named, [fans('EC-1400')]).fit).toBe('fits')
  expect(fitOf(named, [fans('EC-1400', 8, true)]).fit).toBe(isBelt ? 'other' : 'fits')
  expect(fitOf(named, [fans('RT-1380', 8, true)]).fit).toBe('other')
  expect(fitOf(named, [fans('', 8, true)]).fit).toBe(isOfDrive ? 'other' : 'unknown')
})
