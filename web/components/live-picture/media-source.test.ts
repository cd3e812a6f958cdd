import { expect, test } from 'vitest'
import { mediaSourceIn } from './media-source.ts'

test('a browser with a managed media source only plays with that, one with none plays nothing', () => {
  const [usual, managed] = [class {}, class {}] as unknown as (typeof MediaSource)[]
  expect(
    mediaSourceIn({
      MediaSource: usual as typeof MediaSource,
      ManagedMediaSource: managed as typeof MediaSource,
    }),
  ).toBe(usual)
  expect(mediaSourceIn({ ManagedMediaSource: managed as typeof MediaSource })).toBe(managed)
  expect(mediaSourceIn({})).toBeUndefined()
})
