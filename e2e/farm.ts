import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import type { RunOnly } from 'axe-core'
import pg from 'pg'
import { session, type UserInfo } from '#shared/contracts/session.ts'
import { TOKEN_LIFETIME_MS } from '#shared/limits.ts'
import type { Language } from '#shared/text.ts'
import { demoCustomers } from '../server/demo/seed/demo-farms.ts'
import { type RealServer, startRealServer } from '../server/testing/real-server.ts'
import { attachPages } from './shown-pages.ts'

/** Somebody who can sign in to the demonstration. */
interface Account {
  username: string
  password: string
  label: Record<'zh-CN' | 'en-US', string>
}

/** The running demonstration: its address and its people. */
export interface Farm {
  url: string
  server: RealServer
  /** Its own copy of the web app: what a story deploys there affects no other. */
  webDir: string
  account(username: string): Account
}

/**
 * Within this time an open screen has changed because it was told, long before it reads again by itself. ms. That a change
 * of rights acts within two seconds is proven on the server (`server/live/rechecks.test.ts`): two busy cores draw later.
 */
export const TOLD_MS = 10_000

/** For stories that bring their own pages. */
export const farmTest = base.extend<{ shown: undefined }, { farm: Farm; outside: Record<string, string> }>({
  /** Settings by which the server reaches a story's own systems. */
  outside: [{}, { option: true, scope: 'worker' }],
  shown: [
    // Before the story's own context is closed.
    async ({ context }, give, story) => {
      await give(undefined)
      if (story.status !== story.expectedStatus) await attachPages(context.browser(), story)
    },
    { auto: true },
  ],
  farm: [
    async ({ outside }, give) => {
      const webDir = mkdtempSync(join(tmpdir(), 'smart-farm-web-'))
      cpSync(new URL('../web/dist', import.meta.url), webDir, { recursive: true })
      const settings = {
        DEMO: 'on',
        WEB_DIR: webDir,
        WEBHOOK_NETWORKS: '127.0.0.0/8',
        // Recorders that call; from this machine only, as HOST is.
        SIP_PORT: '0',
        WEBRTC_PORTS: '42600-42699',
        WEBRTC_ADDRESS: '127.0.0.1',
        // Visitors name their own addresses.
        TRUST_PROXY: 'on',
        ...outside,
      }
      const server = await startRealServer(settings, [], process.env.DEMONSTRATION)
      const answer = await fetch(`${server.url}/api/admin/open/demo-accounts`)
      const { data } = (await answer.json()) as { data: Account[] }
      const account = (username: string) => {
        const found = data.find(known => known.username === username)
        if (!found) throw new Error(`no demo account ${username}`)
        return found
      }
      const farm = { url: server.url, server, webDir, account }
      try {
        await expectHeard(farm)
        await give(farm)
      } finally {
        await server.remove()
        rmSync(webDir, { recursive: true })
      }
    },
    { scope: 'worker', timeout: 150_000 },
  ],
})

export const test = farmTest.extend<{ problems: string[]; unchosen: undefined }>({
  /** At the start of each story nobody has chosen an appearance, and everybody has their given language and password. */
  unchosen: [
    async ({ farm }, give) => {
      await forgetChoices(farm.server)
      await give(undefined)
    },
    { auto: true },
  ],
  /** The browser's errors; a story may expect some, but must end with no others. */
  problems: [
    async ({ page }, give) => {
      const problems: string[] = []
      page.on('pageerror', error => problems.push(error.message))
      page.on('console', message => {
        if (message.type() === 'error') problems.push(message.text())
      })
      await give(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

const given = new WeakMap<RealServer, { id: string; language: string | null; password_hash: string }[]>()

async function forgetChoices(server: RealServer): Promise<void> {
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  try {
    await client.query('delete from preference')
    await client.query('update account set units = null, units_chosen_at = null where units is not null')
    const people =
      given.get(server) ?? (await client.query('select id, language, password_hash from account')).rows
    given.set(server, people)
    for (const { id, language, password_hash } of people) {
      await client.query(
        `update account set language = $1, language_chosen_at = null
         where id = $2 and language_chosen_at is not null`,
        [language, id],
      )
      // One story forgets a password and chooses another.
      await client.query('update account set password_hash = $1 where id = $2 and password_hash <> $1', [
        password_hash,
        id,
      ])
    }
  } finally {
    await client.end()
  }
}

/** The demonstration's houses of the farm whose people appear in the stories. */
const HOUSES = demoCustomers
  .filter(({ key }) => key === 'linden')
  .flatMap(({ sites }) => sites.flatMap(({ houses }) => Object.values(houses).map(({ name }) => name)))

/** Waits until every one has been heard since the server started: the simulator takes a while. */
export async function expectHeard({
  url,
  server,
  account,
}: Pick<Farm, 'url' | 'server' | 'account'>): Promise<void> {
  let token = ''
  // A server that has just started may still be busy.
  await expect(async () => {
    token = await tokenOf({ url, account }, 'linden')
  }).toPass({ timeout: 60_000 })
  await expect
    .poll(() => heardBy(url, token, server.startedAt), { timeout: 90_000 })
    .toEqual(expect.arrayContaining(HOUSES))
}

async function heardBy(url: string, token: string, since: number): Promise<string[]> {
  const answer = await fetch(`${url}/api/admin/auth/house-monitor`, { headers: { 'Access-Token': token } })
  if (!answer.ok) return [`answered ${answer.status}: ${await answer.text()}`]
  const { data } = (await answer.json()) as { data: { name: string; lastMessageAt: number | null }[] }
  return data.flatMap(({ name, lastMessageAt }) => ((lastMessageAt ?? 0) < since ? [] : [name]))
}

/** A session of one of the demonstration's people, begun through the API. */
export async function tokenOf(
  { url, account }: Pick<Farm, 'url' | 'account'>,
  user: string,
): Promise<string> {
  const { username, password } = account(user)
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ username, password })
  const answer = await fetch(`${url}/api/admin/open/login`, { method: 'POST', headers, body })
  const { data, message } = (await answer.json()) as { data: string; message: string }
  if (!answer.ok) throw new Error(`${user} may not sign in: ${answer.status} ${message}`)
  return data
}

/**
 * Opens an address, or else the first screen, as a user who has signed in: in the language of their account, whatever this
 * browser prefers, unless they have chosen another in it.
 */
export async function signIn(
  page: Page,
  farm: Farm,
  username: string,
  at = '/',
  chosen?: Language,
): Promise<void> {
  const token = await tokenOf(farm, username)
  const answer = await fetch(`${farm.url}/api${session.userInfo.path}`, {
    headers: { 'Access-Token': token },
  })
  const { data } = (await answer.json()) as { data: UserInfo }
  const language = chosen ?? data.language
  const memory = await page.addInitScript(
    kept => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, JSON.stringify(value))
    },
    {
      'Access-Token': { value: token, expiry: Date.now() + TOKEN_LIFETIME_MS },
      ...(language && { app_language: language }),
    },
  )
  await page.goto(`${farm.url}${at}`)
  await memory.dispose()
  await page.waitForURL(({ pathname }) => pathname !== '/')
}

/** Switches to English, whatever the user's language; needs the shell. */
export async function inEnglish(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /Account menu|账号菜单/ })).toBeVisible()
  if ((await page.locator('html').getAttribute('lang')) === 'zh-CN')
    await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible()
}

/** Sets theme and language of this browser before its first page. */
export async function prefer(
  page: Page,
  theme: 'dark' | 'light',
  language: 'en-US' | 'zh-CN',
): Promise<void> {
  await page.addInitScript(
    ([theme, language]) => {
      localStorage.setItem('layout', JSON.stringify({ theme }))
      localStorage.setItem('app_language', JSON.stringify(language))
    },
    [theme, language],
  )
}

declare global {
  var axe: typeof import('axe-core')
}
/** The rules as a page runs them, minified, which it parses in less than half the time. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** No violation of WCAG 2.1 AA on the page as it is now. */
export const expectAccessible = (page: Page) =>
  expectNoViolation(page, { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })

/** Only the rules of WCAG 2.1 AA that a change of colours can break. */
export const expectReadable = (page: Page) =>
  expectNoViolation(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] })

async function expectNoViolation(page: Page, runOnly: RunOnly): Promise<void> {
  // A page already checked has them; so do its frames, all of which are ours.
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(AXE)
  const said = await page.evaluate(async runOnly => {
    // For rules that hold, axe would list every element and the path to it.
    const { violations } = await globalThis.axe.run(document, { runOnly, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, runOnly)
  expect(said).toEqual([])
}
