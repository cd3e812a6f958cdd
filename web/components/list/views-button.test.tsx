import { beforeAll, beforeEach, expect, test } from 'vitest'
import { draw, freshBrowser, listOf, pageOf, readTexts } from '../testing/sheds.tsx'

beforeAll(readTexts)
beforeEach(freshBrowser)

const chips = { name: 'wall', label: 'Wall', options: [{ value: 'wood', label: 'wood' }] }

test('filters and order are kept under a name, found again when the list is opened anew, and removed', async () => {
  const screen = await draw(listOf({ filters: { wall: 'wood' }, sort: '-birds' }), { chips })
  await screen.getByRole('button', { name: 'Saved views' }).click()
  await screen.getByLabelText('Name of this view').fill('Wooden, largest first')
  await screen.getByRole('button', { name: 'Save' }).click()
  const view = screen.getByRole('button', { name: 'Wooden, largest first', exact: true })
  await expect.element(view).toHaveAttribute('aria-current', 'true')
  await screen.rerender(pageOf(listOf({}), { chips }))
  await expect.element(view).toHaveAttribute('aria-current', 'false')
  await screen.getByRole('button', { name: 'Remove Wooden, largest first' }).click()
  await expect.element(view).not.toBeInTheDocument()
})
