import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { LivePicture, type LivePictureHandle, type PictureState } from './live-picture.tsx'
import type { LiveAddress } from './ways.ts'

const shown = (open: () => Promise<LiveAddress>) => {
  const states: PictureState[] = []
  const ref = createRef<LivePictureHandle>()
  return {
    states,
    ref,
    screen: render(
      <LivePicture ref={ref} open={open} onState={state => states.push(state)} label="House 3" />,
    ),
  }
}

test('an address that is not given is told as a fault, and asked for again', async () => {
  const open = vi.fn(async () => Promise.reject(new Error('no answer')))
  const { states, ref, screen } = shown(open)
  await expect.element((await screen).getByLabelText('House 3')).toBeInTheDocument()
  await vi.waitFor(() => expect(states).toEqual(['connecting', 'unreachable']))
  await vi.waitFor(() => expect(open.mock.calls.length).toBeGreaterThan(1), { timeout: 20_000 })
  expect(await ref.current?.snapshot()).toBeUndefined()
  expect(ref.current?.element?.muted).toBe(true)
})

test('a picture that is taken off the page asks for nothing more', async () => {
  const asked = Promise.withResolvers<LiveAddress>()
  const { states, screen } = shown(() => asked.promise)
  await (await screen).unmount()
  asked.resolve({ url: 'ws://127.0.0.1:9/none', ways: ['mp4'] })
  await asked.promise
  expect(states).toEqual(['connecting'])
})
