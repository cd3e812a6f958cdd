import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createShares, type Kind, onBehalfOf, ShareFull, type Shares } from './shares.ts'

/** Four connections for statements and two for transactions, of which an account has two at most. */
const few = () => createShares({ connections: { single: 4, several: 2 }, each: 2 })
type Few = ReturnType<typeof few>

/** Asks for turns and remembers in which order they came. */
function asking(shares: Few) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const refused: string[] = []
  const ask = (name: string, account = name[0] ?? '', kind: Kind = 'single') =>
    shares.take(account, kind).then(
      end => {
        begun.push(name)
        ends.set(name, end)
      },
      (error: unknown) => {
        expect(error).toBeInstanceOf(ShareFull)
        refused.push(name)
      },
    )
  const settle = () => new Promise(resolve => setImmediate(resolve))
  return { begun, refused, ask, settle, end: (name: string) => ends.get(name)?.() }
}

describe('an account', () => {
  test('has its share at once and no more, whoever else asks for nothing', async () => {
    const { begun, ask, settle, end } = asking(few())
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name)
    await settle()
    expect(begun).toEqual(['a1', 'a2'])
    end('a1')
    await settle()
    expect(begun).toEqual(['a1', 'a2', 'a3'])
  })

  test('is counted with its transactions', async () => {
    const { begun, ask, settle } = asking(few())
    void ask('a1', 'a', 'several')
    void ask('a2')
    void ask('a3')
    await settle()
    expect(begun).toEqual(['a1', 'a2'])
  })

  test('takes its turn with others, however much of it waits', async () => {
    const { begun, ask, settle, end } = asking(
      createShares({ connections: { single: 2, several: 0 }, each: 2 }),
    )
    for (let i = 1; i <= 9; i++) void ask(`a${i}`)
    void ask('b1')
    void ask('c1')
    await settle()
    expect(begun).toEqual(['a1', 'a2'])
    for (const name of ['a1', 'a2', 'b1']) {
      end(name)
      await settle()
    }
    // Its own turn comes once in a round.
    expect(begun.slice(2).toSorted()).toEqual(['a3', 'b1', 'c1'])
    expect(begun.indexOf('b1')).toBeLessThan(4)
  })

  test('that gives a turn back twice gives one', async () => {
    const shares = few()
    const end = await shares.take('a', 'single')
    end()
    end()
    expect(shares.load()).toMatchObject({ busy: 0, waiting: 0 })
    await Promise.all([shares.take('a', 'single'), shares.take('a', 'single')])
    expect(shares.load().busy).toBe(2)
  })
})

test('work that began first goes first, so that the calls of a page end in the order they were made', async () => {
  const { begun, ask, settle, end } = asking(few())
  void ask('a1')
  void ask('a2')
  const { promise: known, resolve: know } = Promise.withResolvers<void>()
  // The first call asks for something only after the second has.
  const call = onBehalfOf('a', async () => {
    await known
    await ask('a of the first call')
  })
  void onBehalfOf('a', () => ask('a of the second call'))
  know()
  await settle()
  end('a1')
  await call
  expect(begun).toEqual(['a1', 'a2', 'a of the first call'])
  end('a2')
  await settle()
  expect(begun.at(-1)).toBe('a of the second call')
})

describe('beyond its share', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('an account waits for five seconds and is then refused', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { begun, refused, ask, settle } = asking(few())
    for (const name of ['a1', 'a2', 'a3']) void ask(name)
    await vi.advanceTimersByTimeAsync(4_900)
    expect(refused).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    await settle()
    expect([begun, refused]).toEqual([['a1', 'a2'], ['a3']])
  })

  test('three hundred may wait; of more the youngest is refused at once', async () => {
    const shares = few()
    const { begun, refused, ask, settle } = asking(shares)
    for (let i = 1; i <= 303; i++) void ask(`a${i}`)
    await settle()
    expect([begun.length, refused]).toEqual([2, ['a303']])
    expect(shares.load()).toEqual({ busy: 2, waiting: 300, refused: 1 })
  })

  test("the server's own work has no share and waits as long as it takes", async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { begun, refused, ask, settle, end } = asking(few())
    for (let i = 1; i <= 300; i++) void ask(`s${i}`, '')
    await vi.advanceTimersByTimeAsync(60_000)
    await settle()
    expect([begun.length, refused]).toEqual([4, []])
    end('s1')
    await settle()
    expect(begun).toHaveLength(5)
  })
})

test('of heavy statements an account has one at a time, and others go past those that wait', async () => {
  const shares = createShares({ connections: { single: 4, several: 0, heavy: 2 }, each: 2 })
  const { begun, ask, settle, end } = asking(shares)
  for (const name of ['a1', 'a2', 'b1', 'c1']) void ask(name, name[0], 'heavy')
  void ask('a3')
  await settle()
  expect(begun.toSorted()).toEqual(['a1', 'a3', 'b1'])
  end('b1')
  await settle()
  expect(begun.at(-1)).toBe('c1')
  end('a1')
  await settle()
  expect(begun.at(-1)).toBe('a2')
})

describe('an account that goes on using all it may have', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Keeps so many statements of 20 ms each going for a while; how many ended in the last second, of whom. */
  async function keepsAsking(shares: Shares, askers: Record<string, number>, forMs: number, slow?: string) {
    const ended: Record<string, number> = {}
    const lastSecond = performance.now() + forMs - 1_000
    let isOver = false
    // A statement of the slow one takes a second.
    const takes = (account: string) => (account === slow ? 1_000 : 20)
    const one = async (account: string): Promise<void> => {
      if (isOver) return
      const end = await shares.take(account, 'single').catch(() => null)
      if (!end) return
      setTimeout(() => {
        end()
        if (performance.now() > lastSecond) ended[account] = (ended[account] ?? 0) + 1
        void one(account)
      }, takes(account))
    }
    for (const [account, inFlight] of Object.entries(askers))
      for (let i = 0; i < inFlight; i++) void one(account)
    await vi.advanceTimersByTimeAsync(forMs)
    isOver = true
    return ended
  }
  const server = () => createShares({ connections: { single: 8, several: 0 }, each: 4, tires: true })

  test('has its share for a few seconds, then a connection that rests three times as long as it works', async () => {
    expect(await keepsAsking(server(), { a: 40 }, 1_500)).toEqual({ a: 200 })
    const { a = 0 } = await keepsAsking(server(), { a: 40 }, 60_000)
    expect(a).toBeGreaterThan(10)
    expect(a).toBeLessThan(14)
  })

  test('slows nobody else down, and whoever asks for one thing after the other never tires', async () => {
    const { a = 0, b = 0 } = await keepsAsking(server(), { a: 40, b: 1 }, 60_000)
    expect(a).toBeLessThan(14)
    expect(b).toBe(50)
  })

  test('does not wait for the rest of another, which is longer', async () => {
    const { a = 0 } = await keepsAsking(server(), { b: 4, a: 40 }, 60_000, 'b')
    expect(a).toBeGreaterThan(10)
    expect(a).toBeLessThan(14)
  })

  test('has its share again after half a minute without', async () => {
    const shares = server()
    await keepsAsking(shares, { a: 40 }, 20_000)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await keepsAsking(shares, { a: 4 }, 1_000)).toEqual({ a: 200 })
  })

  test("tires only as people do: the server's own work does not", async () => {
    expect(await keepsAsking(server(), { '': 8 }, 30_000)).toEqual({ '': 400 })
  })
})
