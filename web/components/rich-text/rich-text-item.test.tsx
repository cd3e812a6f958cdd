import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, Form } from 'antd'
import { beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { missingSample } from '#shared/testing/rich-samples.ts'
import { startTexts } from '#web/app/i18n.ts'
import { RichTextItem } from './rich-text-item.tsx'

beforeAll(() => startTexts())

test('a text is stored once the places of what is missing are filled or deleted', async () => {
  const stored: unknown[] = []
  const text = `<p>Before</p>${missingSample}<p>Between</p>${missingSample}<p>After &lt;aside data-callout="missing"&gt;</p>`
  await render(
    <App>
      <QueryClientProvider client={new QueryClient()}>
        <Form initialValues={{ text }} onFinish={values => stored.push(values)}>
          <RichTextItem name="text" label="Text" lang="en-US" />
          <button type="submit">Save</button>
        </Form>
      </QueryClientProvider>
    </App>,
  )
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect.element(page.getByText(/^2 pictures could not be taken/)).toBeVisible()
  for (let left = 2; left > 0; left--) {
    await userEvent.click(page.getByText('clip_image003.emf').first())
    await userEvent.keyboard('{Delete}')
    await expect.poll(() => page.getByText('clip_image003.emf').elements().length).toBe(left - 1)
  }
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => stored)
    .toEqual([{ text: '<p>Before</p><p>Between</p><p>After &lt;aside data-callout="missing"&gt;</p>' }])
})
