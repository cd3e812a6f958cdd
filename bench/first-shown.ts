import { openChromium, visit } from './visit.ts'

const SLOWER = 4

interface Asked {
  url: string
  token: string
  path: string
  rounds: number
  /** Runs in the page and stores under `noted` when it is painted, ms since the navigation. */
  note: () => void
  noted: string
}

/**
 * Time from navigation to paint with the processor slowed to a quarter, ms: on a first visit, and on one with the program
 * in the cache.
 */
export async function firstShown({ url, token, path, rounds, note, noted }: Asked) {
  const browser = await openChromium()
  const first: number[] = []
  const again: number[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const window = await visit(browser, { url, token, before: [note] })
      const seen = async () => {
        await window.page.goto(path, { waitUntil: 'commit' })
        const at = await window.page.waitForFunction(
          name => (globalThis as Record<string, unknown>)[name],
          noted,
        )
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
  return { first, again }
}
