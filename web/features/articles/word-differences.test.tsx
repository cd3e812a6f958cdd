import { expect, test } from 'vitest'
import { textOf } from './text-of.ts'
import { wordDifferences } from './word-differences.ts'

const between = (...[before, now, language = 'en-US']: [string, string, ('en-US' | 'zh-CN')?]) =>
  wordDifferences(before, now, language).map(({ is, said }) => [is, said])

test('whole words differ, and unchanged text appears once', () => {
  expect(between('Look at the relay first.', 'Look at the overload relay first.')).toEqual([
    ['same', 'Look at the '],
    ['new', 'overload '],
    ['same', 'relay first.'],
  ])
  expect(between('Wait 5 minutes', 'Wait 15 minutes')).toEqual([
    ['same', 'Wait '],
    ['gone', '5'],
    ['new', '15'],
    ['same', ' minutes'],
  ])
  expect(between('the same', 'the same')).toEqual([['same', 'the same']])
  expect(between('', 'new')).toEqual([['new', 'new']])
  expect(between('old', '')).toEqual([['gone', 'old']])
  expect(between('', '')).toEqual([])
})

test('in Chinese, which has no spaces, it is the word that differs', () => {
  expect(between('先检查风机皮带', '先检查水泵皮带', 'zh-CN')).toEqual([
    ['same', '先检查'],
    ['gone', '风机'],
    ['new', '水泵'],
    ['same', '皮带'],
  ])
})

test('changes far apart stay separate, however long the text is', () => {
  const long = Array.from({ length: 3_000 }, (_, at) => `word${at}${at % 50 === 49 ? '.\n' : ''}`).join(' ')
  const changed = long.replace('word10 ', '').replace('word2900', 'another')
  expect(between(long, changed).filter(([is]) => is !== 'same')).toEqual([
    ['gone', 'word10 '],
    ['gone', 'word2900'],
    ['new', 'another'],
  ])
})

test('rich text is compared by its blocks, each a line', () => {
  const html =
    '<h2>Fans</h2><p>Look <strong>twice</strong>.<br>Then wait.</p><ul><li><p>Belt</p></li><li>Relay</li></ul><table><tbody><tr><th><p>Age</p></th><td>°C</td></tr></tbody></table><img src="/files/a" alt="Drawing"><aside data-callout="danger"><p>Stop.</p></aside>'
  expect(textOf(html, 'Picture').split('\n')).toEqual([
    'Fans',
    'Look twice.',
    'Then wait.',
    '• Belt',
    '• Relay',
    'Age | °C',
    'Picture: Drawing',
    'Stop.',
  ])
})
