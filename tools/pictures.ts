/**
 * `npm run pictures`: takes the pictures of the README and the documents from a running demonstration: real screens,
 * real readings. Needs a minute, most of it for the simulated past.
 */
import { mkdirSync } from 'node:fs'
import { chromium, type Page } from 'playwright'
import { startRealServer } from '#server/testing/real-server.ts'
import { CHROMIUM_ARGS, ensureChromium } from './chromium.ts'

const FOLDER = 'docs/pictures'
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** The past is delivered and the pages are drawn. ms */
const HISTORY_MS = 90_000

type Look = { theme: 'dark' | 'light'; language: 'en-US' | 'zh-CN'; viewport: typeof WIDE }
interface Picture extends Look {
  name: string
  user: string | null
  path: string
  /** Something that is on the screen once it is drawn. */
  drawn: string
}

const dark: Look = { theme: 'dark', language: 'en-US', viewport: WIDE }
const chinese: Look = { theme: 'light', language: 'zh-CN', viewport: WIDE }
const phone: Look = { ...dark, viewport: PHONE }
const pictures: Picture[] = [
  { ...dark, name: 'house-monitor-dark', user: 'owner', path: '/screen/index', drawn: '.trend-chart canvas' },
  {
    ...chinese,
    name: 'house-monitor-light-zh',
    user: 'owner',
    path: '/screen/index',
    drawn: '.trend-chart canvas',
  },
  { ...phone, name: 'house-monitor-390', user: 'owner', path: '/screen/index', drawn: '.trend-chart canvas' },
  { ...chinese, name: 'sign-in-light-zh', user: null, path: '/user/login', drawn: 'form' },
  { ...dark, name: 'sign-in-dark', user: null, path: '/user/login', drawn: 'form' },
  {
    ...dark,
    name: 'devices-dark',
    user: 'engineer',
    path: '/deviceManage',
    drawn: 'tbody tr td',
  },
  { ...phone, name: 'devices-390', user: 'engineer', path: '/deviceManage', drawn: 'main' },
  {
    ...chinese,
    name: 'houses-light-zh',
    user: 'owner',
    path: '/chicken-home-manage',
    drawn: 'tbody tr td',
  },
]

const server = await startRealServer({ DEMO: 'on' })
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS })
try {
  const passwords = await demoPasswords(server.url)
  await waitForHistory(server.url, passwords.get('owner') ?? '')
  mkdirSync(FOLDER, { recursive: true })
  for (const picture of pictures) await take(picture, passwords)
} finally {
  await browser.close()
  await server.remove()
}

async function ask(url: string, path: string, options: RequestInit = {}): Promise<{ data: never }> {
  const answer = await fetch(`${url}/api${path}`, {
    ...options,
    headers: { 'content-type': 'application/json', ...options.headers },
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return (await answer.json()) as { data: never }
}

async function demoPasswords(url: string): Promise<Map<string, string>> {
  const { data } = await ask(url, '/admin/open/demo-accounts')
  const accounts: { username: string; password: string }[] = data
  return new Map(accounts.map(({ username, password }) => [username, password]))
}

async function signIn(url: string, username: string, password: string): Promise<string> {
  const body = JSON.stringify({ username, password })
  return (await ask(url, '/admin/open/login', { method: 'POST', body })).data
}

/** Until the houses of the farm have a day of readings behind them. */
async function waitForHistory(url: string, password: string): Promise<void> {
  const headers = { 'access-token': await signIn(url, 'owner', password) }
  const [house]: { id: string }[] = (await ask(url, '/admin/auth/house-monitor', { headers })).data
  const started = Date.now()
  for (;;) {
    const now = Date.now()
    const query = `metrics=Climate/Temp/Avg&from=${now - 86_400_000}&to=${now}`
    const { data } = await ask(url, `/admin/auth/houses/${house?.id}/chart?${query}`, { headers })
    const { at }: { at: number[] } = data
    if (at.length > 200 && now - (at.at(-1) ?? 0) < 60_000) return
    if (now - started > HISTORY_MS) throw new Error('The simulated past did not arrive')
    await new Promise(resolve => setTimeout(resolve, 1_000))
  }
}

async function prepared(
  { theme, language, viewport, user }: Picture,
  passwords: Map<string, string>,
): Promise<Page> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: viewport === PHONE ? 2 : 1 })
  const token = user && (await signIn(server.url, user, passwords.get(user) ?? ''))
  await context.addInitScript(
    ([theme, language, token, expiry]) => {
      localStorage.setItem('layout', JSON.stringify({ theme }))
      localStorage.setItem('app_language', JSON.stringify(language))
      if (token) localStorage.setItem('Access-Token', JSON.stringify({ value: token, expiry }))
    },
    [theme, language, token, Date.now() + 3_600_000] as const,
  )
  return context.newPage()
}

async function take(picture: Picture, passwords: Map<string, string>): Promise<void> {
  const page = await prepared(picture, passwords)
  await page.goto(`${server.url}${picture.path}`)
  await page.locator(picture.drawn).first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${FOLDER}/${picture.name}.png` })
  await page.context().close()
  console.log(`${FOLDER}/${picture.name}.png`)
}
