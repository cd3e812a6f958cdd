import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { richTags } from '#shared/rich-text.ts'
import { missingSample, richSamples } from '#shared/testing/rich-samples.ts'
import { RichTextEditor } from './rich-text-editor.tsx'

beforeAll(() => i18next.loadNamespaces(['rich-text', 'components']))

/** Opens a text, types a full stop behind it, and returns what is stored. */
async function afterTyping(html: string): Promise<string> {
  let stored = ''
  const drawn = await render(
    <App>
      <QueryClientProvider client={new QueryClient()}>
        <RichTextEditor
          label="Text"
          lang="en-US"
          value={`${html}<p>The end</p>`}
          onChange={changed => {
            stored = changed
          }}
        />
      </QueryClientProvider>
    </App>,
  )
  await userEvent.click(page.getByText('The end'))
  await userEvent.keyboard('{End}.')
  await expect.poll(() => stored).toContain('The end.')
  await drawn.unmount()
  return stored
}

test.each(Object.entries(richSamples))('%s is still there after an edit elsewhere', async (tag, html) => {
  expect(Object.keys(richTags)).toContain(tag)
  expect(await afterTyping(html)).toBe(`${html}<p>The end.</p>`)
})

test('the place of a picture that could not be taken stays, with its name', async () => {
  expect(await afterTyping(missingSample)).toBe(`${missingSample}<p>The end.</p>`)
})
