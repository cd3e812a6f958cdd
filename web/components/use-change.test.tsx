import { Activity } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useChange } from './use-change.ts'

let asked: number[] = []

function Connected({ times }: { times: number }) {
  useChange(times, () => asked.push(times))
  return null
}

const screenAt = (times: number, mode: 'visible' | 'hidden') => (
  <Activity mode={mode}>
    <Connected times={times} />
  </Activity>
)

test('only a different value is a change, seen or missed; being shown again is not', async () => {
  asked = []
  const screen = await render(screenAt(1, 'visible'))
  await screen.rerender(screenAt(1, 'hidden'))
  await screen.rerender(screenAt(1, 'visible'))
  expect(asked).toEqual([])
  await screen.rerender(screenAt(2, 'visible'))
  expect(asked).toEqual([2])
  await screen.rerender(screenAt(2, 'hidden'))
  await screen.rerender(screenAt(3, 'hidden'))
  await screen.rerender(screenAt(3, 'visible'))
  expect(asked).toEqual([2, 3])
})
