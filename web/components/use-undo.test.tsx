import { QueryClientProvider } from '@tanstack/react-query'
import { Button } from 'antd'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AntdStill } from '#web/components/antd-still.tsx'
import { CallError } from '#web/data/client.ts'
import { queries } from '#web/data/queries.ts'
import texts from './en-US.json' with { type: 'json' }
import { useUndo } from './use-undo.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en-US', resources: { 'en-US': { components: texts } } })
})

interface Props {
  change: () => Promise<unknown>
  undo: () => Promise<unknown>
}

function Row({ change, undo }: Props) {
  const offerUndo = useUndo()
  return (
    <>
      <Button onClick={() => void offerUndo({ says: 'Deleted “Winter air”', change, undo })}>Delete</Button>
      <input aria-label="Name" />
    </>
  )
}

const draw = async (of: Partial<Props> = {}) => {
  const [change, undo] = [vi.fn(of.change ?? (async () => null)), vi.fn(of.undo ?? (async () => null))]
  const screen = await render(
    <QueryClientProvider client={queries}>
      <AntdStill>
        <Row change={change} undo={undo} />
      </AntdStill>
    </QueryClientProvider>,
  )
  return { screen, change, undo }
}

test('it is done without a question, said, and taken back by one press', async () => {
  const { screen, change, undo } = await draw()
  await screen.getByRole('button', { name: 'Delete' }).click()
  await expect.element(screen.getByRole('status').getByText('Deleted “Winter air”')).toBeVisible()
  expect(change).toHaveBeenCalledOnce()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByText('Undone')).toBeVisible()
  expect(undo).toHaveBeenCalledOnce()
  await expect.element(screen.getByText('Deleted “Winter air”')).not.toBeInTheDocument()
})

test('Ctrl+Z takes it back from anywhere but a text that is being typed', async () => {
  const { screen, undo } = await draw()
  await screen.getByRole('button', { name: 'Delete' }).click()
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  screen.getByRole('textbox', { name: 'Name' }).element().focus()
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(undo).not.toHaveBeenCalled()
  await userEvent.tab()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => undo.mock.calls.length).toBe(1)
})

test('the offer ends after ten seconds, but not while it has the focus', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await draw()
    const offered = () =>
      [...document.querySelectorAll<HTMLElement>('button')].find(b => b.textContent === 'Undo')
    document.querySelector('button')?.click()
    await vi.waitUntil(() => offered() ?? false)
    offered()?.focus()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(offered()).toBeDefined()
    offered()?.blur()
    await vi.advanceTimersByTimeAsync(9_000)
    expect(offered()).toBeDefined()
    await vi.advanceTimersByTimeAsync(3_000)
    await vi.waitUntil(() => offered() === undefined)
  } finally {
    vi.useRealTimers()
  }
})

test('what was refused offers nothing', async () => {
  const refused = new CallError(
    { status: 403, code: 0, message: 'Not yours', data: null, isLogin: false },
    false,
  )
  const { screen } = await draw({ change: () => Promise.reject(refused) })
  await screen.getByRole('button', { name: 'Delete' }).click()
  await expect.element(screen.getByText('Not yours')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Undo' }).elements()).toHaveLength(0)
})
