import type { Page } from '@playwright/test'

/** Counts what a finger does, from now on and across pages: typing needs no tap. */
export async function countTaps(page: Page): Promise<() => number> {
  let taps = 0
  await page.exposeFunction('noteTap', () => {
    taps++
  })
  const listen = () =>
    addEventListener('click', ({ isTrusted }) => isTrusted && Reflect.get(globalThis, 'noteTap')(), true)
  await page.addInitScript(listen)
  if (page.url() !== 'about:blank') await page.evaluate(listen)
  return () => taps
}
