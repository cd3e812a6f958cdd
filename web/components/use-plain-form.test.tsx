import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { announce, showAnnouncements } from '#web/data/announcements.ts'
import { CallError } from '#web/data/client.ts'
import { PlainInput } from './plain-input.tsx'
import { usePlainForm } from './use-plain-form.ts'

function Choosing() {
  const [chosen, setChosen] = useState('')
  const send = async () => {
    if (chosen !== 'password') return
    announce({ kind: 'error', title: 'Request Error', text: 'Not taken' })
    const fields = [{ field: 'newPassword', message: 'Too common' }]
    throw new CallError({ status: 400, code: 40003, message: '', data: fields, isLogin: false }, true)
  }
  const { props, problemOf } = usePlainForm(send, () => ({}))
  return (
    <form {...props}>
      <PlainInput
        {...{ label: 'Password', name: 'newPassword', value: chosen, change: setChosen }}
        problem={problemOf('newPassword')}
      />
      <button type="submit">Change</button>
    </form>
  )
}

test('an error goes when it is corrected, and its announcement once the form is accepted', async () => {
  let shown: string[] = []
  onTestFinished(
    showAnnouncements(
      ({ title }) => shown.push(title),
      () => {
        shown = []
      },
    ),
  )
  const screen = await render(<Choosing />)
  const password = screen.getByRole('textbox', { name: 'Password' })
  await password.fill('password')
  await screen.getByRole('button', { name: 'Change' }).click()
  await expect.element(screen.getByText('Too common')).toBeVisible()
  expect(shown).toEqual(['Request Error'])
  await password.fill('password of mine')
  await expect.element(screen.getByText('Too common')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Change' }).click()
  await expect.poll(() => shown).toEqual([])
})
