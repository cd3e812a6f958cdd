import { QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { AntdStill } from '#web/components/antd-still.tsx'
import { CallError } from '#web/data/client.ts'
import { queries } from '#web/data/queries.ts'
import texts from './en-US.json' with { type: 'json' }
import { useReasonQuestion } from './use-reason-question.tsx'
import { useSubmit } from './use-submit.ts'

beforeAll(() =>
  i18next.use(initReactI18next).init({ lng: 'en-US', resources: { 'en-US': { components: texts } } }),
)

let given: unknown[]

function Disabling() {
  const ask = useReasonQuestion()
  const { submit } = useSubmit()
  const disable = async (body: { reason?: string }) => {
    given.push(body)
    if (body.reason) return
    const fields = [{ field: 'reason', message: 'There are birds in House 2. Enter a reason' }]
    throw new CallError({ status: 400, code: 40003, message: '', data: fields, isLogin: false }, true)
  }
  const question = { title: 'Disable GW-1?', says: ['It is shut out.'], reason: 'Reason', ok: 'Disable' }
  return (
    <button type="button" onClick={() => ask(question, (body, form) => submit(() => disable(body), form))}>
      ask
    </button>
  )
}

test('a refused reason is marked in the question, which closes once a valid one is given', async () => {
  given = []
  const screen = await render(
    <QueryClientProvider client={queries}>
      <AntdStill>
        <Disabling />
      </AntdStill>
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: 'ask' }).click()
  await screen.getByRole('button', { name: 'Disable' }).click()
  const reason = screen.getByRole('textbox', { name: 'Reason' })
  await expect.element(reason).toHaveAttribute('aria-invalid', 'true')
  await expect.element(reason).toHaveAccessibleDescription('There are birds in House 2. Enter a reason')
  await reason.fill(' Being repaired ')
  await screen.getByRole('button', { name: 'Disable' }).click()
  await expect.element(reason).not.toBeInTheDocument()
  expect(given).toEqual([{}, { reason: 'Being repaired' }])
})
