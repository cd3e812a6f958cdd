import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CallError } from './client.ts'
import { queries, readAgain } from './queries.ts'
import { setReachable } from './reachable.ts'

test('what a change made stale is read again, also when its first answer is still on its way', async () => {
  const cache = new QueryClient()
  const answers: ((status: string) => void)[] = []
  const queryFn = () => new Promise<string>(resolve => answers.push(resolve))
  const list = new QueryObserver(cache, { queryKey: ['/types', { search: 'Eight' }], queryFn })
  onTestFinished(list.subscribe(() => {}))
  expect(answers).toHaveLength(1)

  const read = readAgain(cache, ['/types'])
  answers[0]?.('draft')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('released')
  await read
  expect(list.getCurrentResult().data).toBe('released')
})

describe('a failed question', () => {
  afterEach(() => {
    queries.clear()
    vi.useRealTimers()
  })

  /** Asks for a list that is on the screen; returns how often it was asked, and what shows. */
  async function asked(status: number) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let [tries, isOver] = [0, false]
    const failure = { status, code: status, message: '', data: null, isLogin: false }
    const queryFn = async () => {
      tries++
      if (!isOver) throw new CallError(failure, false)
      return 'rows'
    }
    const list = new QueryObserver(queries, { queryKey: ['/failing', status], queryFn, retry: false })
    onTestFinished(list.subscribe(() => {}))
    await vi.advanceTimersByTimeAsync(100)
    const end = () => {
      isOver = true
    }
    return { list, tries: () => tries, end }
  }

  test.for([0, 429, 502, 503])(
    'with a passing failure (%i) is asked again by itself until it is answered',
    async status => {
      const { list, tries, end } = await asked(status)
      expect([tries(), list.getCurrentResult().status]).toEqual([1, 'error'])
      await vi.advanceTimersByTimeAsync(10_000)
      expect(tries()).toBe(2)
      end()
      await vi.advanceTimersByTimeAsync(10_000)
      expect([tries(), list.getCurrentResult().data]).toEqual([3, 'rows'])
      await vi.advanceTimersByTimeAsync(60_000)
      expect(tries()).toBe(3)
    },
  )

  test('because too much was asked at once is asked again quietly, before anybody is told', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const failure = { status: 429, code: 429, message: 'A lot at once', data: null, isLogin: false }
    let tries = 0
    const queryFn = async () => {
      tries++
      if (tries < 3) throw new CallError(failure, false)
      return 'rows'
    }
    const list = new QueryObserver(queries, { queryKey: ['/much'], queryFn })
    const shown: string[] = []
    onTestFinished(list.subscribe(({ status }) => shown.push(status)))
    await vi.advanceTimersByTimeAsync(3_000)
    expect([tries, list.getCurrentResult().data]).toEqual([3, 'rows'])
    expect(shown).not.toContain('error')
  })

  test('is asked again at once with the first answer after a cut', async () => {
    const { list, tries, end } = await asked(0)
    setReachable(false)
    end()
    setReachable(true)
    await vi.advanceTimersByTimeAsync(0)
    expect([tries(), list.getCurrentResult().data]).toEqual([2, 'rows'])
  })

  test.for([400, 403, 500])('with a lasting failure (%i) is not asked again', async status => {
    const { tries } = await asked(status)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tries()).toBe(1)
  })

  test('is not asked again once nobody looks at it', async () => {
    const { list, tries } = await asked(0)
    list.destroy()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tries()).toBe(1)
  })
})
