import { expect, test, vi } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

function working() {
  const begun: { subject: string; end: PromiseWithResolvers<void> }[] = []
  const ask = oneAtATime((subject: string) => {
    const end = Promise.withResolvers<void>()
    begun.push({ subject, end })
    return end.promise
  })
  return { ask, begun, subjects: () => begun.map(({ subject }) => subject) }
}

test('work requested again meanwhile runs once more, however often it was requested', async () => {
  const { ask, begun, subjects } = working()
  const first = ask('bell')
  await Promise.all([ask('bell'), ask('bell')])
  expect(subjects()).toEqual(['bell'])
  begun[0]?.end.resolve()
  await vi.waitFor(() => expect(subjects()).toEqual(['bell', 'bell']))
  begun[1]?.end.resolve()
  await first
  expect(subjects()).toEqual(['bell', 'bell'])
})

test('another subject does not wait, and failed work runs again when requested', async () => {
  const { ask, begun, subjects } = working()
  const first = ask('bell')
  void ask('other')
  expect(subjects()).toEqual(['bell', 'other'])
  begun[0]?.end.reject(new Error('no answer'))
  await expect(first).rejects.toThrow('no answer')
  void ask('bell')
  expect(subjects()).toEqual(['bell', 'other', 'bell'])
})
