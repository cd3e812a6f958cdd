import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { readAgain } from './queries.ts'

test('what a change has made old is read again, also when its first answer is still on its way', async () => {
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
