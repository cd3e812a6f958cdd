import type { Browser, Locator, Page } from '@playwright/test'
import type { Language } from '#shared/text.ts'
import words from '#web/layout/en-US.json' with { type: 'json' }
import { drawn } from '../tools/drawn.ts'
import { expect } from './farm.ts'

/** How a screen is viewed. */
export interface Look {
  theme: (typeof themes)[number]
  language: Language
}
export const themes = ['dark', 'light'] as const

export const widths = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
export const devices = ['desk', 'phone'] as const

/** A call of our API that a page made. */
export interface Asked {
  method: string
  path: string
  body: string | null
}

/** A separate browser that records what goes wrong in it and what it asks the server. */
export interface Visitor {
  page: Page
  readonly look: Look
  /** Console errors, program failures and refused or failed requests since the last visit began. */
  problems: string[]
  asked: Asked[]
  /** Opens an address as the token's owner, or as a stranger, in a browser without any other memory. */
  visit(href: string, token: string | null): Promise<void>
  /** Goes to another address of the open program. */
  goOn(href: string): Promise<void>
  /** Switches the same screen's theme: the machine's theme changes, and the reader's follows it. */
  turn(theme: Look['theme']): Promise<void>
  /** Switches the same screen's language, as another window of this browser would. */
  read(language: Language): Promise<void>
  /** Makes the window as large as this device's. */
  resize(device: (typeof devices)[number]): Promise<void>
  /** Waits until nothing on the screen waits for the server and nothing is on its way. */
  settled(): Promise<void>
  /** Closes the screen: an open one keeps working, and eight of them keep the machine busy. */
  leave(): Promise<void>
}

/** A busy machine draws slowly. ms */
const SETTLE_MS = 60_000
const API = '/api/admin/'

/** A new browser for one look and size. It keeps the app's files for times without network only if `isKeeping`. */
export async function newVisitor(
  browser: Browser,
  url: string,
  { ...look }: Look,
  viewport: { width: number; height: number },
  isKeeping = false,
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport,
    serviceWorkers: isKeeping ? 'allow' : 'block',
    colorScheme: look.theme,
    locale: 'en-GB',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const problems: string[] = []
  const asked: Asked[] = []
  const waiting = new Set<object>()
  page.on('pageerror', error => problems.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith(API)) return
    asked.push({ method: request.method(), path: `${pathname}${search}`, body: request.postData() })
    waiting.add(request)
  })
  page.on('requestfinished', request => waiting.delete(request))
  page.on('requestfailed', request => {
    waiting.delete(request)
    // A page that is left drops its pending requests.
    const why = request.failure()?.errorText ?? ''
    if (why !== 'net::ERR_ABORTED') problems.push(`${request.url()} ${why}`)
  })
  page.on('response', response => {
    if (response.status() >= 400) problems.push(`${response.url()} answered ${response.status()}`)
  })
  const settled = async () => {
    await expect(async () => {
      await drawn(page)
      expect(waiting.size).toBe(0)
    }).toPass({ intervals: [20, 50, 100], timeout: SETTLE_MS })
  }
  const visit = async (href: string, token: string | null) => {
    await leave()
    for (const list of [problems, asked]) list.length = 0
    waiting.clear()
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': newAddress() })
    const memory = await page.addInitScript(remember, kept(look, token))
    await page.goto(`${url}${href}`)
    await memory.dispose()
  }
  const leave = async () => {
    if (page.url() !== EMPTY) await page.goto(EMPTY)
  }
  const goOn = (href: string) => page.evaluate(to => history.pushState(null, '', to), href)
  const turn = async (theme: Look['theme']) => {
    await page.emulateMedia({ colorScheme: theme })
    look.theme = theme
  }
  const read = async (language: Language) => {
    if (page.url() !== EMPTY) await page.evaluate(chooseElsewhere, language)
    look.language = language
  }
  const resize = (device: (typeof devices)[number]) => page.setViewportSize(widths[device])
  return { page, look, problems, asked, visit, goOn, turn, read, resize, settled, leave }
}

/** Opens every folded group of a menu. */
export async function unfold(menu: Locator): Promise<void> {
  const folded = menu.locator('button[aria-expanded="false"]')
  for (let left = await folded.count(); left > 0; left--) await folded.first().click()
  await expect(folded).toHaveCount(0)
}

/** Paths in the menu with all groups opened, in alphabetical order; in English. */
export async function menuOf(page: Page): Promise<string[]> {
  const nav = page.getByRole('navigation', { name: words.mainMenu })
  await unfold(nav)
  const paths = await nav
    .locator('a')
    .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
  return paths.toSorted()
}

let addresses = 0
/** Hundreds of visits come from one machine: to the limit on open calls, each is a person at an address of their own. */
function newAddress(): string {
  addresses += 1
  // Of this machine: others are not told the demonstration's accounts.
  return `127.${process.pid % 256}.${Math.floor(addresses / 256) % 256}.${addresses % 256}`
}

const EMPTY = 'about:blank'
const TOKEN_MS = 3_600_000

/** What this reader's browser has stored. */
const kept = ({ language }: Look, token: string | null) => ({
  layout: { theme: 'system' },
  app_language: language,
  ...(token && { 'Access-Token': { value: token, expiry: Date.now() + TOKEN_MS } }),
})

/** Runs in the browser before the page's first program. */
function remember(memory: object): void {
  sessionStorage.clear()
  localStorage.clear()
  for (const [name, value] of Object.entries(memory)) localStorage.setItem(name, JSON.stringify(value))
}

/** Runs in the browser: what a page sees when the reader chooses a language in another window. */
function chooseElsewhere(language: Language): void {
  localStorage.setItem('app_language', JSON.stringify(language))
  dispatchEvent(new StorageEvent('storage', { key: 'app_language' }))
}
