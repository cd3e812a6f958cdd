import pg from 'pg'
import { expect, expectAccessible, type Farm, prefer, signIn, test } from './farm.ts'
import { keptIn } from './kept-in.ts'
import { fits, onPhone } from './offline.ts'

test.use(onPhone)

const NUMBER = '+1 515 555 0142'

/** The browser's messages about a lost connection are not the page's fault. */
const expected = /net::ERR_|WebSocket|Failed to fetch|50[234]/

/** Everybody of the farm has entered a number; returns what takes those away that were not there. */
async function withNumbers({ server }: Farm): Promise<() => Promise<void>> {
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: server.superuserUrl })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await ask(
    `update account a set phone = '${NUMBER}', phone_from_above = false from account l
     where l.username = 'linden' and a.office_path = l.office_path and a.phone is null`,
  )
  return () => ask(`update account set phone = null where phone = '${NUMBER}'`)
}

for (const [language, says, call] of [
  ['en-US', 'No connection. The alarm cannot be shown now.', /^Call /],
  ['zh-CN', '没有网络，暂时无法显示报警。', /^打给/],
] as const)
  test(`a phone without network calls the farm’s own numbers, though no alarm was ever opened on it (${language})`, async ({
    page,
    context,
    farm,
    problems,
  }) => {
    const takeAway = await withNumbers(farm)
    await prefer(page, 'dark', language)
    await signIn(page, farm, 'linden', '/chicken-batch', language)
    await expect
      .poll(async () => JSON.stringify(await keptIn(page, 'drafts')), { timeout: 60_000 })
      .toContain('"phone"')
    const isKept = () =>
      page.evaluate(
        async () => (await caches.match('/')) !== undefined && navigator.serviceWorker.controller !== null,
      )
    await expect.poll(isKept, { timeout: 60_000 }).toBe(true)
    await context.setOffline(true)
    for (const opened of [
      '/house-alarm?alarm=unknown',
      '/house-alarm',
      '/notice-message?about=alarm&subject=unknown',
    ]) {
      await page.goto(`${farm.url}${opened}`)
      await expect(page.getByText(says)).toBeVisible()
      const link = page.getByRole('link', { name: call }).first()
      await expect(link).toHaveAttribute('href', /^tel:\+?\d+$/)
    }
    await fits(page)
    await expectAccessible(page)
    // With network it would ask for an alarm that does not exist.
    await page.close()
    await context.setOffline(false)
    await takeAway()
    expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
  })
