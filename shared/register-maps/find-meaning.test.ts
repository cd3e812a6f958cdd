import { describe, expect, test } from 'vitest'
import { findMeanings, keysOf, type Meaning, readObservations } from './find-meaning.ts'
import { RegisterMap } from './register-map.ts'
import { type RegisterType, registerTypes } from './registers.ts'
import { type Field, fieldsOf, meaningOf, wordsFor } from './values.ts'

const types = Object.keys(registerTypes) as RegisterType[]
const orders = ['high', 'low'] as const
const scales = [1, 0.1, 0.01] as const

/** A register of a map. */
function field(entry: Partial<Meaning>): Field {
  const { value: _, ...how } = entry
  const [only] = fieldsOf(
    RegisterMap.parse({
      map: 'mine',
      name: { zh: '我的', en: 'Mine' },
      maker: 'Me',
      source: 'My own',
      confidence: 'example',
      registers: [{ register: 0, metric: 'Climate/Temp/Avg', ...how }],
    }),
  )
  return only as Field
}

const every = types.flatMap(type =>
  orders.flatMap(words =>
    orders.flatMap(bytes => scales.map(scale => ({ type, words, bytes, scale }) as const)),
  ),
)

describe.each(every)('a device with $type, $words word and $bytes byte first, scale $scale', how => {
  const written = field(how)
  const decimals = how.scale === 1 ? 0 : how.scale === 0.1 ? 1 : 2
  const observed = (value: number) => ({
    words: wordsFor(written, value, []),
    shown: value.toFixed(decimals),
  })
  // As large as the type can hold exactly, so that no order looks like another.
  const one = how.type.endsWith('16') ? 12.34 : how.type === 'float32' ? 2_468.13 : 246_813.57
  const values = [one, one * 1.7, one / 3.1].map(value => Number(value.toFixed(decimals)))

  test('is found, and whatever else is left says the same', () => {
    const found = findMeanings(values.map(observed))
    expect(found.length).toBeGreaterThan(0)
    for (const meaning of found)
      for (const value of values) {
        const says = meaningOf(field(meaning), observed(value).words, false)
        expect(Math.abs(Number(says) - value)).toBeLessThan(10 ** -decimals)
      }
    const words = registerTypes[how.type] > 1 ? how.words : 'high'
    expect(found).toContainEqual(expect.objectContaining({ ...how, words }))
  })
})

test('the temperature of a panel: 2471 is 24.71 °C in hundredths, without anything unusual', () => {
  expect(findMeanings([{ words: [2471], shown: '24.7' }])[0]).toEqual({
    type: 'uint16',
    words: 'high',
    bytes: 'high',
    scale: 0.01,
    value: 24.71,
  })
})

test('below zero only signed numbers are left', () => {
  const found = findMeanings([{ words: [0x1_0000 - 153], shown: '\u221215.3' }])
  expect(found.map(({ type, scale }) => [type, scale])).toEqual([['int16', 0.1]])
})

test('of two ways that fit, the usual one comes first, and a second look leaves one', () => {
  // 1,542 and its bytes exchanged are the same.
  const once = findMeanings([{ words: [0x0606], shown: '154.2' }])
  expect(once[0]).toMatchObject({ type: 'uint16', bytes: 'high', scale: 0.1 })
  expect(once.some(({ bytes }) => bytes === 'low')).toBe(true)
  const twice = findMeanings([
    { words: [0x0606], shown: '154.2' },
    { words: [0x0610], shown: '155.2' },
  ])
  expect(new Set(twice.map(({ bytes }) => bytes))).toEqual(new Set(['high']))
})

test('a panel that cuts off is believed after one that rounds', () => {
  expect(findMeanings([{ words: [2479], shown: '24.7' }]).map(({ scale }) => scale)).toContain(0.01)
  expect(findMeanings([{ words: [2481], shown: '24.7' }])).toEqual([])
})

test.each([
  ['0', [0]],
  ['--', [2471]],
  ['', [2471]],
])('what is shown as "%s" says nothing', (shown, words) => {
  expect(findMeanings([{ words, shown }])).toEqual([])
})

test('nothing is found where nothing fits', () => {
  expect(findMeanings([{ words: [2471], shown: '18.3' }])).toEqual([])
})

test('notes of several looks are read line by line, and say which keys a map needs', () => {
  const looks = readObservations('0x999A 0x41C5 = 24.7\n\n0x3333, 16839 = 24.9\n')
  expect(looks).toEqual([
    { words: [0x999a, 0x41c5], shown: '24.7' },
    { words: [0x3333, 16_839], shown: '24.9' },
  ])
  const [first] = findMeanings(looks.flatMap(look => look ?? []))
  expect(first && keysOf(first)).toBe('type: float32, words: low')
  expect(readObservations('-153 = -15.3')).toEqual([{ words: [0xffff - 152], shown: '-15.3' }])
})

test.each(['2471', '2471 =', '= 24.7', '70000 = 7', '1 2 3 4 5 = 7', 'x = 7'])(
  '"%s" is no look at a panel',
  line => {
    expect(readObservations(line)).toEqual([undefined])
  },
)
