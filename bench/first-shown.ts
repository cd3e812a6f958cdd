import { openChromium, visit } from './visit.ts'

const SLOWER = 4

interface Asked {
  url: string
  token: string
  path: string
  rounds: number
  /** Runs in the page and notes under `noted`, ms since the navigation, when it is painted. */
  note: () => void
  noted: string
}

/**
 * How long a page takes from the navigation until it is painted, by a processor a quarter as fast, ms: at a first visit, and at one
 * that has the program in its cache.
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
