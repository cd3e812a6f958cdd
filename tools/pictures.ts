/**
 * `npm run pictures`: takes the READMEs' pictures from a running demonstration: real screens, real readings, and moments
 * such as a power failure. With `-- all` one of every built screen, dark, light and on a phone, to look through; with
 * the beginnings of names only these. Takes minutes, most of them for the simulated past.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { chromium, type Page } from 'playwright'
import { startRealServer } from '#server/testing/real-server.ts'
import type { UserInfo } from '#shared/contracts/session.ts'
import { grantsOf } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { mayOpen, type Screen } from '#web/app/screen.ts'
import { screens } from '#web/app/screens.ts'
import { CHROMIUM_ARGS, ensureChromium } from './chromium.ts'
import { drawn } from './drawn.ts'
import { type Scene, scenes } from './picture-scenes.ts'
import { ensureBuilt } from './web-build.mjs'

const FOLDER = 'docs/pictures'
const chosen = process.argv.slice(2).filter(word => word !== 'all')
const isWanted = wanted()
/** Until the past is delivered and the pages are drawn. ms */
const HISTORY_MS = 600_000
const SESSION_MS = 3_600_000

interface Look {
  name: string
  theme: 'dark' | 'light'
  language: Language
  viewport: { width: number; height: number }
  /** Pixels of the picture per pixel of the page. */
  scale: number
}
const WIDE = { width: 1440, height: 900 }
const looks: readonly Look[] = [
  { name: 'dark', theme: 'dark', language: 'en-US', viewport: WIDE, scale: 1 },
  { name: 'light-zh', theme: 'light', language: 'zh-CN', viewport: WIDE, scale: 1 },
  { name: '390', theme: 'dark', language: 'en-US', viewport: { width: 390, height: 844 }, scale: 2 },
]
/** Whose farm is shown to readers of a language, and who shows what is not about a farm. */
const farmers: Record<Language, string> = { 'en-US': 'linden', 'zh-CN': 'owner' }
const others = ['admin', 'agent']

/** What a screen with one tab per thing shows, by the parameter that names it. */
type Shown = Readonly<Record<string, string>>

interface Person {
  token: string
  viewer: Parameters<typeof mayOpen>[1]
}

ensureBuilt()
const server = await startRealServer({ DEMO: 'on' })
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS })
try {
  const people = await signInPeople()
  const shown = new Map<Language, Shown>()
  for (const language of ['en-US', 'zh-CN'] as const)
    shown.set(language, await shownTo(people.get(farmers[language])?.token ?? ''))
  mkdirSync(FOLDER, { recursive: true })
  for (const file of readdirSync(FOLDER))
    if (chosen.length === 0 || isWanted(file)) rmSync(`${FOLDER}/${file}`)
  for (const screen of screens.filter(({ load }) => load !== null))
    for (const look of looks)
      if (isWanted(nameOf(screen, look))) await take(screen, look, people, shown.get(look.language) ?? {})
  // Last: they change the farm.
  for (const scene of scenes) if (isWanted(`${scene.name}.png`)) await takeScene(scene, people, shown)
} finally {
  await browser.close()
  await server.remove()
}

function wanted(): (name: string) => boolean {
  if (process.argv.includes('all')) return () => true
  if (chosen.length > 0) return name => chosen.some(beginning => name.startsWith(beginning))
  const readmes = ['README.md', 'README.zh-CN.md'].map(file => readFileSync(file, 'utf8'))
  return name => readmes.some(text => text.includes(`${FOLDER}/${name}`))
}

function nameOf({ title }: Screen, { name }: Look): string {
  return `${title['en-US'].toLowerCase().replaceAll(' ', '-')}-${name}.png`
}

async function ask<T>(path: string, token = '', body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json', 'access-token': token }
  const post = body && { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(`${server.url}/api/admin${path}`, { headers, ...post })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return ((await answer.json()) as { data: T }).data
}

async function signInPeople(): Promise<Map<string, Person>> {
  const accounts = await ask<{ username: string; password: string }[]>('/open/demo-accounts')
  const shown = accounts.filter(({ username }) => [...Object.values(farmers), ...others].includes(username))
  const people = shown.map(async ({ username, password }) => {
    const token = await ask<string>('/open/login', '', { username, password })
    const { kind, role } = await ask<UserInfo>('/auth/user/token?channel=web', token)
    return [username, { token, viewer: { kind, grants: grantsOf(role.permissions) } }] as const
  })
  return new Map(await Promise.all(people))
}

/** A house of the farmer, and the farmer's role. */
async function shownTo(token: string): Promise<Shown> {
  const { role } = await ask<UserInfo>('/auth/user/token?channel=web', token)
  return { houseId: await houseWithPast(token), id: role.id }
}

/** The farmer's first house, once it has a day of readings. */
async function houseWithPast(token: string): Promise<string> {
  const [house] = await ask<{ id: string }[]>('/auth/house-monitor', token)
  if (!house) throw new Error('The demonstration has no house')
  const started = Date.now()
  for (;;) {
    const now = Date.now()
    const query = `metrics=Climate/Temp/Avg&from=${now - 86_400_000}&to=${now}`
    const { at } = await ask<{ at: number[] }>(`/auth/houses/${house.id}/chart?${query}`, token)
    if (at.length > 200 && now - (at.at(-1) ?? 0) < 60_000) return house.id
    if (now - started > HISTORY_MS) throw new Error('The simulated past did not arrive')
    await new Promise(resolve => setTimeout(resolve, 1_000))
  }
}

/** Who shows the screen: the farmer if it is about their own farm, otherwise anybody of the provider or an agent who may. */
function viewerOf(screen: Screen, people: Map<string, Person>, language: Language): Person | null {
  if (screen.access === 'public') return null
  const whose = [farmers[language], ...others]
  const person = whose.map(name => people.get(name)).find(known => known && mayOpen(screen, known.viewer))
  if (!person) throw new Error(`Nobody of the demonstration may open ${screen.path}`)
  return person
}

async function prepared(
  { theme, language, viewport, scale }: Look,
  token: string | undefined,
): Promise<Page> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: scale })
  await context.addInitScript(
    ([theme, language, token, expiry]) => {
      localStorage.setItem('layout', JSON.stringify({ theme }))
      localStorage.setItem('app_language', JSON.stringify(language))
      if (token) localStorage.setItem('Access-Token', JSON.stringify({ value: token, expiry }))
    },
    [theme, language, token, Date.now() + SESSION_MS] as const,
  )
  return context.newPage()
}

async function take(screen: Screen, look: Look, people: Map<string, Person>, shown: Shown): Promise<void> {
  const page = await prepared(look, viewerOf(screen, people, look.language)?.token)
  const { path, each } = screen
  const address = each ? `${path}?${each}=${shown[each]}` : path
  // Right after the request a page shows nothing yet, not even that it is waiting.
  await page.goto(`${server.url}${address}`, { waitUntil: 'networkidle' })
  await drawn(page).catch(error => {
    throw new Error(`${address} is not drawn for its viewer`, { cause: error })
  })
  await save(page, nameOf(screen, look))
}

async function takeScene(
  { name, look, path, play, end }: Scene,
  people: Map<string, Person>,
  shown: Map<Language, Shown>,
): Promise<void> {
  const seen = looks.find(known => known.name === look) as Look
  const page = await prepared(seen, people.get(farmers[seen.language])?.token)
  await page.goto(`${server.url}${path(shown.get(seen.language)?.houseId ?? '')}`)
  try {
    await play(page, server)
    await drawn(page)
    await save(page, `${name}.png`)
  } finally {
    await end?.(server)
  }
}

async function save(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  const file = `${FOLDER}/${name}`
  await page.screenshot({ path: file })
  await page.context().close()
  console.log(file)
}
