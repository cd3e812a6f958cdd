import { expect, test } from 'vitest'
import { sheetOfText } from '../own-file/text-file.ts'
import { proposeReadings, type ReadingPlace } from './propose.ts'

const place = (house: string): ReadingPlace => ({
  house,
  number: '',
  id: house,
  timeZone: 'Europe/Amsterdam',
})
const places = [place('Barn 1'), place('Barn 2')]

/** How a file of another system would be read that somebody brings at the first barn. */
function proposed(titles: string, row: (i: number) => string) {
  const text = [titles, ...Array.from({ length: 12 }, (_, i) => row(i))].join('\n')
  const sheets = [sheetOfText('old.csv', Buffer.from(text))].flatMap(sheet => sheet ?? [])
  const [sheet] = proposeReadings(sheets, places, places[0]).sheets
  return {
    house: sheet?.house,
    isUsed: sheet?.isUsed,
    columns: sheet?.columns.map(({ use, proposed }) => use ?? (proposed ? `${proposed.use}?` : null)),
  }
}
test('the unit of a pressure is found though the fans pause most of the time', () => {
  // As probes say it while nothing pulls, and between.
  const paused = (i: number) => (i % 4 === 0 ? 28 : [-2, -1, 1][i % 3])
  const unitOf = (scale: number) => {
    const rows = Array.from(
      { length: 40 },
      (_, i) => `${time(i % 24)};${(scale * (paused(i) ?? 0)).toFixed(4)}`,
    )
    const sheet = sheetOfText('old.csv', Buffer.from(['Time;Pressão', ...rows].join('\n')))
    const layout = proposeReadings(sheet ? [sheet] : [], places, places[0])
    return layout.sheets[0]?.columns.find(({ use }) => use === 'Air/Pressure/S1')?.unit
  }
  expect(unitOf(1)).toBe('Pa')
  expect(unitOf(1 / 249)).toBe('inWG')
})

const time = (i: number) => `2026-03-01 ${String(i).padStart(2, '0')}:00`

test('a column without a title that names own houses is proposed, and until then the rows are of no house', () => {
  expect(proposed('Time;;CO2', i => `${time(i)};Barn ${1 + (i % 2)};${1_200 + i}`)).toEqual({
    house: null,
    isUsed: true,
    columns: ['time', 'house?', 'Air/CO2/S1'],
  })
})

test('houses of others, and numbers that any probe could have measured, are not guessed', () => {
  expect(proposed('Time;Col 2;CO2', i => `${time(i)};Hall ${1 + (i % 2)};${1_200 + i}`)).toMatchObject({
    house: 'Barn 1',
    columns: ['time', null, 'Air/CO2/S1'],
  })
  const unnamed = proposed('Time;数据1;Col 3;CO2', i => `${time(i)};${33 - i / 2};${50 + i};${1_200 + i}`)
  expect(unnamed.columns).toEqual(['time', null, null, 'Air/CO2/S1'])
})

test('of two columns of dates without titles neither tells the time', () => {
  const { isUsed, columns } = proposed(
    'A;B;CO2;Humidity',
    i => `${time(i)};${time(i + 1)};${1_200 + i};${60 + i}`,
  )
  expect(isUsed).toBe(false)
  expect(columns?.slice(0, 2)).toEqual([null, null])
})
