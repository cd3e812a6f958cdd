import type { Page } from '@playwright/test'
import { cameras } from '#shared/contracts/cameras.ts'
import { CAMERA_USER, cameraPassword } from '../server/demo/simulated-cameras.ts'
import { SECRET } from '../server/testing/real-server.ts'
import { expect, expectAccessible, type Farm, inEnglish, prefer, signIn, test, tokenOf } from './farm.ts'

/** Where the simulator shows a house of the demonstration. */
async function addressOf(farm: Farm, code: string): Promise<string> {
  const token = await tokenOf(farm, 'linden')
  const answer = await fetch(`${farm.url}/api${cameras.list.path}?size=100`, {
    headers: { 'Access-Token': token },
  })
  const { data } = (await answer.json()) as { data: { items: { code: string; address: string }[] } }
  const found = data.items.find(camera => camera.code === `CAM-${code}`)
  if (!found) throw new Error(`The demonstration has no camera of ${code}`)
  return found.address
}

test('an owner adds a camera, is told what is wrong, and sees the house', async ({
  page,
  farm,
  problems,
}) => {
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'linden', '/deivce/camera')
  await inEnglish(page)
  await expect(page.getByRole('row', { name: /CAM-EC-BV-01/ })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add camera' }).click()
  const form = page.getByRole('dialog', { name: 'Add camera' })
  await form.getByLabel('Name').fill('Inlet end')
  await form.getByLabel('House').fill('House 2')
  await page.getByTitle('House 2').click()
  await form.getByLabel('RTSP address').fill('rtsp://192.168.1.64:554/live')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save and test' }).click()
  await expect(form.getByText(/in a local network that the server cannot reach/)).toBeVisible()
  expect(problems.splice(0)).toEqual([expect.stringContaining('400')])

  // Copied with user and password, as cameras show it.
  const address = await addressOf(farm, 'EC-BV-02')
  const user = `${CAMERA_USER}:${encodeURIComponent(cameraPassword(SECRET))}@`
  await form.getByLabel('RTSP address').fill(address.replace('rtsp://', `rtsp://${user}`))
  await form.getByRole('button', { name: 'Save and test' }).click()
  const testing = page.getByRole('dialog', { name: 'Inlet end' })
  await expect(testing.getByText('The camera works.')).toBeVisible()
  await expect(testing.getByRole('listitem').filter({ hasText: 'A picture arrives' })).toContainText('OK')
  await expectAccessible(page)
  await testing.getByRole('button', { name: 'Show the picture' }).click()

  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details.getByRole('heading', { name: 'Inlet end' })).toBeVisible()
  await expect(details.getByText(address, { exact: true })).toBeVisible()
  await expect(details.getByText('Stored, encrypted. They never leave the server.')).toBeVisible()
  await expect(page.getByText(cameraPassword(SECRET))).toBeHidden()
  await details.getByRole('button', { name: 'Watch live' }).click()
  await expect(details.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible()
  await details.getByRole('button', { name: 'More for Inlet end' }).click()
  await page.getByRole('menuitem', { name: 'Show in its house' }).click()

  await expect(page).toHaveURL(/chicken-home\/camera\?houseId=/)
  const tile = page.getByRole('article', { name: 'House 2 Inlet end' })
  await expect(tile.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible()
  await expectAccessible(page)
  await tile.getByRole('button', { name: 'Enlarge Inlet end' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('article')).not.toHaveCount(1)
  await page.getByRole('button', { name: 'All houses' }).click()
  await page.keyboard.press('1')
  await expect(page).toHaveURL(/size=1/)
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible()

  await page.goto(`${farm.url}/screen/index`)
  await page
    .getByRole('navigation', { name: 'Houses' })
    .getByRole('button', { name: /House 2/ })
    .click()
  await expect(page.getByRole('region', { name: 'Camera' })).toBeVisible()

  await page.goto(`${farm.url}/deivce/camera`)
  const row = page.getByRole('row', { name: /Inlet end/ })
  await expect(row).toContainText('Online')
  await row.getByRole('button', { name: 'More for Inlet end' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete Inlet end?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(row).toBeHidden()
})

/** How the pictures of a page come. */
const areByRtc = (page: Page) =>
  page
    .locator('video.live-picture')
    .evaluateAll(all => all.map(each => (each as HTMLVideoElement).srcObject instanceof MediaStream))

test('whoever has a line that loses packets sees the houses by WebRTC, and a browser without media sources does so unasked', async ({
  page,
  farm,
}) => {
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'linden', '/chicken-home/camera?size=1')
  await inEnglish(page)
  await page.getByRole('group', { name: 'How they show' }).getByText('WebRTC').click()
  const tile = page.getByRole('article').first()
  const live = tile.getByRole('status').filter({ hasText: /^Live$/ })
  await expect(live).toBeVisible()
  expect(await areByRtc(page)).toEqual([true])
  await expectAccessible(page)

  await page.addInitScript(() => {
    for (const name of ['MediaSource', 'ManagedMediaSource'])
      Object.defineProperty(globalThis, name, { value: undefined })
  })
  await page.goto(`${farm.url}/chicken-home/camera?size=1&as=live`)
  await expect(live).toBeVisible()
  expect(await areByRtc(page)).toEqual([true])
})

test('where no picture can move a still shows, with what to do', async ({ page, farm }) => {
  await page.addInitScript(() => {
    for (const name of ['MediaSource', 'ManagedMediaSource', 'RTCPeerConnection'])
      Reflect.deleteProperty(globalThis, name)
  })
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'linden', '/chicken-home/camera?size=1&as=live')
  await inEnglish(page)
  const tile = page.getByRole('article').first()
  await expect(tile.getByText('This browser shows no moving pictures here')).toBeVisible()
  await expect(tile.locator('video[preload]')).toBeVisible()
  await expectAccessible(page)
})
