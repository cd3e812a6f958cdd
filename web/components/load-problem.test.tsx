import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { CallError } from '#web/data/client.ts'
import texts from './en-US.json' with { type: 'json' }
import { LoadProblem } from './load-problem.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en-US', resources: { 'en-US': { components: texts } } })
})

test('without the customer’s consent it is forbidden, in the server’s words, with who decides', async () => {
  const message = 'This customer does not share its farm data'
  const failure = { status: 403, code: 403, message, data: { notShared: 'farm' }, isLogin: false }
  const screen = await render(<LoadProblem error={new CallError(failure, true)} retry={() => undefined} />)
  await expect.element(screen.getByText('Forbidden')).toBeVisible()
  await expect.element(screen.getByText(new RegExp(message))).toBeVisible()
  await expect.element(screen.getByText(/owner decides who can see this farm’s readings/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})
