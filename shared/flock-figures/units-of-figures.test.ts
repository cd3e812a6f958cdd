import { describe, expect, test } from 'vitest'
import { closeFigures, closeLacksSay, closeNames, closeUnit } from '../flock-close.ts'
import { isPaidIn, lotPriceNames } from '../flock-sales.ts'
import { recordLabels, recordNumberNames, recordNumbers } from '../flocks.ts'
import { openingLabels, openingNumberNames, openingNumbers } from '../opening.ts'
import { languages } from '../text.ts'
import { type Reader, shownUnit } from '../units.ts'
import { finalMeasures, finalTitle } from './course-measures.ts'
import { flockMeasures } from './standard.ts'

/** Units that no reader of imperial units sees, as a word or in brackets. */
const METRIC = /(?:^|[\s（(\d])(?:kg|g|mg|t|mL|L|km|m|°C|Pa|lx|公斤|千克|克|吨|毫升|升)(?=$|[\s），,)/])/

const readers = languages.map((language): Reader => ({ language, units: 'imperial' }))
const labelled = (
  of: Readonly<Record<string, { unit: string; decimals: number; label: Record<string, string> }>>,
) =>
  Object.entries(of).map(([name, { unit, decimals, label }]) => ({
    name,
    unit,
    decimals,
    says: Object.values(label),
  }))
const named = (
  names: readonly string[],
  numbers: Readonly<Record<string, { unit: string; isWhole: boolean }>>,
  labels: Readonly<Record<string, Record<string, string>>>,
) =>
  names.map(name => ({
    name,
    unit: numbers[name]?.unit ?? '',
    decimals: numbers[name]?.isWhole === false ? 1 : 0,
    says: Object.values(labels[name] ?? {}),
  }))

const figures = [
  ...labelled(flockMeasures),
  ...labelled(finalMeasures).map(each => ({
    ...each,
    says: readers.map(reader => finalTitle(each.name as keyof typeof finalMeasures, reader)),
  })),
  ...closeNames.map(name => ({ name, ...closeFigures[name], says: Object.values(closeFigures[name].label) })),
  ...named(recordNumberNames, recordNumbers, recordLabels),
  ...named(openingNumberNames, openingNumbers, openingLabels),
]

describe.each(figures)('$name for a reader of imperial units', ({ unit, decimals, says }) => {
  test('has no metric unit in its name or beside its value', () => {
    for (const said of [...says, closeUnit(unit, 'USD', { units: 'imperial' })])
      expect(said).not.toMatch(METRIC)
  })

  test('is as fine as in metric units, so that two weeks do not read the same', () => {
    const shown = shownUnit(unit, 'imperial')
    const step = shown.metric(10 ** -shown.decimals(decimals)) - shown.metric(0)
    expect(Math.abs(step)).toBeLessThanOrEqual(5 * 10 ** -decimals)
  })
})

test('what the tables say in metric units names each once', () => {
  expect(finalTitle('conversionAdjusted', { language: 'en-US', units: 'metric' })).toBe(
    'Feed conversion adjusted to 2.5\u202fkg',
  )
  expect(finalTitle('conversionAdjusted', { language: 'zh-CN', units: 'imperial' })).toBe(
    '校正料肉比（折合 5.5\u202flb）',
  )
})

test('why a cost is missing, and how lots are paid, stand in the unit of the reader', () => {
  const lacking = { why: 'feedPrice', n: 1_000, of: 20_000 } as const
  expect(closeLacksSay(lacking, { language: 'en-US', units: 'imperial' })).toBe(
    '2,205\u202flb of 44,092\u202flb without a price',
  )
  expect(closeLacksSay({ why: 'lotsPart', n: 12 }, { language: 'en-US', units: 'imperial' })).toBe(
    '12 birds are in no lot',
  )
  const offered = (units: Reader['units']) => Object.keys(lotPriceNames).filter(per => isPaidIn(per, units))
  expect(offered('metric')).toEqual(['liveKg', 'carcassKg', 'bird', 'total'])
  expect(offered('imperial')).toEqual(['liveLb', 'carcassLb', 'bird', 'total'])
})
