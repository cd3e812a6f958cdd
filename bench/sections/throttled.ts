import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { median } from '../histogram.ts'
import { noteTable } from '../in-page.ts'
import { openChromium, visit } from '../visit.ts'

const SLOWER = 4

/**
 * From the navigation to the first row of the list on the screen, by a processor a quarter as fast: a first visit, and
 * one that has the program in its cache.
 */
export async function throttled({ server, farm, quick, say }: Bench): Promise<Figure[]> {
  const rounds = quick ? 2 : 7
  say(`throttled: ${rounds} visits at ${SLOWER}x`)
  const browser = await openChromium()
  const first: number[] = []
  const again: number[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const token = farm.customers[0]?.token ?? ''
      const window = await visit(browser, { url: server.url, token, before: [noteTable] })
      const seen = async () => {
        await window.page.goto('/deviceManage', { waitUntil: 'commit' })
        const at = await window.page.waitForFunction(() => (globalThis as { tableAt?: number }).tableAt)
        return Number(await at.jsonValue())
      }
      await window.cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      first.push(await seen())
      await window.page.waitForLoadState('networkidle')
      again.push(await seen())
      await window.close()
    }
  } finally {
    await browser.close()
  }
  const figure = (name: string, values: number[], goal?: Figure['goal']): Figure => ({
    section: 'throttled',
    name,
    value: median(values) / 1_000,
    unit: 's',
    ...(goal && { goal }),
  })
  return [
    figure('list at 4x CPU throttle, first visit', first, { atMost: 2 }),
    figure('list at 4x CPU throttle, from the cache', again),
  ]
}
