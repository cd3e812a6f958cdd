import i18next from 'i18next'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Announcement, showAnnouncements } from '#web/data/announcements.ts'
import { later } from './later.tsx'

const Note = ({ says }: { says: string }) => <p>{says}</p>

test('a dialog shows as soon as its code has loaded', async () => {
  const Late = later(async () => Note)
  const screen = await render(<Late says="Register device" />)
  await expect.element(screen.getByText('Register device')).toBeVisible()
  await screen.rerender(<Late says="Edit device" />)
  await expect.element(screen.getByText('Edit device')).toBeVisible()
})

test('the placeholder shows meanwhile', async () => {
  const arrived = Promise.withResolvers<typeof Note>()
  const Late = later(
    () => arrived.promise,
    () => <p>One moment</p>,
  )
  const screen = await render(<Late says="Register device" />)
  await expect.element(screen.getByText('One moment')).toBeVisible()
  arrived.resolve(Note)
  await expect.element(screen.getByText('Register device')).toBeVisible()
  expect(screen.getByText('One moment').query()).toBeNull()
})

const Dialog = later(async () => () => <input aria-label="Name" />)
const Page = ({ isOpen }: { isOpen: boolean }) => (
  <>
    <button type="button">New device</button>
    {isOpen && <Dialog />}
  </>
)

test('what opened a dialog gets the focus back once it is closed', async () => {
  const screen = await render(<Page isOpen={false} />)
  const button = screen.getByRole('button', { name: 'New device' })
  await userEvent.click(button)
  await screen.rerender(<Page isOpen />)
  await userEvent.fill(screen.getByLabelText('Name'), 'EC-1')
  await expect.element(button).not.toHaveFocus()
  await screen.rerender(<Page isOpen={false} />)
  await expect.element(button).toHaveFocus()
})

test('code that does not load is reported, and requested again the next time', async () => {
  await i18next.init({
    lng: 'en-US',
    resources: { 'en-US': { components: { loadFailed: 'Not loaded', noAnswer: 'No answer' } } },
  })
  const told: Announcement[] = []
  const end = showAnnouncements(announcement => told.push(announcement))
  let tries = 0
  const Late = later(async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return Note
  })
  const screen = await render(<Late key="first" says="Register device" />)
  await expect.poll(() => told).toEqual([{ kind: 'error', title: 'Not loaded', text: 'No answer' }])
  await screen.rerender(<Late key="second" says="Register device" />)
  await expect.element(screen.getByText('Register device')).toBeVisible()
  end()
})
