import { type BrowserContext, chromium, type Page, type Worker } from '@playwright/test'
import pg from 'pg'
import type { PushContent } from '#shared/push-content.ts'
import { CHROMIUM_ARGS, findWholeChromium } from '../tools/chromium.ts'
import { startController } from './controller.ts'
import { expect, type Farm, inEnglish, signIn, test as story } from './farm.ts'

/** The windowless Chromium of the other stories shows no notifications. */
const test = story.extend<{ windowed: BrowserContext }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  windowed: async ({}, give) => {
    const executablePath = findWholeChromium()
    test.skip(!executablePath, 'wants a Chromium that can show notifications')
    const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] })
    await give(await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' }))
    await browser.close()
  },
})

/**
 * A push service without internet, as far as a page can tell: Chromium has none in a test's window. The browser itself
 * delivers what it would send.
 */
function pushServiceHere(): void {
  let own: PushSubscription | null = null
  const encoded = (bytes: Uint8Array) =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  PushManager.prototype.getSubscription = async () => own
  PushManager.prototype.subscribe = async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
    const p256dh = encoded(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
    const auth = encoded(crypto.getRandomValues(new Uint8Array(16)))
    own = {
      endpoint: `https://push.farm.example/${auth}`,
      options: { applicationServerKey: null },
      toJSON: () => ({ keys: { p256dh, auth } }),
      unsubscribe: async () => {
        own = null
        return true
      },
    } as unknown as PushSubscription
    return own
  }
}

/** Turns push on in a page of the personal center; answers how the browser is told to deliver one. */
async function turnOn(page: Page, farm: Farm): Promise<(data: string) => Promise<unknown>> {
  await page.getByRole('switch', { name: 'Push to this browser' }).click()
  await expect(page.getByText('This device shows messages even if no page is open, until')).toBeVisible()
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first && !first.isDeleted) resolve(first.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const push = { origin: `${farm.url}/`, registrationId: await registered }
  return data => devtools.send('ServiceWorker.deliverPushMessage', { ...push, data })
}

/** Clicks a notification that is shown. */
const clickOn = (worker: Worker | undefined, tag: string) =>
  worker?.evaluate(async tag => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await scope.registration.getNotifications({ tag })
    const Clicked = Reflect.get(globalThis, 'NotificationEvent') as new (type: string, of: object) => Event
    dispatchEvent(new Clicked('notificationclick', { notification }))
  }, tag)

test('a farmer turns push on: it shows an alarm once, leads to it in the open page, and ends with signing out', async ({
  farm,
  windowed: context,
}) => {
  const page = await context.newPage()
  await context.grantPermissions(['notifications'])
  await page.addInitScript(pushServiceHere)
  await signIn(page, farm, 'linden', '/personal?section=messages')
  await inEnglish(page)
  const alarms = page.getByRole('checkbox', { name: 'Device alarm: Push' })
  await expect(alarms).toBeDisabled()
  const deliver = await turnOn(page, farm)
  await expect(alarms).toBeEnabled()
  await expect(alarms).toBeChecked()

  const opens = '/notice-message?about=alarm&subject=unknown'
  const content = { tag: 'm1', title: 'House 3: high temperature', body: 'Critical', opens, isGrave: true }
  const data = JSON.stringify(content)
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title }) => title).sort(),
    )
  await deliver(data)
  await deliver(data)
  await expect.poll(shown).toEqual(['House 3: high temperature'])
  await deliver('nonsense')
  await expect.poll(shown).toEqual(['House 3: high temperature', 'Smart Farm'])
  await clickOn(context.serviceWorkers()[0], 'm1')
  await expect(page).toHaveURL(/\/house-alarm\?alarm=unknown/)
  await expect.poll(shown).toEqual(['Smart Farm'])

  // Without a server the app opens from its cache, and says so; an unknown address is answered in words.
  const isKept = () =>
    page.evaluate(
      async () => (await caches.match('/')) !== undefined && navigator.serviceWorker.controller !== null,
    )
  await expect.poll(isKept).toBe(true)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible()
  await expect(page.getByText(/No connection since|has no network since/)).toBeVisible()
  await page.goto(`${farm.url}/api/admin/open/demo-accounts`)
  await expect(page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible()
  await context.setOffline(false)
  await page.goto(`${farm.url}/personal?section=messages`)
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/user\/login/)
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await expect.poll(workers).toBe(0)
})

/** What the server hands to the push service about a house, as soon as it has something to say. */
async function pushedOf({ server }: Farm, house: string): Promise<PushContent> {
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  try {
    const said = async () => {
      const { rows } = await client.query<{ content: PushContent }>(
        `select content from push where content->>'title' like '%' || $1 || '%' limit 1`,
        [house],
      )
      return rows[0]?.content
    }
    await expect.poll(said, { timeout: 60_000 }).toBeDefined()
    return (await said()) as PushContent
  } finally {
    await client.end()
  }
}

test('at night every page is closed: the push of an alarm opens it on the phone, without signing in', async ({
  farm,
  windowed: context,
}) => {
  const house = 'House of the push'
  const page = await context.newPage()
  await context.grantPermissions(['notifications'])
  await page.addInitScript(pushServiceHere)
  await signIn(page, farm, 'linden', '/personal?section=messages')
  await inEnglish(page)
  const deliver = await turnOn(page, farm)
  const controller = await startController(farm, 'STORY-PUSH-1', house)
  try {
    controller.report(34.2, { HighTemp: true })
    const content = await pushedOf(farm, house)
    const [worker] = context.serviceWorkers()
    // Only a finger's tap lets a worker open a window: this one says which it would.
    await worker?.evaluate(() => {
      const { clients } = globalThis as unknown as { clients: { openWindow(href: string): Promise<unknown> } }
      clients.openWindow = async href => void Object.assign(globalThis, { wanted: href })
    })
    await deliver(JSON.stringify(content))
    const isShown = () =>
      worker?.evaluate(async tag => {
        const scope = globalThis as unknown as { registration: ServiceWorkerRegistration }
        return (await scope.registration.getNotifications({ tag })).length
      }, content.tag)
    await expect.poll(isShown).toBe(1)
    await page.close()
    expect(context.pages()).toEqual([])
    await clickOn(worker, content.tag)
    const wanted = () => worker?.evaluate(() => Reflect.get(globalThis, 'wanted'))
    await expect.poll(wanted).toMatch(/^\/house-alarm\?alarm=/)

    const night = await context.newPage()
    await night.setViewportSize({ width: 390, height: 844 })
    await night.goto(`${farm.url}${await wanted()}`)
    await expect(night.locator('.alarm-focus')).toContainText(house)
    await expect(night.getByRole('button', { name: /I’m on my way/ })).toBeVisible()
  } finally {
    controller.stop()
  }
})
