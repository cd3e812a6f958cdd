import { truncateSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { IMAGE_BYTES } from '#shared/limits.ts'
import { PICTURE_SIDE } from '#shared/pictures.ts'
import { expect, expectAccessible, inEnglish, prefer, signIn, test } from './farm.ts'
import { leftOpen, refused } from './left-open.ts'
import { mailTo } from './mailbox.ts'

const section = (name: string) => `/personal?section=${name}`

test('a farmer sets up a code app, signs in with its code, and ends another session whose page goes to sign-in', async ({
  farm,
  page,
  browser,
  problems,
}) => {
  const { password } = farm.account('linden')
  const client = new pg.Client({ connectionString: farm.server.superuserUrl })
  await client.connect()
  try {
    await signIn(page, farm, 'linden', section('second-factor'))
    await inEnglish(page)
    await leftOpen(farm)
    await page.getByRole('button', { name: 'Set up' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await proof.getByLabel('Password', { exact: true }).fill('wrong')
    await proof.getByRole('button', { name: 'Continue' }).click()
    await expect(proof.getByRole('alert')).toHaveText('The password is not correct')
    await expectAccessible(page)
    await proof.getByLabel('Password', { exact: true }).fill(password)
    await proof.getByRole('button', { name: 'Continue' }).click()
    await expect(proof).toBeHidden()
    // The refusal before the proof, and the wrong password.
    expect(problems.splice(0)).toEqual([refused, refused])
    const secret = await page.locator('.secret-line .mono').textContent()
    const app = new TOTP({ secret: Secret.fromBase32(secret ?? '') })
    await expectAccessible(page)
    // The present code; that of the next half minute stays valid for signing in.
    await page.getByLabel('Code', { exact: true }).fill(app.generate())
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    await page.getByRole('button', { name: 'I have saved them' }).click()

    const other = await browser.newContext()
    const elsewhere = await other.newPage()
    await elsewhere.goto(`${farm.url}/user/login`)
    await elsewhere.getByLabel('Account or e-mail').fill('linden')
    await elsewhere.getByLabel('Password', { exact: true }).fill(password)
    await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(elsewhere.getByLabel('Code')).toBeVisible()
    await expectAccessible(elsewhere)
    await elsewhere.getByLabel('Code').fill('000000')
    await elsewhere.getByRole('button', { name: 'Confirm' }).click()
    await expect(elsewhere.getByRole('alert')).toContainText('This code is wrong')
    await elsewhere.getByLabel('Code').fill(app.generate({ timestamp: Date.now() + 30_000 }))
    await elsewhere.getByRole('button', { name: 'Confirm' }).click()
    await elsewhere.waitForURL(url => !url.pathname.startsWith('/user/'))

    await page.goto(`${farm.url}${section('sessions')}`)
    const row = page.getByRole('listitem').filter({ hasText: 'Chrome' }).filter({ hasNotText: 'this device' })
    await row.getByRole('button').first().click()
    await expect(elsewhere).toHaveURL(/\/user\/login/, { timeout: 15_000 })
    await other.close()
    expect(problems).toEqual([])
  } finally {
    await client.query('delete from second_factor')
    await client.query('delete from recovery_code')
    await client.end()
  }
})

test('a farmer signs in with a passkey after the password, then removes it', async ({
  farm,
  page,
  problems,
}) => {
  const { password } = farm.account('siam')
  // A passkey belongs to a host name.
  const here = { ...farm, url: farm.url.replace('127.0.0.1', 'localhost') }
  // A phone that shows its owner's face whenever asked.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await signIn(page, here, 'siam', section('second-factor'))
  await inEnglish(page)
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Phone')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('Phone', { exact: true })).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${here.url}/user/login`)
  await page.getByLabel('Account or e-mail').fill('siam')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: /passkey/i }).click()
  await page.waitForURL(url => !url.pathname.startsWith('/user/'))
  // The browser logs the answer that more than the password is needed.
  problems.length = 0

  await page.goto(`${here.url}${section('second-factor')}`)
  await leftOpen(farm)
  await page.getByRole('button', { name: 'Remove: Phone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Password', { exact: true }).fill(password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await proof.getByRole('button', { name: /passkey/i }).click()
  await expect(page.getByText('Phone', { exact: true })).toBeHidden()
  // First the proof was asked for, then the passkey.
  expect(problems.splice(0)).toEqual([refused, refused])
})

/** A photo as phones take them: wide, and darker on the right. */
async function photo(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 800 })
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('the browser cannot draw')
    for (const [x, colour] of [
      [0, '#d9b38c'],
      [600, '#7a4a1e'],
    ] as const) {
      pen.fillStyle = colour
      pen.fillRect(x, 0, 600, 800)
    }
    return canvas.toDataURL('image/jpeg')
  })
  return Buffer.from(url.replace(/^.*,/, ''), 'base64')
}

test('a farmer crops a photo to a picture, which the header shows at once, then removes it', async ({
  farm,
  page,
}, info) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await prefer(page, 'light', 'en-US')
  await signIn(page, farm, 'linden', '/personal')
  const chooser = page.getByLabel('Choose picture')
  const refusal = page.getByRole('alert').filter({ hasText: 'This picture cannot be used' })
  // From disk: twenty megabytes in the test's messages would hold up a busy machine.
  const [huge, paper] = [info.outputPath('huge.jpg'), info.outputPath('paper.pdf')]
  writeFileSync(huge, '')
  truncateSync(huge, IMAGE_BYTES + 1)
  writeFileSync(paper, '%PDF')
  for (const path of [huge, paper]) {
    await chooser.setInputFiles(path)
    await expect(refusal).toBeVisible()
    await refusal.getByRole('button', { name: 'Close' }).click()
    // The next refusal has the same words.
    await expect(refusal).toBeHidden()
  }
  await chooser.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo(page) })
  const crop = page.getByRole('dialog', { name: 'Crop picture' })
  await expect(crop.getByRole('slider')).toBeVisible()
  await expectAccessible(page)
  await crop.getByRole('button', { name: 'Use this part' }).click()
  await expect(page.getByText('Picture saved')).toBeVisible()
  const shown = page.getByRole('button', { name: /Account menu/ }).locator('img')
  const sides = () => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  await expect.poll(async () => (await sides()).every(side => side === PICTURE_SIDE)).toBe(true)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(shown).toHaveCount(0)
})

test('a farmer chooses imperial units: monitor, chart and form follow at once, and what is stored stays metric', async ({
  farm,
  page,
}) => {
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'linden', '/screen/index')
  // Houses that other stories built and that were never heard come before it.
  await page
    .getByRole('button', { name: /House 1/ })
    .first()
    .click()
  const figure = page.locator('.figure').first()
  await expect(figure).toContainText('°C')
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Personal center' }).click()
  await page.getByRole('button', { name: 'Language and units' }).click()
  await page.getByRole('button', { name: /°F · lb/ }).click()
  await expectAccessible(page)

  // The monitor's tab stays open beside it, and nothing is reloaded.
  const tabs = page.getByRole('navigation', { name: 'Open pages' })
  await tabs.getByRole('button', { name: /^House monitor/ }).click()
  await expect(figure).toContainText(/\d\d\.\d\s?°F/)
  await expect(page.locator('.figure').nth(2)).toContainText(/0\.04–0\.18\sinWG/)
  await expectAccessible(page)

  const { id, name, lengthM } = await houseOf(page)
  await page.goto(`${farm.url}/deviceChart?houseId=${id}&metrics=Climate/Temp/Avg&period=24h`)
  await expect(page.locator('.chart-chip')).toContainText('°F')
  await expect(page.locator('.chart-table').first()).toContainText('°F')

  await page.goto(`${farm.url}/chicken-home-manage?search=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const form = page.getByRole('dialog', { name })
  const field = form.getByLabel('Length')
  await expect(field).toHaveValue(String(Number((lengthM / 0.3048).toFixed(2))))
  await form.getByLabel('Width').fill('50')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('House changed')).toBeVisible()
  expect(await houseOf(page, id)).toMatchObject({ lengthM, widthM: 15.24 })
})

test('a farmer chooses which messages come by e-mail, exports the data about them, and an alarm e-mail leads to the alarm', async ({
  farm,
  page,
}) => {
  await signIn(page, farm, 'linden', section('messages'))
  await inEnglish(page)
  await expect(page.getByRole('checkbox', { name: 'Device alarm: In the app' })).toBeDisabled()
  // The second choice is made while the first is still on its way.
  const isMade = Promise.withResolvers<void>()
  await page.route('**/notice-channels', async route => {
    if (route.request().method() === 'PUT') await isMade.promise
    await route.continue()
  })
  await page.getByRole('checkbox', { name: 'Daily reminder: E-mail' }).check()
  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  isMade.resolve()
  await expect(page.getByText('Saved').nth(1)).toBeVisible()
  await expect(page.getByText('Europe/Amsterdam time')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Daily reminder: E-mail' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Quiet hours' })).toBeChecked()

  await page.goto(`${farm.url}${section('data')}`)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Get my data' }).click()
  expect((await file).suggestedFilename()).toMatch(/^Personal data linden .*\.xlsx$/)
  await expectAccessible(page)

  await page.goto(`${farm.url}/notice-message?about=alarm&subject=unknown`)
  await expect(page).toHaveURL(/\/house-alarm\?alarm=unknown/)
})

test('a farmer changes their e-mail address; the link works where nobody is signed in', async ({
  farm,
  page,
  browser,
}) => {
  const address = 'joost@linden.example'
  await signIn(page, farm, 'linden', '/personal')
  await inEnglish(page)
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await page.getByLabel('New address').fill(address)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`${address} must still be confirmed with the link we sent.`)).toBeVisible()
  await expectAccessible(page)
  const { link } = await mailTo(farm, address, 'Confirm your new e-mail address')

  const other = await browser.newContext()
  const elsewhere = await other.newPage()
  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('heading', { name: 'Your new address is active' })).toBeVisible()
  await expectAccessible(elsewhere)
  await other.close()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your new address is active' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to personal center' }).click()
  await expect(page.getByText(address)).toBeVisible()
})

interface StoredHouse {
  id: string
  name: string
  lengthM: number
  widthM: number
}

/** A house as on the wire: the one with this id, otherwise the one the monitor shows. */
function houseOf(page: Page, id?: string): Promise<StoredHouse> {
  return page.evaluate(async id => {
    const { value } = JSON.parse(localStorage.getItem('Access-Token') ?? '{}')
    const answer = await fetch('/api/admin/auth/houses?size=100', { headers: { 'Access-Token': value } })
    const { data } = await answer.json()
    const shown = document.querySelector('#monitor-house-name')?.textContent
    return data.items.find((house: StoredHouse) => (id ? house.id === id : house.name === shown))
  }, id)
}
