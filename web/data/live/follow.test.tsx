import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { queries } from '../queries.ts'
import { settingPaths } from '../setting-paths.ts'
import { follow } from './follow.ts'

test('a change that goes from step to step in a burst is read at once and once more, not for each step', async () => {
  const answers: ((state: string) => void)[] = []
  const change = new QueryObserver(queries, {
    queryKey: [settingPaths[0] ?? ''],
    queryFn: () => new Promise<string>(resolve => answers.push(resolve)),
  })
  onTestFinished(change.subscribe(() => {}))
  answers[0]?.('created')
  await expect.poll(() => change.getCurrentResult().data).toBe('created')
  const step = () => follow({ dataType: 'SETTING_STATE' } as never, () => {})
  for (let i = 0; i < 5; i++) step()
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('sent')
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.('synced')
  await expect.poll(() => change.getCurrentResult().data).toBe('synced')
  expect(answers).toHaveLength(3)
})
