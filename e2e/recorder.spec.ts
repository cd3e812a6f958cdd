import type { Locator, Page } from '@playwright/test'
import { Film } from '../simulator/camera/film.ts'
import { type GbDevice, startGbDevice } from '../simulator/camera/gb28181/device.ts'
import { viewOf } from '../simulator/camera/scene.ts'
import { buildHouse, live, SUMMER } from '../simulator/testing/house.ts'
import { expect, expectAccessible, inEnglish, prefer, signIn, test } from './farm.ts'

const CHANNELS = [
  { id: '34020000001310000001', name: '2号鸡舍山墙' },
  { id: '34020000001310000002', name: '2号鸡舍进风口' },
]

test('an engineer adds a recorder by the values of its page, sees each step ticked off, and turns its camera', async ({
  page,
  farm,
}) => {
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'linden', '/deivce/camera')
  await inEnglish(page)
  await page.getByRole('button', { name: 'Add camera' }).click()
  const form = page.getByRole('dialog', { name: 'Add camera' })
  await form.getByRole('button', { name: 'GB28181' }).click()
  await form.getByLabel('Name').fill('Recorder of the yard')
  await form.getByLabel('House').fill('House 2')
  await page.getByTitle('House 2').click()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save and show the values' }).click()

  const values = page.getByRole('dialog', { name: 'Recorder of the yard' })
  await expect(values.getByText('It has not signed in')).toBeVisible()
  await expectAccessible(page)
  // What the engineer types into the recorder's page.
  const entered = {
    serverId: await shownValue(values, 'SIP server id'),
    domain: await shownValue(values, 'SIP domain'),
    serverIp: await shownValue(values, 'SIP server address'),
    serverPort: Number(await shownValue(values, 'SIP server port')),
    deviceId: await shownValue(values, 'Device id'),
    password: await shownValue(values, 'Password'),
  }
  const house = buildHouse('broiler', SUMMER + 4 * 3_600_000)
  live(house, 1, 10)
  const film = new Film(() => viewOf('HZ-2', house), 1)
  const plugIn = (password: string) =>
    startGbDevice({
      ...entered,
      password,
      channels: CHANNELS,
      keepAliveS: 1,
      transport: 'tcp',
      film: () => film,
    })

  const mistyped = await plugIn('Mistyped123')
  await expect(values.getByText('Wrong user or password')).toBeVisible()
  mistyped.stop()
  const recorder = await plugIn(entered.password)
  try {
    await expect(values.getByText('The camera works.')).toBeVisible()
    for (const step of [
      'The device has signed in',
      'It keeps itself alive',
      'It reports its channels',
      'It begins to send',
      'A picture arrives',
    ])
      await expect(values.getByRole('listitem').filter({ hasText: step })).toContainText('OK')
    await values.getByRole('button', { name: 'Show its channels' }).click()

    const details = page.getByRole('complementary', { name: 'Details' })
    await expect(details.getByText('2号鸡舍进风口').first()).toBeVisible()
    await expect(details.getByText('House 2').first()).toBeVisible()
    const still = details.locator('video')
    await expect.poll(() => still.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1)
    await details.getByRole('button', { name: 'Watch live' }).click()
    await expect(details.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible()
    await expect(details.getByText(entered.password)).toBeHidden()

    await details.getByRole('button', { name: 'Left' }).hover()
    await page.mouse.down()
    await expect.poll(() => recorder.orders).toEqual([expect.stringMatching(/^A50F0102/)])
    await page.mouse.move(5, 5)
    await expect.poll(() => recorder.orders.at(-1)).toBe('A50F0100000000B5')
    await page.mouse.up()
    await details.getByRole('button', { name: 'Up', exact: true }).focus()
    await page.keyboard.down('ArrowUp')
    await expect.poll(() => recorder.orders.at(-1)).toMatch(/^A50F0108/)
    await page.keyboard.up('ArrowUp')
    await expect.poll(() => recorder.orders.at(-1)).toBe('A50F0100000000B5')
    await details.getByRole('button', { name: 'Go there' }).click()
    await expect.poll(() => recorder.orders.at(-1)).toMatch(/^A50F0182/)
    await expectAccessible(page)

    await turnInTile(page, farm.url, recorder)
    await playFromRecorder(page, recorder)
  } finally {
    recorder.stop()
  }
  await page.goto(`${farm.url}/deivce/camera`)
  const row = page.getByRole('row', { name: /Recorder of the yard/ })
  await expect(row).toContainText('Offline')
})

const TILE = { name: 'House 2 2号鸡舍山墙' }

/** Among other pictures: by keys at once, by pointer, and by a finger, which must not turn the page. */
async function turnInTile(page: Page, url: string, { orders }: GbDevice): Promise<void> {
  await page.goto(`${url}/chicken-home/camera?size=4`)
  const tile = page.getByRole('article', TILE)
  await expect(tile.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible()
  await tile.getByRole('button', { name: /^Turn / }).click()
  await page.keyboard.down('ArrowRight')
  await expect.poll(() => orders.at(-1)).toMatch(/^A50F0101/)
  await page.keyboard.up('ArrowRight')
  await expect.poll(() => orders.at(-1)).toBe('A50F0100000000B5')
  const left = tile.getByRole('button', { name: 'Left' })
  await left.hover()
  await page.mouse.down()
  await expect.poll(() => orders.at(-1)).toMatch(/^A50F0102/)
  await page.mouse.up()
  await expect.poll(() => orders.at(-1)).toBe('A50F0100000000B5')
  const finger = { pointerType: 'touch', isPrimary: true, pointerId: 7, button: 0, bubbles: true }
  await left.dispatchEvent('pointerdown', { ...finger, clientX: 400 })
  await expect.poll(() => orders.at(-1)).toMatch(/^A50F0102/)
  await left.dispatchEvent('pointerup', { ...finger, clientX: 200 })
  await expect.poll(() => orders.at(-1)).toBe('A50F0100000000B5')
  await expect(page).toHaveURL(/size=4$/)
  await expectAccessible(page)
}

/** What it kept ten minutes ago, to its end. */
async function playFromRecorder(page: Page, recorder: GbDevice): Promise<void> {
  await page
    .getByRole('article', TILE)
    .getByRole('button', { name: /^Recording of / })
    .click()
  const panel = page.getByRole('dialog', { name: /^Recording: / })
  const own = panel.getByRole('region', { name: 'On the recorder' })
  await own.getByRole('button', { name: 'Play' }).click()
  const video = own.locator('video')
  await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.currentTime)).toBeGreaterThan(1)
  const [asked] = recorder.played
  expect(Math.abs((asked?.from ?? 0) - (Date.now() / 1_000 - 600))).toBeLessThan(180)
  await expectAccessible(page)
  recorder.finish(CHANNELS[0]?.id ?? '')
  await expect(own.getByText('The recording ends here.')).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).first().click()
}

/** The value beside its name, as it is copied. */
async function shownValue(within: Locator, name: string): Promise<string> {
  const line = within.locator('.secret-line').filter({ has: within.page().getByText(name, { exact: true }) })
  return ((await line.locator('.mono').textContent()) ?? '').trim()
}
