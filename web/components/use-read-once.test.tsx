import { QueryClientProvider } from '@tanstack/react-query'
import { Activity } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { queries } from '#web/data/queries.ts'
import { useReadOnce } from './use-read-once.ts'

let reads = 0
const KEY = ['hens']

function Hens() {
  const { data } = useReadOnce(KEY, async () => `read ${++reads}`)
  return <p>{data}</p>
}

test('the data behind a dialog stays while another tab is looked at, and is read anew when it opens again', async () => {
  const page = (mode: 'visible' | 'hidden', opening: number) => (
    <QueryClientProvider client={queries}>
      <Activity mode={mode}>
        <Hens key={opening} />
      </Activity>
    </QueryClientProvider>
  )
  const screen = await render(page('visible', 1))
  await expect.element(screen.getByText('read 1')).toBeVisible()
  await screen.rerender(page('hidden', 1))
  await expect.poll(() => queries.getQueryData(KEY)).toBeUndefined()
  await screen.rerender(page('visible', 1))
  await expect.element(screen.getByText('read 1')).toBeVisible()
  await screen.rerender(page('visible', 2))
  await expect.element(screen.getByText('read 2')).toBeVisible()
})
