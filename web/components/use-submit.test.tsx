import { QueryClientProvider } from '@tanstack/react-query'
import { Button } from 'antd'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { post } from '#shared/endpoint.ts'
import { AntdStill } from '#web/components/antd-still.tsx'
import { CallError, call } from '#web/data/client.ts'
import { queries } from '#web/data/queries.ts'
import { setReachable } from '#web/data/reachable.ts'
import texts from './en-US.json' with { type: 'json' }
import { useSubmit } from './use-submit.ts'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en-US', resources: { 'en-US': { components: texts } } })
})

function Acknowledge({ change }: { change: () => Promise<unknown> }) {
  const { submit } = useSubmit()
  return <Button onClick={() => void submit(change)}>On my way</Button>
}

const draw = (change: () => Promise<unknown>) =>
  render(
    <QueryClientProvider client={queries}>
      <AntdStill>
        <Acknowledge change={change} />
      </AntdStill>
    </QueryClientProvider>,
  )

test('a change without a connection says at once that it is being tried, and in the end that it failed', async () => {
  setReachable(false)
  onTestFinished(() => setReachable(true))
  const { promise, reject } = Promise.withResolvers<never>()
  const screen = await draw(() => promise)
  await screen.getByRole('button', { name: 'On my way' }).click()
  await expect.element(screen.getByText('No connection. Still trying to send…')).toBeVisible()
  reject(new CallError({ status: 0, code: 0, message: '', data: null, isLogin: false }, false))
  await expect.element(screen.getByText(/The server did not answer/)).toBeVisible()
  await expect.element(screen.getByText('No connection. Still trying to send…')).not.toBeInTheDocument()
})

test('with a connection nothing is said while it is sent', async () => {
  const { promise, resolve } = Promise.withResolvers<null>()
  const screen = await draw(() => promise)
  await screen.getByRole('button', { name: 'On my way' }).click()
  expect(screen.container.ownerDocument.body.textContent).not.toContain('Still trying to send')
  resolve(null)
})

const paint = post('/admin/auth/sheds/:id/paint', 'public', { returns: null as never })

test('only what the endpoint of a change names is read again', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  onTestFinished(() => queries.clear())
  vi.stubGlobal('fetch', async () => Response.json({ code: 0, data: null, message: '' }))
  const [list, counts, barns] = [
    ['/admin/auth/sheds', 1],
    ['/admin/auth/sheds/counts'],
    ['/admin/auth/barns'],
  ]
  for (const key of [list, counts, barns]) queries.setQueryData(key as string[], 'known')
  const isOld = (key: unknown) => queries.getQueryState(key as string[])?.isInvalidated
  const screen = await draw(() => call(paint, { params: { id: 'a' } }))
  await screen.getByRole('button', { name: 'On my way' }).click()
  await expect.poll(() => isOld(list)).toBe(true)
  expect(isOld(counts)).toBe(true)
  expect(isOld(barns)).toBe(false)
})
