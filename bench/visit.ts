import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { CHROMIUM_ARGS, ensureChromium } from '../tools/chromium.ts'

/** A separate window with nothing cached and nothing stored but the session. */
export interface Visit {
  page: Page
  cdp: CDPSession
  /** Waits until nothing is loading and the page is idle. */
  rest(): Promise<void>
  close(): Promise<void>
}

interface Who {
  url: string
  /** Token of the session; without one nobody is signed in. */
  token?: string
  /** Runs in the page before its own code. */
  before?: (() => void)[]
}

/** As exact as the browser can count; without site isolation, so that one process holds the whole page. */
const EXACT = ['--enable-precise-memory-info', '--js-flags=--expose-gc']
const DAY_MS = 86_400_000

/** Where sessions are stored; specification section 9. */
const keep = (value: string, expiry: number) =>
  localStorage.setItem('Access-Token', JSON.stringify({ value, expiry }))

const browsers = new Set<Browser>()

export async function openChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...CHROMIUM_ARGS, ...EXACT],
  })
  browsers.add(browser)
  browser.once('disconnected', () => browsers.delete(browser))
  return browser
}

/** Closes all remaining browsers. */
export const closeBrowsers = () => Promise.all([...browsers].map(browser => browser.close()))

/** Opens an empty window for a person. */
export async function visit(browser: Browser, { url, token, before = [] }: Who): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
  })
  if (token) await context.addInitScript(`(${keep})(${JSON.stringify(token)}, ${Date.now() + DAY_MS})`)
  for (const script of before) await context.addInitScript(script)
  const page = await context.newPage()
  page.on('pageerror', error => console.error(`in the page: ${error.message}`))
  const loading = new Set<Promise<unknown>>()
  page.on('request', request => {
    const answered = request.response().then(response => response?.finished())
    const done = answered.catch(() => null).finally(() => loading.delete(done))
    loading.add(done)
  })
  const rest = async () => {
    do {
      await Promise.all(loading)
      await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
    } while (loading.size > 0)
  }
  const cdp = await context.newCDPSession(page)
  return { page, cdp, rest, close: () => context.close() }
}

/** Chromium's counters by name; durations in s. */
export async function countersOf({ cdp }: Visit): Promise<(name: string) => number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return name => metrics.find(metric => metric.name === name)?.value ?? Number.NaN
}
