import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { readNews } from './news.ts'

function aList() {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
  const answers: ((shown: string) => void)[] = []
  const queryFn = () => new Promise<string>(resolve => answers.push(resolve))
  const question = { queryKey: [alarms.list.path, { search: 'House 1' }], queryFn }
  const list = new QueryObserver(cache, question)
  const draw = () => onTestFinished(list.subscribe(() => {}))
  return { cache, answers, question, draw, shown: () => list.getCurrentResult().data }
}

test('an alarm that came after a list was read and before it was drawn still shows on it', async () => {
  const { cache, answers, question, draw, shown } = aList()
  const ahead = cache.prefetchQuery(question)
  const news = readNews(cache)
  answers[0]?.('none')
  await Promise.all([ahead, news])
  draw()
  expect(shown()).toBe('none')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('the alarm')
  await expect.poll(shown).toBe('the alarm')
})

test('many alarms at once are read together, and none is missed', async () => {
  const { cache, answers, draw, shown } = aList()
  draw()
  const first = readNews(cache)
  answers[0]?.('none')
  await expect.poll(() => answers.length).toBe(2)
  void readNews(cache)
  void readNews(cache)
  answers[1]?.('the first')
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.('all')
  await first
  expect(shown()).toBe('all')
  expect(answers).toHaveLength(3)
})
