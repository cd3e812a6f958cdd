import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { richTags } from '#shared/rich-text.ts'
import { missingSample, richSamples } from '#shared/testing/rich-samples.ts'
import components from '../en-US.json' with { type: 'json' }
import texts from './en-US.json' with { type: 'json' }
import { RichTextEditor } from './rich-text-editor.tsx'

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en-US', resources: { 'en-US': { 'rich-text': texts, components } } })
})

/** Opens a text; `stored` is what its form holds after the last change. */
async function open(html: string) {
  let stored = ''
  const { unmount } = await render(
    <App>
      <QueryClientProvider client={new QueryClient()}>
        <RichTextEditor
          label="Text"
          lang="en-US"
          value={html}
          onChange={changed => {
            stored = changed
          }}
        />
      </QueryClientProvider>
    </App>,
  )
  return { unmount, stored: () => stored }
}

/** Opens a text, types a full stop behind it, and returns what is stored. */
async function afterTyping(html: string): Promise<string> {
  const { stored, unmount } = await open(`${html}<p>The end</p>`)
  await userEvent.click(page.getByText('The end'))
  await userEvent.keyboard('{End}.')
  await expect.poll(stored).toContain('The end.')
  await unmount()
  return stored()
}

test.each(Object.entries(richSamples))('%s is still there after an edit elsewhere', async (tag, html) => {
  expect(Object.keys(richTags)).toContain(tag)
  expect(await afterTyping(html)).toBe(`${html}<p>The end.</p>`)
})

test('the place of a picture that could not be taken stays, with its name', async () => {
  expect(await afterTyping(missingSample)).toBe(`${missingSample}<p>The end.</p>`)
})

test('a link waits for an address that leads somewhere, and leaves the text alone when it is given up', async () => {
  const { stored } = await open('<p>The manual</p>')
  const ask = async () => {
    await userEvent.tripleClick(page.getByText('The manual'))
    await userEvent.click(page.getByRole('button', { name: 'Link' }))
    return page.getByRole('textbox', { name: 'Address, starting with https:// or /' })
  }
  await userEvent.fill(await ask(), 'javascript:alert(1)')
  await expect.element(page.getByRole('button', { name: 'OK' })).toBeDisabled()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await userEvent.fill(await ask(), 'https://example.com/manual')
  await userEvent.keyboard('{Enter}')
  await expect.poll(stored).toContain('href="https://example.com/manual"')
  expect(stored()).not.toContain('javascript')
})
