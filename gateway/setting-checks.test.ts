import { describe, expect, test } from 'vitest'
import { RegisterMap } from '#shared/register-maps/register-map.ts'
import { fieldsOf } from '#shared/register-maps/values.ts'
import { commandResults } from '#shared/setting-changes.ts'
import { type Lock, type Places, panelState, refusal } from './setting-checks.ts'
import type { UnitReader } from './unit-reader.ts'

const fieldOf = (entry: object) => {
  const [field] = fieldsOf(
    RegisterMap.parse({
      map: 'mine',
      name: { zh: '我的', en: 'Mine' },
      maker: 'Me',
      source: 'My own',
      confidence: 'example',
      registers: [{ register: 1, ...entry }],
    }),
  )
  if (!field) throw new Error('a map of one register')
  return field
}
const OFFSET = 'Settings/Temp/TargetOffset'
const reader = (isAlive: boolean, words: number[] | undefined): UnitReader =>
  ({
    isAlive: () => isAlive,
    bus: { alone: (work: (ask: unknown) => unknown) => work(undefined) },
    wordsOf: async (_: unknown, [field]: [unknown]) => new Map(words ? [[field, words]] : []),
    meaning: (_: unknown, [word]: number[]) => (word === 9 ? null : word === 1),
  }) as never

describe('a setting is refused before anything is asked', () => {
  const places = (entry: object): Places =>
    new Map([
      [OFFSET, { name: OFFSET, field: fieldOf({ setting: OFFSET, ...entry }), reader: reader(true, [0]) }],
    ])
  test.each([
    ['in a register', { type: 'int16', scale: 0.1 }, -1.5, undefined],
    ['in two registers', { type: 'float32' }, -1.5, undefined],
    ['in distant registers', { register: [1, 9], type: 'int32', scale: 0.1 }, -1.5, undefined],
    ['in some bits of a register', { bits: [4, 7], scale: 0.5 }, 1.5, undefined],
    ['in bits of two registers', { type: 'uint32', bits: [16, 20], scale: 0.5 }, 1.5, undefined],
    ['in bits that do not hold it', { bits: [0, 1], scale: 0.5 }, 5, commandResults.outOfRange],
    ['in a register that does not hold it', { type: 'uint16', scale: 0.1 }, -1.5, commandResults.outOfRange],
  ])('%s: only where it cannot be written', (_, entry, value, result) => {
    const order = { id: '1', settings: { [OFFSET]: value }, unknown: undefined }
    expect(refusal(order as never, {}, places(entry), 0)?.[0]).toBe(result)
  })
})

describe('the panel', () => {
  const lock = (isAlive: boolean, words: number[] | undefined): Lock => ({
    field: fieldOf({ lock: 'panel', table: 'discrete' }),
    reader: reader(isAlive, words),
  })
  test.each([
    ['without a register for it', [], 'free'],
    ['that nobody works at', [lock(true, [0])], 'free'],
    ['that somebody works at', [lock(true, [0]), lock(true, [1])], 'locked'],
    ['whose unit does not answer', [lock(false, [0])], 'unknown'],
    ['whose register has no value', [lock(true, [9])], 'unknown'],
    ['whose register could not be read', [lock(true, undefined)], 'unknown'],
    ['that somebody works at, while another is not known', [lock(false, [0]), lock(true, [1])], 'locked'],
  ] as const)('%s is %s', async (_, locks, state) => {
    expect(await panelState(locks)).toBe(state)
  })
})
