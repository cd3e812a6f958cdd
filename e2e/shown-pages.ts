import type { Browser, Page, TestInfo } from '@playwright/test'
import { SHOWN_PAGE } from '../tools/shown-page.ts'

/** Longest wait for what a page shows. ms */
const PATIENCE_MS = 5_000

/**
 * Attaches to a failed story what each of its open pages showed and its errors: where only the output is kept, there is no
 * picture to look at.
 */
export async function attachPages(browser: Browser | null, story: TestInfo): Promise<void> {
  for (const page of browser?.contexts().flatMap(context => context.pages()) ?? [])
    await story.attach(SHOWN_PAGE, { body: await shownOn(page), contentType: 'text/yaml' })
}

async function shownOn(page: Page): Promise<string> {
  const errors = (await page.pageErrors()).map(({ message }) => message)
  const messages = (await page.consoleMessages()).filter(message => message.type() === 'error')
  const said = messages.map(message => `${message.text()} ${message.location().url}`)
  const drawn = await page
    .locator('body')
    .ariaSnapshot({ timeout: PATIENCE_MS })
    .catch(() => '- the page did not answer')
  return [page.url(), ...[...errors, ...said].map(line => `! ${line}`), drawn].join('\n')
}
