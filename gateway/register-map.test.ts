import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DocumentError, readDocument } from '#shared/register-maps/documents.ts'
import { RegisterMap } from '#shared/register-maps/register-map.ts'
import { fieldsOf } from '#shared/register-maps/values.ts'
import { planReads } from './blocks.ts'
import { loadMap } from './config.ts'
import { announce } from './signals.ts'

const shipped = readdirSync(new URL('maps', import.meta.url)).map(name => name.replace('.yaml', ''))

describe('every shipped map', () => {
  test.each(shipped)('%s can be read, is named as its file, and announces each value', async name => {
    const map = await loadMap(name, '.')
    expect(map.map).toBe(name)
    const fields = fieldsOf(map)
    for (const field of fields) if (field.lock === undefined) expect(announce(field)?.name).toBeTruthy()
    const { blocks, splits } = planReads(fields, map.manner)
    const asked = [...blocks.flatMap(block => block.fields), ...splits.map(({ field }) => field)]
    expect(new Set(asked)).toEqual(new Set(fields))
    for (const block of blocks) expect(block.count).toBeLessThanOrEqual(map.manner.registers)
  })
})

const HEAD = `map: mine
name: { zh: 我的, en: Mine }
maker: Me
source: My own
confidence: example
registers:
`
/** Each list is ten times the one before. */
const bomb = Array.from(
  { length: 9 },
  (_, i) =>
    `x${i}: &x${i} [${Array(10)
      .fill(i === 0 ? '1' : `*x${i - 1}`)
      .join(', ')}]\n`,
).join('')
function problemsOf(text: string) {
  try {
    readDocument(text, RegisterMap, 'mine.yaml')
  } catch (error) {
    if (error instanceof DocumentError) {
      for (const { message } of error.problems) expect(message['zh-CN']).toMatch(/\p{Script=Han}/u)
      return error.message.split('\n')
    }
    throw error
  }
  return []
}

describe('what is wrong with a map is told with its line', () => {
  test.each([
    ['an unknown key', '  - register: 1\n    metrik: Climate/Temp/S1\n', 'mine.yaml:8:'],
    [
      'a setting that does not exist',
      '  - register: 1\n    setting: Settings/Temp/Nothing\n',
      'mine.yaml:8: registers.0.setting',
    ],
    [
      'an alarm that does not exist',
      '  - register: 1\n\n    alarm: Fire\n',
      'mine.yaml:9: registers.0.alarm',
    ],
    [
      'a latch of an alarm that does not exist',
      '  - register: 1\n    latched: Fire\n',
      'mine.yaml:8: registers.0.latched',
    ],
    [
      'a latch whose alarm is not read',
      '  - register: 1\n    latched: HighTemp\n',
      'mine.yaml:8: registers.0.latched',
    ],
    [
      'a latch under the name of a metric',
      '  - register: 1\n    metric: Latched/HighTemp\n',
      'mine.yaml:8: registers.0.metric',
    ],
    [
      'a metric nobody could read',
      '  - { register: 1, metric: My/Own }\n',
      'mine.yaml:7: registers.0.metric',
    ],
    ['nothing that it is', '  - register: 1\n    scale: 0.1\n', 'mine.yaml:7: registers.0.register'],
    [
      'a setting where nothing can be written',
      '  - register: 1\n    table: input\n    setting: Settings/Temp/TargetOffset\n',
      'mine.yaml:8: registers.0.table',
    ],
    [
      'one name twice',
      '  - { register: 1, alarm: HighTemp }\n  - { register: 2, alarm: HighTemp }\n',
      'mine.yaml:8: registers.1.register',
    ],
    [
      'a value in as many registers as it does not have',
      '  - register: [1, 2, 3]\n    type: uint32\n    metric: Water/Meter1/Total\n',
      'mine.yaml:7: registers.0.register',
    ],
    [
      'a register that Modbus does not have',
      '  - { register: 70000, alarm: HighTemp }\n',
      'mine.yaml:7: registers.0.register',
    ],
    [
      'a bit that its type does not have',
      '  - { register: 1, bits: 20, metric: Fan/G01/State }\n',
      'mine.yaml:7: registers.0.bits',
    ],
    ['a name with capitals', '  - { register: 1, alarm: HighTemp }\nmap: Mine\n', 'mine.yaml:8:'],
    ['a document that grows out of itself', bomb, 'mine.yaml:1:'],
    ['what is no YAML', '  - { register: 1\n', 'mine.yaml:'],
  ])('%s', (_, registers, where) => {
    const problems = problemsOf(HEAD + registers)
    expect(problems.join('\n')).toContain(where)
  })
})

describe('reading in blocks', () => {
  const plan = (registers: object[], manner: object = {}) => {
    const map = RegisterMap.parse({
      map: 'mine',
      name: { zh: '我的', en: 'Mine' },
      maker: 'Me',
      source: 'My own',
      confidence: 'example',
      manner,
      registers: registers.map((entry, i) => ({
        type: 'uint16',
        metric: `Own/${i}`,
        label: { zh: '值', en: 'Value' },
        unit: '',
        ...entry,
      })),
    })
    const { blocks, splits } = planReads(fieldsOf(map), map.manner)
    return {
      blocks: blocks.map(({ table, address, count }) => [table, address, count]),
      splits: splits.map(({ field }) => field.places),
    }
  }

  test('joins neighbours, and skips holes only where the map allows it', () => {
    const registers = [{ register: 4 }, { register: 0 }, { register: 1 }]
    expect(plan(registers).blocks).toEqual([
      ['holding', 0, 2],
      ['holding', 4, 1],
    ])
    expect(plan(registers, { gap: 2 }).blocks).toEqual([['holding', 0, 5]])
  })

  test('asks for no more than a device answers, and tears no value apart', () => {
    const floats = Array.from({ length: 100 }, (_, i) => ({ register: i * 2, type: 'float32' }))
    expect(plan(floats).blocks).toEqual([
      ['holding', 0, 124],
      ['holding', 124, 76],
    ])
    expect(plan(floats.slice(0, 4), { registers: 3 }).blocks).toEqual(
      [0, 2, 4, 6].map(at => ['holding', at, 2]),
    )
  })

  test('keeps tables and paces apart', () => {
    const blocks = plan([
      { register: 0 },
      { register: 1, table: 'input' },
      { register: 1, everyS: 60 },
    ]).blocks
    expect(blocks).toHaveLength(3)
  })

  test('reads a value in distant registers by itself, or along with what lies between', () => {
    const registers = [{ register: [16, 0], type: 'uint32' }]
    expect(plan(registers)).toEqual({ blocks: [], splits: [[16, 0]] })
    expect(plan(registers, { gap: 15 })).toEqual({ blocks: [['holding', 0, 17]], splits: [] })
  })
})
