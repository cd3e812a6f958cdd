import { expect, it } from 'vitest'
import { statementNames } from './statement-names.ts'

it('names a text from the second time on, always the same', () => {
  const nameOf = statementNames(10)
  const given = ['a', 'a', 'a', 'b', 'b'].map(nameOf)
  expect(given).toEqual([undefined, 'statement-1', 'statement-1', undefined, 'statement-2'])
})

it('gives no more names than it may', () => {
  const nameOf = statementNames(2)
  const given = ['a', 'a', 'b', 'b', 'c', 'c', 'a'].map(nameOf)
  expect(given).toEqual([
    undefined,
    'statement-1',
    undefined,
    'statement-2',
    undefined,
    undefined,
    'statement-1',
  ])
})

it('forgets texts that came once, so that those that never come again take no memory', () => {
  const nameOf = statementNames(2)
  expect(['a', 'b', 'c', 'a', 'a'].map(nameOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    'statement-1',
  ])
})

it('names only some lengths of a list, so that there are names left for other statements', () => {
  const nameOf = statementNames(200)
  const twice = (text: string) => [nameOf(text), nameOf(text)].at(-1)
  const listOf = (length: number) =>
    `select from house where id in (${Array.from({ length }, (_, i) => `$${i + 1}`).join(', ')}) limit $${length + 1}`
  const given = Array.from({ length: 100 }, (_, i) => twice(listOf(i + 1)))
  expect(given.filter(Boolean)).toEqual(['statement-1', 'statement-2', 'statement-3', 'statement-4'])
  expect(twice('select from house where id = $1')).toBe('statement-5')
})
