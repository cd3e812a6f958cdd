import { describe, expect, test } from 'vitest'
import { RegisterMap } from './register-map.ts'
import { type Field, fieldsOf, meaningOf, UnwritableError, wordsFor } from './values.ts'

/** One field of a map with these keys. */
function field(entry: object): Field {
  const map = RegisterMap.parse({
    map: 'one',
    name: { zh: '一', en: 'One' },
    maker: 'Test',
    source: 'Test',
    confidence: 'example',
    registers: [{ register: 0, metric: 'One/Value', label: { zh: '值', en: 'Value' }, unit: '', ...entry }],
  })
  return fieldsOf(map)[0] as Field
}

/** Bytes as they stand in a manual → registers. */
const words = (...bytes: number[]) =>
  Array.from({ length: bytes.length / 2 }, (_, i) => ((bytes[i * 2] ?? 0) << 8) | (bytes[i * 2 + 1] ?? 0))

describe('registers mean', () => {
  test.each([
    ['a negative temperature in hundredths', { type: 'int16', scale: 0.01 }, [65_536 - 150], -1.5],
    ['a humidity in hundredths, without binary dust', { scale: 0.01 }, [6153], 61.53],
    // 123456.789 as a float is 47 F1 20 65.
    ['a float, ABCD', { type: 'float32', scale: 1 }, words(0x47, 0xf1, 0x20, 0x65), 123_456.789],
    ['a float, CDAB', { type: 'float32', words: 'low' }, words(0x20, 0x65, 0x47, 0xf1), 123_456.789],
    ['a float, BADC', { type: 'float32', bytes: 'low' }, words(0xf1, 0x47, 0x65, 0x20), 123_456.789],
    [
      'a float, DCBA',
      { type: 'float32', words: 'low', bytes: 'low' },
      words(0x65, 0x20, 0xf1, 0x47),
      123_456.789,
    ],
    ['a counter over two registers', { type: 'uint32' }, [0x000f, 0x4240], 1_000_000],
    ['the same with its low word first', { type: 'uint32', words: 'low' }, [0x4240, 0x000f], 1_000_000],
    [
      'the same in distant registers, whatever the order of the map',
      { register: [16, 0], type: 'uint32', words: 'low' },
      [0x000f, 0x4240],
      1_000_000,
    ],
    ['a negative 32-bit number', { type: 'int32' }, [0xffff, 0xfffe], -2],
    ['energy in 64 bits', { type: 'uint64', scale: 0.1 }, [0, 2, 0xdfdc, 0x1c35], 1_234_567_890.1],
    ['two digits in each byte', { type: 'bcd32' }, [0x0012, 0x3456], 123_456],
    ['bits of a word', { bits: [4, 7] }, [0b1011_0101_0011], 5],
    ['one bit of a word', { bits: 9 }, [0x0200], true],
    ['a code', { codes: { 3: 4, 9: 6 }, unit: 'enum' }, [9], 6],
  ])('%s', (_, entry, raw, meant) => {
    const own = field(entry)
    const value = meaningOf(own, raw, own.bits === 9)
    if (typeof meant === 'number') expect(value).toBeCloseTo(meant, 2)
    else expect(value).toBe(meant)
  })

  test.each([
    ['the sentinel of a missing probe', { type: 'int16', none: [-32_768] }, [0x8000]],
    ['zero, where zero says that there is none', { none: [0] }, [0]],
    ['a float that is no number', { type: 'float32' }, [0x7fc0, 0]],
    ['infinity', { type: 'float32' }, [0x7f80, 0]],
    ['a digit above nine', { type: 'bcd16' }, [0x1a00]],
    ['a code nobody has told', { codes: { 1: 1 }, unit: 'enum' }, [7]],
    ['a value beyond what the sensor can measure', { low: 0, high: 110 }, [60_000]],
    ['a sentinel among bits', { bits: [0, 3], none: [15] }, [0x000f]],
    ['a count beyond what a number keeps exactly', { type: 'uint64' }, [0xffff, 0, 0, 0]],
  ])('nothing, and never zero: %s', (_, entry, raw) => {
    expect(meaningOf(field(entry), raw, false)).toBeNull()
  })
})

describe('a setting is written so that it is read back the same', () => {
  const setting = (entry: object) =>
    field({
      metric: undefined,
      label: undefined,
      unit: undefined,
      setting: 'Settings/Temp/TargetOffset',
      ...entry,
    })

  test.each([
    [{ type: 'int16', scale: 0.1 }, -1.5, [65_521]],
    [{ type: 'float32', words: 'low' }, 2.5, [0, 0x4020]],
    [{ type: 'bcd16' }, 42, [0x0042]],
    [{ type: 'int32', words: 'low', bytes: 'low' }, -2, [0xfeff, 0xffff]],
    [{ scale: 0.1, offset: -50 }, -1.5, [485]],
  ])('%o: %d', (entry, value, raw) => {
    const own = setting(entry)
    expect(wordsFor(own, value, [])).toEqual(raw)
    expect(meaningOf(own, raw, false)).toBeCloseTo(value, 6)
  })

  test('a time of day', () => {
    const own = field({
      metric: undefined,
      label: undefined,
      unit: undefined,
      setting: 'Settings/Light/D1/P01/On',
      clock: 'hhmm',
    })
    expect(wordsFor(own, '05:30', [])).toEqual([530])
    expect(meaningOf(own, [530], false)).toBe('05:30')
    expect(meaningOf(own, [575], false)).toBeNull()
  })

  test('bits leave the others of their register as they are', () => {
    expect(wordsFor(setting({ bits: [4, 7] }), 5, [0xffff])).toEqual([0xff5f])
  })

  test.each([
    ['more than a register holds', { scale: 0.00001 }, 5],
    ['a value that the controller takes for "none"', { type: 'int16', none: [-10] }, -10],
    ['more than its bits hold', { bits: [0, 1] }, 5],
  ])('and refused: %s', (_, entry, value) => {
    expect(() => wordsFor(setting(entry), value, [0])).toThrow(UnwritableError)
  })
})
