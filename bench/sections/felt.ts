import { drizzle } from 'drizzle-orm/node-postgres'
import type { Page } from 'playwright'
import { addPerson } from '#server/testing/person.ts'
import { everyGrant } from '#server/testing/samples.ts'
import { CUSTOMER, type Kind, STAFF } from '#shared/permissions.ts'
import { paths } from '#shared/screens.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { firstViewer, startHouses } from '../first-customer.ts'
import { createHistogram } from '../histogram.ts'
import { type Felt, noteFelt, noteHouses } from '../in-page.ts'
import { openChromium, type Visit, visit } from '../visit.ts'
import { staffOf } from './screens.ts'

const SLOWER = 4
const MENU = '.side-menu'
/** Letters that are typed into the first field of each screen. */
const TYPED = 'fan'

const figure = (name: string, value: number, unit: string, goal?: Figure['goal']): Figure => ({
  section: 'screens',
  name,
  value,
  unit,
  ...(goal && { goal }),
})

/**
 * How quickly screens answer people: a walk of customer and staff through the whole menu on a processor a quarter as fast, which
 * opens each screen, sorts its table and types into its first field; and from a click on a house to its values.
 */
export async function felt(bench: Bench): Promise<Figure[]> {
  const browser = await openChromium()
  try {
    const figures: Figure[] = []
    for (const [who, kind] of [
      ['customer', CUSTOMER],
      ['staff', STAFF],
    ] as const) {
      bench.say(`screens: a walk of the ${who}`)
      const token = await personOf(bench, kind)
      const walked = await walk(await visit(browser, { url: bench.server.url, token, before: [noteFelt] }))
      const took = createHistogram()
      for (const ms of walked.answers) took.add(ms)
      figures.push(
        figure(`${who}: screens walked`, walked.screens, ''),
        figure(`${who}: answers to people`, walked.answers.length, ''),
        figure(`${who}: answer to an interaction at 4x, p95`, took.at(0.95), 'ms', { atMost: 100 }),
        figure(`${who}: longest task`, Math.max(0, ...walked.longTasks), 'ms', { atMost: 200 }),
      )
    }
    figures.push(figure('from a house to the next, p95', await switching(bench), 'ms', { atMost: 200 }))
    return figures
  } finally {
    await browser.close()
  }
}

/** A signed-in person of the first customer or the provider who may do everything; answers the token. */
async function personOf({ database, farm }: Bench, kind: Kind): Promise<string> {
  if (kind === STAFF) return (await staffOf(database.pool, everyGrant(STAFF))).token
  const { rows } = await database.pool.query<{ id: string; path: string }>(
    'select id, path from office where path = $1',
    [farm.customers[0]?.officePath ?? ''],
  )
  const [office] = rows
  if (!office) throw new Error('There is no office')
  return (await addPerson(drizzle(database.pool), { office, kind, grants: everyGrant(kind) })).token
}

/** Opens every screen of the menu and works in it a little. */
async function walk({ page, cdp, rest, close }: Visit) {
  await page.goto(paths.workplace)
  await page.locator(MENU).waitFor()
  await rest()
  await unfold(page)
  const hrefs = await page
    .locator(`${MENU} a`)
    .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.evaluate(() => {
    const { felt } = globalThis as never as { felt: Felt }
    Object.assign(felt, { interactions: {}, longTasks: [] })
  })
  let made = 0
  for (const href of hrefs) {
    await page.locator(`${MENU} a[href="${href}"]`).click()
    made++
    await rest()
    const sorted = page.locator('.ant-table-column-has-sorters').filter({ visible: true }).first()
    if (await sorted.isVisible()) {
      await sorted.click()
      made++
      await rest()
    }
    const field = page
      .locator('main input[type=text], main input[type=search]')
      .filter({ visible: true })
      .first()
    if ((await field.isVisible()) && (await field.isEditable())) {
      await field.pressSequentially(TYPED, { delay: 60 })
      made += TYPED.length
      await rest()
      await field.fill('')
    }
    // The data screen has no menu.
    if (!(await page.locator(MENU).isVisible())) await page.goBack()
    await page.locator(MENU).waitFor()
    await unfold(page)
  }
  const { interactions, longTasks } = await page.evaluate(() => (globalThis as never as { felt: Felt }).felt)
  await close()
  const noticed = Object.values(interactions)
  // The browser reports no interaction that took less than a frame.
  const unnoticed = Array.from({ length: Math.max(0, made - noticed.length) }, () => 0)
  return { screens: hrefs.length, answers: [...noticed, ...unnoticed], longTasks }
}

async function unfold(page: Page): Promise<void> {
  const folded = page.locator(`${MENU} button[aria-expanded=false]`)
  while ((await folded.count()) > 0) await folded.first().click()
}

/** From a click on a house in the monitor's list to its values, p95, while all of them report. ms */
async function switching(bench: Bench): Promise<number> {
  const rounds = bench.quick ? 10 : 40
  bench.say(`screens: ${rounds} houses`)
  const load = await startHouses(bench)
  await load.ask({ do: 'run', rate: 50, warmUpMs: 0, ms: 2_000 })
  const reporting = load.ask({ do: 'run', rate: 4, warmUpMs: 0, ms: 600_000 }).catch(() => null)
  const browser = await openChromium()
  const took = createHistogram()
  try {
    const { token, monitor } = firstViewer(bench)
    const { page, rest } = await visit(browser, { url: bench.server.url, token, before: [noteHouses] })
    await page.goto(monitor)
    await page.locator('.figure-value').first().waitFor()
    await rest()
    const entries = page.locator('.monitor-entry')
    const houses = await entries.count()
    for (let round = 1; round <= rounds; round++) {
      await page.evaluate(() => {
        ;(globalThis as never as { houses: { took: number } }).houses.took = -1
      })
      await entries.nth(round % houses).click()
      const done = await page.waitForFunction(() => {
        const { took } = (globalThis as never as { houses: { took: number } }).houses
        return took >= 0 && took
      })
      took.add(Number(await done.jsonValue()))
      await rest()
    }
  } finally {
    await Promise.all([load.stop(), browser.close(), reporting])
  }
  return took.at(0.95)
}
