import { describe, expect, test } from 'vitest'
import { sideBySide, type Work } from './side-by-side.ts'

/** Runs the works; what is open is ended by its name, and `begun` tells in which order they began. */
function running(works: readonly Work[], cores: number) {
  const begun: string[] = []
  const ends = new Map<string, (succeeded: boolean) => void>()
  const dropped = sideBySide(works, cores, ({ name }) => {
    begun.push(name)
    return new Promise(resolve => ends.set(name, resolve))
  })
  const end = async (name: string, succeeded = true) => {
    ends.get(name)?.(succeeded)
    await new Promise(resolve => setImmediate(resolve))
  }
  return { begun, end, dropped }
}

describe('work side by side', () => {
  test('fills the cores in the given order, and begins the next as soon as there is room', async () => {
    const works = [
      { name: 'long', cores: 1 },
      { name: 'wide', cores: 2 },
      { name: 'small', cores: 0.5 },
    ]
    const { begun, end, dropped } = running(works, 2)
    expect(begun).toEqual(['long', 'small'])
    await end('small')
    expect(begun).toEqual(['long', 'small'])
    await end('long')
    expect(begun).toEqual(['long', 'small', 'wide'])
    await end('wide')
    expect(await dropped).toEqual([])
  })

  test('begins what needs more cores than there are once nothing else runs', async () => {
    const { begun, end, dropped } = running([{ name: 'wide', cores: 3 }], 2)
    expect(begun).toEqual(['wide'])
    await end('wide')
    expect(await dropped).toEqual([])
  })

  test('waits for what it needs, and does not begin if that fails or is not begun itself', async () => {
    const works = [
      { name: 'third', cores: 1, after: 'second' },
      { name: 'second', cores: 1, after: 'first' },
      { name: 'first', cores: 1 },
      { name: 'other', cores: 1, after: 'not asked for' },
    ]
    const { begun, end, dropped } = running(works, 4)
    expect(begun).toEqual(['first', 'other'])
    await end('first', false)
    await end('other')
    expect(begun).toEqual(['first', 'other'])
    expect((await dropped).toSorted()).toEqual(['second', 'third'])
  })
})
