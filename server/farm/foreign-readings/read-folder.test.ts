import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { type ForeignHouse, readFolder, type Said } from './read-folder.ts'

const made: string[] = []
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

type Files = Readonly<Record<string, string | Uint8Array>>
function folderOf(files: Files, about?: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-'))
  made.push(folder)
  if (about) writeFileSync(join(folder, 'house.json'), JSON.stringify(about))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const flock = { placedOn: '2026-03-01', type: 'broiler', birds: 20_000 }
/** Metric, UTC and value of all readings of the first house. */
const readingsOf = ([house]: readonly ForeignHouse[]) =>
  house?.reports.flatMap(({ at, values }) =>
    [...values]
      .filter(([metric]) => metric !== 'Bird/Count')
      .map(([metric, value]) => `${metric} ${new Date(at).toISOString().slice(0, 19)} ${String(value)}`),
  )

const TEMPERATURE = 'Climate/Temp/Avg'
const wide = (...lines: string[]) => lines.join('\n')

interface Layout {
  name: string
  files: Files
  about?: object
  said?: Said
  expected: string[]
}
const layouts: readonly Layout[] = [
  {
    name: 'wide, comma, decimal point, times with offset',
    files: {
      'a.csv': wide(
        'timestamp,Temperature (°C),CO2,Fan 3',
        '2026-03-10T10:00:00+08:00,24.5,"1,200",on',
        '2026-03-10T10:01:00+08:00,24.6,1300,off',
      ),
    },
    about: { timeZone: 'Asia/Shanghai' },
    expected: [
      `${TEMPERATURE} 2026-03-10T02:00:00 24.5`,
      'Air/CO2/S1 2026-03-10T02:00:00 1200',
      'Fan/G03/State 2026-03-10T02:00:00 1',
      `${TEMPERATURE} 2026-03-10T02:01:00 24.6`,
      'Air/CO2/S1 2026-03-10T02:01:00 1300',
      'Fan/G03/State 2026-03-10T02:01:00 0',
    ],
  },
  {
    name: 'one reading a row, semicolon, decimal comma, thousands point, date and clock apart, as a farm system sends it',
    files: {
      'export.csv': `\ufeff${[
        'sep=;',
        'Grandeza;Dispositivo;Local;Valor;Data;Hora;Lote',
        'CO2;CT-0;MEIO;1.312,00;25/03/2026;10:33:20;1',
        'UMIDADE;CT-0;MEIO;61,50;25/03/2026;10:33:20;1',
        'CO2;CT-0;MEIO;1.141,00;25/03/2026;10:50:04;1',
        'UMIDADE;CT-0;MEIO;62,50;25/03/2026;10:50:04;1',
      ].join('\r\n')}`,
    },
    about: { timeZone: 'America/Sao_Paulo' },
    expected: [
      'Air/CO2/S1 2026-03-25T13:33:20 1312',
      'Climate/Hum/Avg 2026-03-25T13:33:20 61.5',
      'Air/CO2/S1 2026-03-25T13:50:04 1141',
      'Climate/Hum/Avg 2026-03-25T13:50:04 62.5',
    ],
  },
  {
    name: 'a file a metric that is named like it, packed, with a column for the house',
    files: {
      'nh3_ppm.csv.gz': gzipSync('house,at,value\nA,2026-03-10T00:00:00Z,12\nA,2026-03-10T00:05:00Z,13\n'),
    },
    about: { timeZone: 'UTC' },
    expected: ['Air/NH3/S1 2026-03-10T00:00:00 12', 'Air/NH3/S1 2026-03-10T00:05:00 13'],
  },
  {
    name: 'Chinese headings and dates',
    files: {
      '一号舍.csv': wide(
        '时间,平均温度,舍外温度,湿度(%),负压(Pa)',
        '2026年3月10日 8:05,25.1,12,60,20',
        '2026年3月10日 8:06,25.2,12,61,21',
      ),
    },
    about: { timeZone: 'Asia/Shanghai' },
    expected: ['00:05:00 25.1', '00:06:00 25.2'].flatMap((each, i) => [
      `${TEMPERATURE} 2026-03-10T${each}`,
      `Climate/Temp/Outdoor 2026-03-10T00:0${5 + i}:00 12`,
      `Climate/Hum/Avg 2026-03-10T00:0${5 + i}:00 ${60 + i}`,
      `Air/Pressure/S1 2026-03-10T00:0${5 + i}:00 ${20 + i}`,
    ]),
  },
  {
    name: 'German, tab, dots in dates, in summer time',
    files: {
      'stall.txt': wide(
        'Datum\tUhrzeit\tAußentemperatur\tTemperaturfühler 2\tSolltemperatur\tUnterdruck [mbar]',
        '29.03.2026\t01:59\t8,5\t24,0\t23,5\t0,25',
        '29.03.2026\t03:00\t8,5\t24,5\t23,5\t0,20',
      ),
    },
    about: { timeZone: 'Europe/Berlin' },
    expected: ['00:59:00', '01:00:00'].flatMap((clock, i) => [
      `Climate/Temp/Outdoor 2026-03-29T${clock} 8.5`,
      `Climate/Temp/S2 2026-03-29T${clock} ${i === 0 ? '24' : '24.5'}`,
      `Climate/Temp/Target 2026-03-29T${clock} 23.5`,
      `Air/Pressure/S1 2026-03-29T${clock} ${i === 0 ? 25 : 20}`,
    ]),
  },
  {
    name: 'Dutch, one reading a row, in the hour that the clock shows twice',
    files: {
      'hok.csv': wide(
        'tijdstip;grootheid;waarde;eenheid',
        '25-10-2026 02:30;debiet water;600;l/h',
        '25-10-2026 02:50;debiet water;300;l/h',
        '25-10-2026 02:10;debiet water;60;l/h',
      ),
    },
    about: { timeZone: 'Europe/Amsterdam' },
    expected: [
      'Water/FlowRate 2026-10-25T00:30:00 10',
      'Water/FlowRate 2026-10-25T00:50:00 5',
      'Water/FlowRate 2026-10-25T01:10:00 1',
    ],
  },
  {
    name: 'American: month first, halves of the day, Fahrenheit, inches of water; an empty cell says nothing',
    files: {
      'barn.csv': wide(
        'Date,Time,House temp (°F),Pressure (inWC)',
        '3/25/2026,1:05 PM,77.0,0.10',
        '3/26/2026,12:05 AM,,0.10',
        '3/26/2026,12:06 AM,N/A,0.10',
      ),
    },
    about: { timeZone: 'America/New_York' },
    expected: [
      `${TEMPERATURE} 2026-03-25T17:05:00 25`,
      'Air/Pressure/S1 2026-03-25T17:05:00 24.908891',
      'Air/Pressure/S1 2026-03-26T04:05:00 24.908891',
      `${TEMPERATURE} 2026-03-26T04:06:00 null`,
      'Air/Pressure/S1 2026-03-26T04:06:00 24.908891',
    ].map(each => each.replace('24.908891', String(0.1 * 249.088_91))),
  },
  {
    name: 'seconds since 1970, bars, own names of metrics, and what house.json says of the rest',
    files: { 'x.csv': wide('t|Climate/Temp/S1|zone B|junk', '1773100800|24|25|x', '1773100860|24|26|y') },
    about: { timeZone: 'UTC', columns: { t: 'time', 'zone B': 'Climate/Temp/S2', junk: null } },
    expected: ['00:00', '01:00'].flatMap((clock, i) => [
      `Climate/Temp/S1 2026-03-10T00:${clock} 24`,
      `Climate/Temp/S2 2026-03-10T00:${clock} ${25 + i}`,
    ]),
  },
  {
    name: 'as this product exports a chart',
    files: {
      'chart.csv': `\ufeff${[
        '"Time (Asia/Shanghai)","UTC","Average temperature (°C)","Cooling pad"',
        '2026-03-10 08:00:00,2026-03-10T00:00:00.000Z,24.5,0',
        '2026-03-10 08:01:00,2026-03-10T00:01:00.000Z,24.5,1',
      ].join('\r\n')}`,
    },
    about: { timeZone: 'Asia/Shanghai' },
    expected: [
      `${TEMPERATURE} 2026-03-10T00:00:00 24.5`,
      'Cool/Pad/State 2026-03-10T00:00:00 false',
      `${TEMPERATURE} 2026-03-10T00:01:00 24.5`,
      'Cool/Pad/State 2026-03-10T00:01:00 true',
    ],
  },
  {
    name: 'in a Chinese encoding that is named',
    files: {
      'gb.csv': Buffer.concat([
        Buffer.from([0xca, 0xb1, 0xbc, 0xe4, 0x2c, 0xce, 0xc2, 0xb6, 0xc8, 0x0a]),
        Buffer.from('2026-03-10 08:00,24\n2026-03-10 08:01,25\n'),
      ]),
    },
    about: { timeZone: 'Asia/Shanghai' },
    said: { encoding: 'gb18030' },
    expected: [`${TEMPERATURE} 2026-03-10T00:00:00 24`, `${TEMPERATURE} 2026-03-10T00:01:00 25`],
  },
]

test.each(layouts)('reads $name', ({ files, about, said = {}, expected }) => {
  const { houses } = readFolder(folderOf(files, { ...flock, ...about }), said)
  expect(readingsOf(houses)).toEqual(expected)
})

test('folders are houses, and each has its own flock and zone', () => {
  const readings = 'time,temp\n2026-03-10 08:00,24\n2026-03-10 08:01,25\n'
  const folder = folderOf(
    { 'one/a.csv': readings, 'two/a.csv': readings },
    {
      ...flock,
      timeZone: 'Asia/Shanghai',
      houses: { two: { type: 'layer', placedOn: '2025-11-01', timeZone: 'UTC' } },
    },
  )
  const { houses, notes } = readFolder(folder)
  expect(houses.map(({ name, type, placedOn, reports }) => [name, type, placedOn, reports[0]?.at])).toEqual([
    ['one', 'broiler', '2026-03-01', Date.parse('2026-03-10T00:00:00Z')],
    ['two', 'layer', '2025-11-01', Date.parse('2026-03-10T08:00:00Z')],
  ])
  expect(notes[0]).toContain('temp = Climate/Temp/Avg')
})

const good = 'time,temp\n2026-03-10 08:00,24\n2026-03-10 08:01,25\n'
const about = { ...flock, timeZone: 'UTC' }
/** What is wrong with a file, and what people are told of it. */
const refused: readonly [what: string, files: Files, told: object, words: string][] = [
  ['nothing to read', {}, about, 'there is no file of readings'],
  ['an empty file', { 'a.csv': '' }, about, 'a.csv: has no columns'],
  ['no columns', { 'a.csv': 'hello\nworld\n' }, about, 'a.csv: has no columns'],
  ['a heading alone', { 'a.csv': 'time,temp\n' }, about, 'a.csv: has a heading and no rows'],
  ['no heading', { 'a.csv': '2026-03-10 08:00,24\n' }, about, 'a.csv, line 1: has no heading'],
  [
    'bytes',
    { 'a.csv': new Uint8Array([0x74, 0xff, 0xfe, 0x0a]) },
    about,
    'a.csv: is not UTF-8: say --encoding',
  ],
  ['no gzip', { 'a.csv.gz': 'time' }, about, 'a.csv.gz cannot be unpacked'],
  [
    'an open quotation',
    { 'a.csv': `${good}"2026,1\n` },
    about,
    'a.csv, line 4: has a quotation mark that never ends',
  ],
  [
    'too many cells',
    { 'a.csv': `${good}2026-03-10 08:02,1,2\n` },
    about,
    'a.csv, line 4: has 3 cells, the heading 2',
  ],
  [
    'an unknown column',
    { 'a.csv': good.replace('temp', 'enthalpy') },
    about,
    '“enthalpy”: nobody knows what this is',
  ],
  [
    'an unknown sensor',
    { 'a.csv': 'time,sensor,value\n2026-03-10 08:00,enthalpy,24\n' },
    about,
    'a.csv, line 2: “enthalpy”: nobody knows',
  ],
  ['an unknown unit', { 'a.csv': good.replace('temp', 'temp (K)') }, about, 'in “K” are not known'],
  ['no times', { 'a.csv': 'temp,hum\n24,60\n24,60\n' }, about, 'a.csv: has no column of times'],
  ['an empty time', { 'a.csv': `${good},26\n` }, about, 'a.csv, line 4: has no time'],
  ['no date', { 'a.csv': `${good}soon,26\n` }, about, 'a.csv, line 4: “soon” is no date that can be read'],
  [
    'a day that is not',
    { 'a.csv': `${good}2026-02-30 08:00,26\n` },
    about,
    'a.csv, line 4: “2026-02-30 08:00” is no time that exists',
  ],
  ['an hour that is not', { 'a.csv': `${good}2026-03-10 25:00,26\n` }, about, 'is no time that exists'],
  [
    'mixed dates',
    { 'a.csv': `${good}11.03.2026 08:00,26\n` },
    about,
    'a.csv, line 4: “11.03.2026 08:00” is written in another way than “2026-03-10 08:00” in line 2: dates are mixed',
  ],
  [
    'days and months mixed',
    { 'a.csv': 'time,temp\n25/03/2026 08:00,24\n03/26/2026 08:01,25\n' },
    about,
    'a.csv, line 3: “03/26/2026 08:01”',
  ],
  [
    'days or months',
    { 'a.csv': 'time,temp\n02/03/2026 08:00,24\n02/03/2026 08:01,25\n' },
    about,
    'say --dates dmy or --dates mdy',
  ],
  ['offsets mixed', { 'a.csv': `${good}2026-03-10T09:00Z,26\n` }, about, 'dates are mixed'],
  ['no zone', { 'a.csv': good }, flock, 'its times have no zone: say --zone'],
  [
    'two decimal marks',
    { 'a.csv': 'time;temp\n2026-03-10 08:00;24,5\n2026-03-10 08:01;24.5\n' },
    about,
    'a.csv, line 3: “24.5” and “24,5” in line 2 do not have the same decimal mark',
  ],
  [
    'no number',
    { 'a.csv': good.replace('25', 'warm') },
    about,
    'a.csv, line 3: “warm” in “temp” is no number',
  ],
  [
    'one value',
    { 'a.csv': 'time,temp\n2026-03-10 08:00,24\n' },
    about,
    'has only one reading of Climate/Temp/Avg',
  ],
  [
    'no value',
    { 'a.csv': 'time,temp,hum\n2026-03-10 08:00,24,\n2026-03-10 08:01,24,\n' },
    about,
    '“hum” has no reading',
  ],
  [
    'one metric twice',
    { 'a.csv': 'time,temp,temperature\n2026-03-10 08:00,24,24\n' },
    about,
    '“temp” and “temperature” are both Climate/Temp/Avg',
  ],
  [
    'one heading twice',
    { 'a.csv': 'time,temp,temp\n2026-03-10 08:00,24,24\n' },
    about,
    'has two columns “temp”',
  ],
  ['no flock', { 'a.csv': good }, { timeZone: 'UTC' }, 'has no flock: say when its birds were placed'],
  ['a strange house.json', { 'a.csv': good }, { ...about, type: 'duck' }, 'house.json, type:'],
  ['an unknown word in house.json', { 'a.csv': good }, { ...about, hens: 3 }, 'house.json, all of it:'],
  [
    'a zone that is not',
    { 'a.csv': good },
    { ...about, timeZone: 'CST' },
    'house.json, timeZone: is no time zone',
  ],
  [
    'a rule that asks nonsense',
    { 'a.csv': good },
    { ...about, rules: [{ metric: 'Climate/Enthalpy', direction: 'above', limit: 1 }] },
    'house.json, rules.0: asks what no controller reports',
  ],
  [
    'a fault of no house',
    {
      'a.csv': good,
      'faults.csv': 'house,fault,from,to,alarms\nX,fan,2026-03-10 08:00,2026-03-10 09:00,FansFaulty\n',
    },
    about,
    'faults.csv: there are no readings of house X',
  ],
  [
    'a fault that nothing finds',
    {
      'a.csv': good,
      'faults.csv': 'house,fault,from,to,alarms\nX,fan,2026-03-10 08:00,2026-03-10 09:00,Fire\n',
    },
    about,
    'faults.csv, line 2: there is no alarm Fire',
  ],
]

describe('what cannot be read is said in words, and nothing is half done', () => {
  test.each(refused)('%s', (_, files, told, words) => {
    expect(() => readFolder(folderOf(files, told))).toThrow(
      expect.objectContaining({ name: 'StartError', message: expect.stringContaining(words) }),
    )
  })

  test('of several files each says its own', () => {
    const folder = folderOf({ 'a.csv': '', 'b.csv': `${good}soon,26\n`, 'c.csv': good }, about)
    expect(() => readFolder(folder)).toThrow(/a\.csv: .*\nb\.csv, line 4: /s)
  })

  test('no folder', () => {
    expect(() => readFolder('/nowhere/at/all')).toThrow('There is no folder /nowhere/at/all')
  })
})

test('columns that nobody knows are left out if asked, and named', () => {
  const folder = folderOf(
    { 'a.csv': 'time,temp,enthalpy\n2026-03-10 08:00,24,1\n2026-03-10 08:01,24,2\n' },
    about,
  )
  expect(readFolder(folder, { skipsUnknown: true }).notes[0]).toContain('without enthalpy')
})
