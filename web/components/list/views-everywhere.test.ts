import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['../../features/**/*.tsx', '../records/*.tsx', '!**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Lists without anything to keep, and why. */
const without: Readonly<Record<string, string>> = {
  '../../features/mall/favourites-page.tsx': 'has no filters',
}

/** A file with what it imports from its own folder. */
function withNeighbours(file: string): string {
  const source = sources[file] ?? ''
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const near = [...source.matchAll(/from '\.\/([\w-]+\.tsx)'/g)].map(
    ([, name]) => sources[folder + name] ?? '',
  )
  return [source, ...near].join('\n')
}

test('every list keeps its filters under a name', () => {
  const lists = Object.keys(sources).filter(file => /\buseList\(/.test(sources[file] ?? ''))
  expect(lists.length).toBeGreaterThan(25)
  const bare = lists.filter(
    file => !/<(ListPage|FilterBar|ViewsButton|CategoryList|PublishedPage)\b/.test(withNeighbours(file)),
  )
  expect(bare.toSorted()).toEqual(Object.keys(without).toSorted())
})
