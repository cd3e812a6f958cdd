import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../controller-program/default-settings.ts'
import { houseSettings } from '../controller-program/house-settings.ts'
import { equipHouse } from '../physics/equipment.ts'
import { ventilationForCo2 } from '../physics/ventilation-need.ts'
import type { HouseType, SettingDocument } from '../signals.ts'
import type { Breed } from '../standards/standards.ts'
import { errorOf } from './error.ts'
import { type RunHouse, runHouse } from './run-house.ts'
import type { RunSample } from './samples.ts'
import type { OutsideAt } from './weather.ts'
import { tryOut } from './what-if.ts'

const FROM = Date.parse('2026-01-20T10:00:00Z')
const HOUR = 3_600_000
const size = { lengthM: 100, widthM: 14, heightM: 2.5, latitude: 36, birds: 20_000 }
const NIGHT = 'Settings/Temp/NightSetback'
const OFFSET = 'Settings/Temp/TargetOffset'

/** A day whose coldest hour is 05:00 and whose warmest is 17:00. */
const day = (mean: number, swing: number): OutsideAt[] =>
  Array.from({ length: 25 }, (_, hour) => ({
    at: FROM + hour * HOUR,
    temperature: mean - swing * Math.cos((2 * Math.PI * (hour + 10 - 5)) / 24),
    humidity: 70,
    sun: 0,
  }))

function build(type: HouseType, breed: Breed, age: number, weight: number, weather = day(2, 5)) {
  const equipment = equipHouse(type, size)
  const today: SettingDocument = Object.fromEntries([
    ...defaultSettings(type, equipment.lux),
    ...houseSettings(type, breed, size, equipment),
  ])
  const house: RunHouse = {
    type,
    equipment,
    birds: { count: size.birds, age, weight, eggMass: type === 'layer' ? 0.057 : 0 },
    from: FROM,
    aheadOfUtc: 0,
    weather,
    start: { temperature: type === 'layer' ? 21 : 24, humidity: 60, co2: 1_800, nh3: 5, level: null },
  }
  const judged = { type, age, ...size, alive: size.birds, weight, equipment: null }
  return { house, today, judged }
}

const hens = build('layer', 'hyline-brown', 210, 1.95)
const broilers = build('broiler', 'ross308', 28, 1.6)
const mean = (samples: readonly RunSample[], key: keyof RunSample) =>
  samples.reduce((sum, sample) => sum + sample[key], 0) / samples.length

describe('a run', () => {
  test('has a sample every ten minutes for 24 hours, and is the same each time', () => {
    const samples = runHouse(hens.house, hens.today)
    expect(samples.map(({ at }) => at)).toEqual(
      Array.from({ length: 144 }, (_, i) => FROM + (i + 1) * 600_000),
    )
    expect(runHouse(hens.house, hens.today)).toEqual(samples)
    expect(samples.flatMap(sample => Object.values(sample)).every(Number.isFinite)).toBe(true)
  })

  test('of a controller with fewer points, fan groups and dimmers uses those it has', () => {
    const small = Object.fromEntries(
      Object.entries(hens.today).filter(
        ([name]) => !/\/(?:P09|P10|G09|G1\d)(?:\/|$)/.test(name) && !name.startsWith('Settings/Heat/'),
      ),
    )
    const samples = runHouse(hens.house, small)
    expect(samples.flatMap(sample => Object.values(sample)).every(Number.isFinite)).toBe(true)
    expect(samples.every(({ level }) => level >= 1)).toBe(true)
  })

  test('keeps what the birds breathe out: CO2 matches its air and heat', () => {
    // steady weather, its last hours: what the birds add leaves with the air
    const { house, today } = build('layer', 'hyline-brown', 210, 1.95, day(2, 0))
    const light = Object.fromEntries(
      Object.keys(today).flatMap(name =>
        /^Settings\/Light\/D1\/.*\/(?:On|Off)$/.test(name) ? [[name, '00:00']] : [],
      ),
    )
    const late = runHouse(house, { ...today, ...light }).slice(-6)
    const source = { kind: house.type, birds: house.birds.count, weight: 1.95, eggMass: 0.057 }
    // no light at all is the dark side of the birds' swing
    const expected = ventilationForCo2(source, mean(late, 'temperature'), mean(late, 'co2')) * 0.88
    expect(mean(late, 'airflow') / expected).toBeGreaterThan(0.9)
    expect(mean(late, 'airflow') / expected).toBeLessThan(1.1)
  })

  test('of a house in hot weather cannot be colder than outside by more than its pads achieve', () => {
    const { house, today } = build('broiler', 'ross308', 35, 2.2, day(33, 4))
    const samples = runHouse(house, today)
    expect(Math.max(...samples.map(({ level }) => level))).toBe(18)
    for (const { temperature, outside } of samples) expect(temperature).toBeGreaterThan(outside - 12)
  })

  test('a corrected probe moves what the controller does', () => {
    const warmer = runHouse(broilers.house, broilers.today)
    const probes = Array.from({ length: 8 }, (_, i) => [`Settings/Sensor/T${i + 1}/Correction`, 2])
    const corrected = { ...broilers.today, ...Object.fromEntries(probes) }
    expect(mean(runHouse(broilers.house, corrected, broilers.today), 'temperature')).toBeLessThan(
      mean(warmer, 'temperature') - 1,
    )
    // corrections in effect make the probes true
    expect(runHouse(broilers.house, corrected, corrected)).toEqual(warmer)
  })
})

describe('trying out a change', () => {
  const tried = (of: typeof hens, wanted: SettingDocument) =>
    tryOut(of.house, { today: of.today, wanted, judged: of.judged })

  test('that changes nothing gives the same run, and nothing to report', () => {
    const { today, changed, judged, verdict, suggestion } = tried(hens, {
      [OFFSET]: Number(hens.today[OFFSET]),
    })
    expect(changed).toEqual(today)
    expect(new Set(Object.values(judged))).toEqual(new Set(['same']))
    expect(verdict).toEqual({ harms: [], course: 'steady', concerns: [] })
    expect(suggestion).toBeNull()
  })

  test('a lower night target makes the night colder and leaves the day unchanged', () => {
    const { today, changed, verdict } = tried(broilers, { [NIGHT]: -3 })
    const isNight = ({ at }: RunSample) => [0, 1, 2, 3].includes(new Date(at - 1).getUTCHours())
    const nights = [today, changed].map(({ samples }) => mean(samples.filter(isNight), 'temperature'))
    expect((nights[0] ?? 0) - (nights[1] ?? 0)).toBeGreaterThan(1.5)
    expect(changed.samples.slice(0, 12)).toEqual(today.samples.slice(0, 12))
    expect(verdict.course).toBe('colder')
    expect(verdict.concerns[0]).toBe('cold')
  })

  test('less minimum air raises CO2, and says so', () => {
    const wanted = Object.fromEntries(
      Object.entries(broilers.today).flatMap(([name, on]) => {
        const level = /^(Settings\/Vent\/L0[1-7])\/CycleOn$/.exec(name)
        if (!level) return []
        const less = Math.round(Number(on) * 0.5)
        return [
          [name, less],
          [`${level[1]}/CycleOff`, 300 - less],
        ]
      }),
    )
    const cold = build('broiler', 'ross308', 14, 0.55, day(-8, 4))
    const { today, changed, judged, verdict } = tryOut(cold.house, {
      today: cold.today,
      wanted,
      judged: cold.judged,
    })
    expect(changed.figures.peakCo2).toBeGreaterThan(today.figures.peakCo2 + 300)
    expect(changed.figures.leastAir).toBeLessThan(today.figures.leastAir)
    expect(judged.peakCo2).toBe('watch')
    expect(verdict.concerns[0]).toBe('co2')
  })
})

test('the error of the model is the mean of its differences wherever something was measured', () => {
  const run = runHouse(hens.house, hens.today)
  const measured = run.map(({ at, temperature, humidity }, i) => ({
    at,
    temperature: temperature + (i % 2 === 0 ? 0.5 : -0.5),
    humidity: i < 10 ? humidity + 4 : null,
    co2: null,
  }))
  const error = errorOf(run, measured)
  expect(error.temperature).toBeCloseTo(0.5, 5)
  expect(error.humidity).toBeCloseTo(4, 5)
  expect(error.co2).toBeNull()
})
