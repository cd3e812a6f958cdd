import { describe, expect, test } from 'vitest'
import { shownUnit, unitOfField } from './units.ts'

const imperial = (unit: string) => shownUnit(unit, 'imperial')

describe('a reader of imperial units sees', () => {
  test.each([
    ['°C', 0, 32, '°F'],
    ['°C', 100, 212, '°F'],
    ['°C', -40, -40, '°F'],
    ['°C', 21.5, 70.7, '°F'],
    ['Pa', 249.08891, 1, 'inWG'],
    ['Pa', 25, 0.100_366, 'inWG'],
    ['m³/h', 10_000, 5_885.777_8, 'cfm'],
    ['m³/h/kg', 1, 0.266_974_4, 'cfm/lb'],
    ['m/s', 2.5, 492.125_98, 'ft/min'],
    ['m', 120, 393.700_787, 'ft'],
    ['kg', 1, 2.204_622_6, 'lb'],
    ['g', 1_850, 4.078_552, 'lb'],
    ['g/egg', 62, 2.186_986, 'oz'],
    // 110 g of feed is 0.2425 lb a bird, and a gallon is for a hundred what 37.85 mL is for one.
    ['g/bird', 110, 24.250_849, 'lb/100'],
    ['mL/bird', 200, 5.283_441, 'gal/100'],
    ['mL/bird', 37.854_117_84, 1, 'gal/100'],
    ['t', 12.4, 13.668_66, 'ton'],
    ['mL', 29.573_529_562_5, 1, 'fl oz'],
    ['/m²', 21.5, 1.997_415, '/ft²'],
    ['kg/m²', 39, 7.987_83, 'lb/ft²'],
    ['L', 3.785_411_784, 1, 'gal'],
    ['L/h', 100, 26.417_205, 'gal/h'],
    // US guides give 20 lx as about 2 foot-candles; 1 kWh is 3,412 BTU.
    ['lx', 20, 1.858_061, 'fc'],
    ['kW/heat', 10, 34_121.416_33, 'BTU/h'],
    ['kW/motor', 1.1, 1.475_124, 'hp'],
    ['kW', 12, 12, 'kW'],
  ] as const)('%s %d as %d %s', (unit, metric, shown, name) => {
    expect(imperial(unit).unit).toBe(name)
    expect(imperial(unit).shown(metric)).toBeCloseTo(shown, 4)
  })
})

test('a temperature difference has no zero of its own', () => {
  expect(imperial('°C').difference(1)).toBeCloseTo(1.8, 10)
  expect(imperial('°C').difference(-2)).toBeCloseTo(-3.6, 10)
  expect(imperial('kg').difference(1)).toBe(imperial('kg').shown(1))
})

test.each([
  '°C',
  'Pa',
  'm³/h',
  'm³/h/kg',
  'm/s',
  'm',
  'kg',
  'g',
  'g/egg',
  'g/bird',
  'mL',
  'mL/bird',
  't',
  'L',
  'L/min',
  'L/h',
  'lx',
  'kW/heat',
  'kW/motor',
  '/m²',
  'kg/m²',
  '%',
])('a value in %s that goes out in the unit shown comes back the very same number', unit => {
  for (const value of [-12.3, 0, 1, 13.5, 37.25, 120, 119.99976, 98_765.4])
    expect(imperial(unit).metric(imperial(unit).shown(value))).toBe(value)
})

test('what a bird eats and drinks is that of a bird in metric units, and keeps its precision per hundred', () => {
  for (const [unit, metric] of [
    ['g/bird', 'g'],
    ['mL/bird', 'mL'],
    ['kW/heat', 'kW'],
    ['kW/motor', 'kW'],
  ] as const)
    expect(shownUnit(unit, 'metric')).toMatchObject({ unit: metric })
  expect(shownUnit('g/bird', 'metric').shown(110)).toBe(110)
  // 1 g is 0.22 lb per 100, 1 mL 0.026 gal.
  expect([imperial('g/bird').decimals(0), imperial('mL/bird').decimals(0)]).toEqual([1, 2])
})

test('what was typed reads back the same', () => {
  for (const feet of [394, 393.7, 42.5])
    expect(imperial('m').shown(imperial('m').metric(feet))).toBeCloseTo(feet, 8)
})

test('form fields have their unit by name', () => {
  expect(unitOfField('lengthM')).toBe('m')
  expect(unitOfField('flockCount')).toBeUndefined()
  expect(unitOfField('constructor')).toBeUndefined()
})

test('a reader of metric units sees every value as stored, and units without an equivalent are the same for all', () => {
  for (const unit of ['°C', 'Pa', 'kg']) expect(shownUnit(unit, 'metric').shown(21.34)).toBe(21.34)
  expect(shownUnit('°C', 'metric').unit).toBe('°C')
  expect(imperial('%')).toMatchObject({ unit: '%' })
  expect(imperial('furlong').shown(3)).toBe(3)
})

test('decimals are as precise as those of the metric value', () => {
  expect(imperial('Pa').decimals(0)).toBe(3)
  expect(imperial('°C').decimals(1)).toBe(1)
  expect(imperial('m/s').decimals(1)).toBe(0)
})
