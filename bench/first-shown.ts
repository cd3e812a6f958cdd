import { openChromium, visit } from './visit.ts'

const SLOWER = 4
/** A phone on a farm with one bar: Lighthouse's slow 4G. Bytes a second, ms. */
const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 768_000 / 8,
}
const PHONE = { width: 390, height: 844 }

interface Asked {
  url: string
  token: string
  path: string
  rounds: number
  /** Runs in the page and stores under `noted` when it is painted, ms since the navigation. */
  note: () => void
  noted: string
  /** On a phone with a slow line. */
  isPhone?: boolean
}

/**
 * Time from navigation to paint with the processor slowed to a quarter, ms: on a first visit, and on one with the program
 * in the cache.
 */
export async function firstShown({ url, token, path, rounds, note, noted, isPhone }: Asked) {
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
      if (isPhone) {
        await window.page.setViewportSize(PHONE)
        await window.cdp.send('Network.enable')
        await window.cdp.send('Network.emulateNetworkConditions', SLOW_LINE)
      }
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
