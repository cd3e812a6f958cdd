import { type BrowserContext, chromium } from '@playwright/test'
import { CHROMIUM_ARGS, findWholeChromium } from '../tools/chromium.ts'
import { expect, inEnglish, signIn, test as story } from './farm.ts'

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
  await page.getByRole('switch', { name: 'Push to this browser' }).click()
  await expect(page.getByText('This device shows messages even if no page is open, until')).toBeVisible()
  await expect(alarms).toBeEnabled()
  await expect(alarms).toBeChecked()

  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>(resolve =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first && !first.isDeleted) resolve(first.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const push = { origin: `${farm.url}/`, registrationId: await registered }
  const opens = '/notice-message?about=alarm&subject=unknown'
  const content = { tag: 'm1', title: 'House 3: high temperature', body: 'Critical', opens, isGrave: true }
  const data = JSON.stringify(content)
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title }) => title).sort(),
    )
  await devtools.send('ServiceWorker.deliverPushMessage', { ...push, data })
  await devtools.send('ServiceWorker.deliverPushMessage', { ...push, data })
  await expect.poll(shown).toEqual(['House 3: high temperature'])
  await devtools.send('ServiceWorker.deliverPushMessage', { ...push, data: 'nonsense' })
  await expect.poll(shown).toEqual(['House 3: high temperature', 'Smart Farm'])
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await scope.registration.getNotifications({ tag: 'm1' })
    const Clicked = Reflect.get(globalThis, 'NotificationEvent') as new (type: string, of: object) => Event
    dispatchEvent(new Clicked('notificationclick', { notification }))
  })
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
