import { describe, expect, test } from 'vitest'
import { faultNames } from '#shared/faults.ts'
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
