import type { Page } from 'playwright'

/** What stands where something will be once it has come. */
const WAITING = '.ant-skeleton, [aria-busy="true"], .data-waiting'
/** ms */
const PATIENCE = 20_000

/** Until the page has its heading and nothing on it waits for the server; what lies in a hidden tab rests. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(
    waiting =>
      document.querySelector('h1') !== null &&
      [...document.querySelectorAll(waiting)].every(element => !element.checkVisibility()),
    WAITING,
    { timeout: PATIENCE },
  )
}
