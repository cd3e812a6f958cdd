import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import words from '#web/components/en-US.json' with { type: 'json' }
import texts from './en-US.json' with { type: 'json' }
import { SignInForm } from './sign-in-form.tsx'

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en-US', resources: { 'en-US': { 'sign-in': texts, components: words } } })
})

test('signing in by keyboard alone sends account and password', async () => {
  const tries: string[][] = []
  const tryWith = async (...pair: [string, string]) => void tries.push(pair)
  const screen = await render(<SignInForm busy={false} problem={null} tryWith={tryWith} />)
  await screen.getByLabelText('Account or e-mail').fill(' wang ')
  await screen.getByLabelText('Password', { exact: true }).fill(' s3cret ')
  await screen.getByRole('button', { name: 'Sign in' }).click()
  expect(tries).toEqual([['wang', ' s3cret ']])
})

test('the account has the focus, and Tab leads to the password, not to the link beside it', async () => {
  const screen = await render(
    <SignInForm
      busy={false}
      problem={null}
      tryWith={async () => undefined}
      forgot={<a href="/user/forget-pwd">Forgot password</a>}
    />,
  )
  await expect.element(screen.getByLabelText('Account or e-mail')).toHaveFocus()
  await userEvent.tab()
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveFocus()
})

test('an empty form says which field is missing and sends nothing', async () => {
  const tries: string[][] = []
  const tryWith = async (...pair: [string, string]) => void tries.push(pair)
  const screen = await render(<SignInForm busy={false} problem={null} tryWith={tryWith} />)
  await screen.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(screen.getByText('Enter your account or e-mail')).toBeVisible()
  await expect.element(screen.getByText('Enter your password')).toBeVisible()
  expect(tries).toEqual([])
})

test('a wrong pair is reported beside the password', async () => {
  const screen = await render(
    <SignInForm busy={false} problem="Wrong Account or Password" tryWith={async () => undefined} />,
  )
  await expect.element(screen.getByRole('alert').last()).toHaveTextContent('Wrong Account or Password')
  await expect
    .element(screen.getByLabelText('Password', { exact: true }))
    .toHaveAttribute('aria-invalid', 'true')
})

test('the password can be shown', async () => {
  const screen = await render(<SignInForm busy={false} problem={null} tryWith={async () => undefined} />)
  await screen.getByRole('button', { name: 'Show password' }).click()
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveAttribute('type', 'text')
})
