import { describe, expect, test } from 'vitest'
import { faultNames } from '#shared/faults.ts'
import { CO2, NH3, sustainedCo2 } from '#shared/gas-limits.ts'
import { basics } from './basics.ts'
import { categories } from './categories.ts'
import { environmentFaq } from './faq-environment.ts'
import { equipmentFaq } from './faq-equipment.ts'
import { flockFaq } from './faq-flock.ts'
import { htmlOf } from './html-of.ts'
import { install, instructions, maintain, news } from './others.ts'

const faq = [...environmentFaq, ...equipmentFaq, ...flockFaq]
const all = [...faq, ...basics, ...maintain, ...install, ...instructions, ...news]

test('each of the thirty faults has an article', () => {
  expect(faq.map(({ key }) => key)).toEqual(
    Array.from({ length: 30 }, (_, at) => `f${String(at + 1).padStart(2, '0')}`),
  )
})

test('alarms lead to them by existing kinds of fault, and nearly every kind has one', () => {
  const helped = new Set(faq.flatMap(({ faults = [] }) => faults))
  const kinds = Object.keys(faultNames)
  expect([...helped].filter(kind => !kinds.includes(kind))).toEqual([])
  // A restart needs no action, a mode is put back, and what to do about the others is said in the alarm itself.
  const without = kinds.filter(kind => !helped.has(kind) && !kind.startsWith('HouseMode'))
  expect(without.toSorted()).toEqual([
    'ControllerRestart',
    'CredentialTwice',
    'DoorOpen',
    'EggBeltFault',
    'GatewayStorage',
    'HumidityLow',
    'ManualMode',
    'TargetUnlikely',
    'VentilationOff',
  ])
})

describe.each(all.map(article => ({ article, name: article.title[1] })))('$name', ({ article }) => {
  test('says the same in both languages', () => {
    const shapes = article.text.map(text =>
      text
        .split(/\n{2,}/)
        .map(block => [/^(##|-|\d+\.|\||!|\*|>|\[)/.exec(block)?.[0], block.split('\n').length]),
    )
    expect(shapes[1]).toEqual(shapes[0])
    for (const pair of [article.title, article.says]) for (const said of pair) expect(said).not.toBe('')
  })

  test('is filed under an existing heading', () => {
    if (article.category !== undefined) expect(categories[article.category]).toBeDefined()
  })
})

/** Each sentence or cell of what people read, with the article it stands in. */
const sentences = all.flatMap(({ key, text, says }) =>
  [...text, ...says].flatMap(said => said.split(/(?<=[.。！!])\s+|\n|(?<=。)/).map(line => ({ key, line }))),
)
const saying = (pattern: RegExp) => sentences.filter(({ line }) => pattern.test(line))

describe('no text harms birds or people', () => {
  test('inlets are shut only to test an empty house, and never to stop the air', () => {
    const shuts = /\b(close|shut)\b[^.]*\binlets?\b|关(闭|好|严)[^，。；]*(进风口|小窗)/i
    for (const { key, line } of saying(shuts)) expect([key, line]).toEqual(['f02', expect.anything()])
    const [chinese = '', english = ''] = faq.find(({ key }) => key === 'f02')?.text ?? []
    expect(english).toMatch(/in an empty house only\n\n! Never with birds/)
    expect(chinese).toMatch(/空舍[^\n]*\n\n! 只在空舍做/)
  })

  test('nobody is sent into carbon monoxide, hydrogen sulphide or bad air', () => {
    for (const { line } of sentences) expect(line).not.toMatch(/go in alone|单独进入/i)
    const gases = /carbon monoxide|hydrogen sulphide|一氧化碳|硫化氢/i
    // A warning says who stays out; anything else about these gases is a limit, a measurement or where they come from.
    const warnings = all.flatMap(({ text }) =>
      text.flatMap(said => said.split('\n').filter(line => line.startsWith('!') && gases.test(line))),
    )
    expect(warnings).toHaveLength(4)
    for (const line of warnings)
      expect(line).toMatch(/nobody goes in|everybody leaves|任何人都不要进入|所有人先离开/i)
  })

  test('chicks are given no tunnel, no wet pads and no hunger', () => {
    const young = /chicks|young birds|under (two|three) weeks|小鸡|雏鸡/i
    for (const { line } of saying(young))
      if (/tunnel|纵向|\bpads?\b|水帘|stop feeding|停料/i.test(line)) expect(line).toMatch(/\bno\b|不/i)
    // Hunger in the heat is for grown birds, and says so.
    for (const { line } of saying(/stop feeding|停料/i))
      expect(line).toMatch(/grown birds only|只对大鸡|不停料/i)
  })

  test('the table of gases names the limits that alarms ring at', () => {
    const rows = (all.find(({ key }) => key === 'gas-limits')?.text ?? []).map(said =>
      said.split('\n').filter(line => line.startsWith('|')),
    )
    const numbersIn = (line = '') => [...line.replaceAll(',', '').matchAll(/\d+(?:\.\d+)?/g)].map(Number)
    const limitsOf = (lines: readonly string[], gas: RegExp) =>
      numbersIn(lines.find(line => gas.test(line))).slice(1)
    expect(rows).toHaveLength(2)
    for (const lines of rows) {
      expect(limitsOf(lines, /Ammonia|氨气/)).toEqual([NH3.warning, NH3.alarm])
      expect(limitsOf(lines, /dioxide, layers|二氧化碳（蛋鸡）/)).toEqual([
        CO2.warning,
        sustainedCo2('layer'),
      ])
      expect(limitsOf(lines, /dioxide, broilers|二氧化碳（肉鸡）/)).toEqual([
        CO2.warning,
        sustainedCo2('broiler'),
      ])
    }
  })

  test('a house is called tight from 37.5 Pa on and leaky below 25 Pa, wherever it is said', () => {
    const tight = sentences.filter(({ line }) => /\b25 Pa/.test(line))
    expect(tight.length).toBeGreaterThanOrEqual(4)
    for (const { line } of tight) expect(line).toMatch(/below 25 Pa|不到 25 Pa/)
  })

  test('the generator is started every week and loaded every 30 days, wherever it is said', () => {
    for (const { line } of saying(/under load every|带载试机：|run it under load/i))
      expect(line).toMatch(/30 days|30 天/)
  })
})

test('plain text becomes headings, lists, tables and call-outs, and nothing in it becomes a tag', () => {
  const html = htmlOf('## A\n\n1. b\n2. <c>\n\n| d | e |\n| 1 | 2 |\n\n! f\n\n[fan]', () => ({
    id: 'x',
    alt: 'y',
  }))
  expect(html.split('\n')).toEqual([
    '<h2>A</h2>',
    '<ol><li><p>b</p></li><li><p>&lt;c&gt;</p></li></ol>',
    '<table><tbody><tr><th><p>d</p></th><th><p>e</p></th></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>',
    '<aside data-callout="danger"><p>f</p></aside>',
    '<img src="/files/x" alt="y">',
  ])
})
