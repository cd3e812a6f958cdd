import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queries } from '#web/data/queries.ts'
import { RemoteSelect } from './remote-select.tsx'
import { useRoleOptions } from './use-role-options.ts'

afterEach(() => vi.unstubAllGlobals())

let chosen: string[]
function Roles() {
  const [value, setValue] = useState(['n'])
  chosen = value
  return (
    <RemoteSelect
      aria-label="Roles"
      mode="multiple"
      value={value}
      onChange={setValue}
      source={useRoleOptions()}
      also={[{ value: 'n', label: 'Night shift' }]}
    />
  )
}

test('Enter takes what was typed, whether the server has answered or not, and deselects nothing', async () => {
  queries.clear()
  const roles = [
    { id: 'm', name: 'Farm manager' },
    { id: 'w', name: 'Farm worker' },
  ]
  let answer: () => void = () => undefined
  const waiting = new Promise<void>(done => {
    answer = done
  })
  const answered: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const search = new URL(url, location.href).searchParams.get('search') ?? ''
    if (search !== '') await waiting
    answered.push(search)
    const data = roles.filter(({ name }) => name.includes(search))
    return new Response(JSON.stringify({ code: 0, data, message: '' }))
  })
  const screen = await render(
    <QueryClientProvider client={queries}>
      <Roles />
    </QueryClientProvider>,
  )
  const picker = screen.getByRole('combobox', { name: 'Roles' })
  await picker.click()
  await expect.element(screen.getByTitle('Farm manager')).toBeVisible()
  await userEvent.keyboard('worker{Enter}')
  await expect.poll(() => chosen).toEqual(['n', 'w'])
  answer()
  await userEvent.keyboard('manager')
  await expect.poll(() => queries.isFetching() === 0 && answered.includes('manager')).toBe(true)
  // The option Enter takes.
  await expect.element(screen.getByTitle('Farm manager')).toHaveClass(/ant-select-item-option-active/)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => chosen).toEqual(['n', 'w', 'm'])
})
