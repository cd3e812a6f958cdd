import type { Page } from 'playwright'

/** Placeholders for content that has not arrived yet. */
const WAITING = '.ant-skeleton, [aria-busy="true"], .data-waiting'
/** ms */
const PATIENCE = 20_000

/** Waits until the page has its heading and nothing on it waits for the server; hidden tabs do not count. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(
    waiting =>
      document.querySelector('h1') !== null &&
      [...document.querySelectorAll(waiting)].every(element => !element.checkVisibility()),
    WAITING,
    { timeout: PATIENCE },
  )
}
