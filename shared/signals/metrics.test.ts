import { describe, expect, test } from 'vitest'
import { DataType } from '../sparkplug/types.ts'
import { alarmByMetric, alarms, severities } from './alarms.ts'
import { bookkeeping, isBookkeeping } from './bookkeeping.ts'
import { metricByName, metrics, metricsFor } from './metrics.ts'
import { houseTypes, quantities } from './signal.ts'

const chinese = /\p{Script=Han}/u

describe('the metrics of a house', () => {
  test('are 85, each with its own name', () => {
    expect(metrics).toHaveLength(85)
    expect(metricByName.size).toBe(85)
  })

  test('are read in both languages, no two alike', () => {
    for (const { label } of metrics) {
      expect(label['zh-CN']).toMatch(chinese)
      expect(label['en-US']).toMatch(/^[A-Z]/)
      expect(label['en-US']).not.toMatch(chinese)
    }
    for (const language of ['zh-CN', 'en-US'] as const) {
      expect(new Set(metrics.map(({ label }) => label[language])).size).toBe(85)
    }
  })

  test('have a range, a quantity and decimals that make sense', () => {
    for (const { name, low, high, decimals, quantity, datatype, houseTypes: types } of metrics) {
      expect(low, name).toBeLessThan(high)
      expect(quantities, name).toContain(quantity)
      expect([0, 1, 2], name).toContain(decimals)
      if (datatype !== DataType.Float && datatype !== DataType.Double) expect(decimals, name).toBe(0)
      expect(types.length, name).toBeGreaterThan(0)
    }
  })

  test.each([
    ['Climate/Temp/Avg', DataType.Float, '°C', -40, 90],
    ['Climate/Temp/S8', DataType.Float, '°C', -40, 90],
    ['Climate/Hum/S2', DataType.Float, '%', 0, 100],
    ['Air/CO2/S1', DataType.Int32, 'ppm', 0, 10_000],
    ['Air/Pressure/S2', DataType.Float, 'Pa', -20, 100],
    ['Weather/WindDir', DataType.Int32, '°', 0, 359],
    ['Light/Dimmer4/Output', DataType.Float, '%', 0, 100],
    ['Vent/Mode', DataType.Int32, 'enum', 0, 6],
    ['Fan/G01/State', DataType.Int32, 'enum', 0, 5],
    ['Fan/G12/State', DataType.Int32, 'enum', 0, 5],
    ['Heat/Z6/Output', DataType.Float, '%', 0, 100],
    ['Relay/Bitmap2', DataType.UInt32, 'bits', 0, 4_294_967_295],
    ['Water/Meter1/Total', DataType.Double, 'L', 0, 1e9],
    ['Feed/Silo2/Weight', DataType.Float, 'kg', 0, 50_000],
    ['Bird/DayAge', DataType.Int32, 'd', -7, 999],
    ['Power/MainsOk', DataType.Boolean, 'bool', 0, 1],
    ['Power/GeneratorOn', DataType.Boolean, 'bool', 0, 1],
  ])('%s has its type, unit and range', (name, datatype, unit, low, high) => {
    expect(metricByName.get(name)).toMatchObject({ name, datatype, unit, low, high })
  })

  test('every code of an enum has a name in both languages', () => {
    for (const { name, unit, low, high, enum: choices } of metrics) {
      if (unit !== 'enum') continue
      for (let code = low; code <= high; code++) {
        expect(choices?.[code]?.['zh-CN'], `${name} ${code}`).toMatch(chinese)
        expect(choices?.[code]?.['en-US'], `${name} ${code}`).toBeTruthy()
      }
    }
  })

  test('weights are for growing birds and eggs for laying ones', () => {
    const names = (type: (typeof houseTypes)[number]) => metricsFor(type).map(({ name }) => name)
    expect(names('layer')).toContain('Egg/Today')
    expect(names('layer')).not.toContain('Bird/WeightAvg')
    expect(names('broiler')).toContain('Bird/Uniformity')
    expect(names('broiler')).not.toContain('Egg/Today')
    expect(names('breeder')).toHaveLength(85)
    expect(names('pullet')).toHaveLength(84)
  })
})

describe('the alarms of a house', () => {
  test('have their own metric, a severity and both labels', () => {
    expect(alarmByMetric.size).toBe(alarms.length)
    for (const { code, metric, severity, label, houseTypes: types } of alarms) {
      expect(metric).toBe(`Alarm/${code}`)
      expect(severities).toContain(severity)
      expect(label['zh-CN'], code).toMatch(chinese)
      expect(label['en-US'], code).toMatch(/^[A-Z]/)
      expect(types.length, code).toBeGreaterThan(0)
    }
  })

  test('number the probes and the fan groups', () => {
    const numbered = (start: string) =>
      alarms.filter(({ code }) => code.startsWith(start)).map(({ code }) => code)
    expect(numbered('SensorTemp')).toHaveLength(8)
    expect(numbered('FanGroupFault')).toHaveLength(12)
    expect(alarmByMetric.get('Alarm/FanGroupFault12')?.label).toEqual({
      'zh-CN': '风机组 12 故障',
      'en-US': 'Fan group 12 fault',
    })
  })

  test('that kill within the hour are emergencies', () => {
    const emergencies = alarms.filter(({ severity }) => severity === 'emergency').map(({ code }) => code)
    expect(emergencies).toEqual(['AbsHighTemp', 'PowerFail', 'EmergencyVent'])
  })
})

test('the protocol metrics are not readings', () => {
  for (const name of Object.keys(bookkeeping)) {
    expect(isBookkeeping(name)).toBe(true)
    expect(metricByName.has(name)).toBe(false)
  }
  expect(isBookkeeping('toString')).toBe(false)
  expect(isBookkeeping('Climate/Temp/Avg')).toBe(false)
})

test('every house type has most of the metrics', () => {
  for (const type of houseTypes) expect(metricsFor(type).length).toBeGreaterThan(80)
})
