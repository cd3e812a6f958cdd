import { expect, test } from 'vitest'
import { metricGroups, searched, settingRows } from './reported-rows.ts'

const english = { language: 'en-US', units: 'metric' } as const
const reported = {
  id: 'd',
  code: 'EC-1',
  name: 'EC-1',
  doubts: [],
  foreign: [{ name: 'Maker/Special', unit: 'mg/m³', low: 0, high: 50, decimals: 1 }],
  metrics: {
    'Vent/Level': [6, 1_000],
    'Climate/Temp/Avg': [21.46, 1_000],
    'Maker/Special': [1.25, 2_000],
    'Climate/Temp/S1': [null, 500],
  } as Record<string, [number | null, number]>,
  settings: { 'Settings/Vent/L07/SideInlet': [40, 1_000], 'Settings/Version': [7, 1_000] } as Record<
    string,
    [number, number]
  >,
  silentAfterS: 180,
}
const groups = metricGroups(reported, english, first => first)

test('metrics follow the order of the signal model, foreign ones last, with what their device reported about them', () => {
  expect(groups.map(({ key }) => key)).toEqual(['Climate', 'Vent', 'Maker'])
  expect(groups[2]?.rows[0]).toMatchObject({
    label: 'Maker/Special',
    value: '1.3\u202fmg/m³',
    range: '0.0–50.0\u202fmg/m³',
    isDrawn: true,
  })
})

test('a metric shows its value with unit, hard range and time', () => {
  expect(groups[0]?.rows[0]).toEqual({
    name: 'Climate/Temp/Avg',
    label: 'Average temperature',
    at: 1_000,
    isDrawn: true,
    value: '21.5\u202f°C',
    range: '\u221240.0–90.0\u202f°C',
  })
})

test('a dead probe has no value', () => expect(groups[0]?.rows[1]?.value).toBe('–'))

test('settings stand in their groups, unknown ones last', () => {
  const titles = settingRows(reported, english, 'Other').map(({ title }) => title)
  expect(titles).toEqual(['Ventilation levels', 'Other'])
  expect(settingRows({ ...reported, settings: null }, english, 'Other')).toEqual([])
})

test('settings a simulated house ignores are marked', () => {
  const settings: typeof reported.settings = {
    'Settings/Vent/L03/VarSpeed1': [1, 1_000],
    'Settings/Vent/L03/SideInlet': [40, 1_000],
  }
  const [levels] = settingRows({ ...reported, settings }, english, 'Other')
  expect(levels?.rows.map(({ name, isUnmodelled }) => [name, isUnmodelled])).toEqual([
    ['Settings/Vent/L03/SideInlet', false],
    ['Settings/Vent/L03/VarSpeed1', true],
  ])
})

test('the search finds a label and a wire name', () => {
  const found = (text: string) => searched(groups, text).flatMap(({ rows }) => rows.map(({ name }) => name))
  expect(found('average')).toEqual(['Climate/Temp/Avg'])
  expect(found('climate/temp/s')).toEqual(['Climate/Temp/S1'])
  expect(found('nothing like it')).toEqual([])
})
