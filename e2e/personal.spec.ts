import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { expect, expectAccessible, inEnglish, signIn, test } from './farm.ts'

const section = (name: string) => `/personal?section=${name}`

test('a farmer sets up a code app, signs in with its code, and ends another session whose page goes to sign-in', async ({
  farm,
  page,
  browser,
  problems,
}) => {
  test.setTimeout(90_000)
  const { password } = farm.account('linden')
  const client = new pg.Client({ connectionString: farm.server.superuserUrl })
  await client.connect()
  try {
    await signIn(page, farm, 'linden')
    await inEnglish(page)
    await page.goto(`${farm.url}${section('second-factor')}`)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Next' }).click()
    const secret = await page.locator('.secret-line .mono').textContent()
    const app = new TOTP({ secret: Secret.fromBase32(secret ?? '') })
    await expectAccessible(page)
    // The code of the last half minute: those of now and of the next stay good for signing in.
    await page.getByLabel('Code', { exact: true }).fill(app.generate({ timestamp: Date.now() - 30_000 }))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    await page.getByRole('button', { name: 'I kept them' }).click()

    const other = await browser.newContext()
    const elsewhere = await other.newPage()
    await elsewhere.goto(`${farm.url}/user/login`)
    await elsewhere.getByLabel('Account or e-mail').fill('linden')
    await elsewhere.getByLabel('Password', { exact: true }).fill(password)
    await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expectAccessible(elsewhere)
    await elsewhere.getByLabel('Code').fill('000000')
    await elsewhere.getByRole('button', { name: 'Confirm' }).click()
    await expect(elsewhere.getByRole('alert')).toContainText('not right')
    await elsewhere.getByLabel('Code').fill(app.generate({ timestamp: Date.now() + 30_000 }))
    await elsewhere.getByRole('button', { name: 'Confirm' }).click()
    await elsewhere.waitForURL(url => !url.pathname.startsWith('/user/'))

    await page.goto(`${farm.url}${section('sessions')}`)
    const row = page.getByRole('listitem').filter({ hasText: 'Chrome' }).filter({ hasNotText: 'this one' })
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
