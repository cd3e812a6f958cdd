import { newId } from '#server/platform/database/ids.ts'
import { alarm } from '#server/platform/database/tables/alarms.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { firstViewer, startHouses } from '../first-customer.ts'
import { createHistogram } from '../histogram.ts'
import { noteSwitches } from '../in-page.ts'
import { openChromium, visit } from '../visit.ts'

/** Each with its tab and something that only it shows. */
const pages = [
  { path: '/screen/index', tab: 'House monitor', shows: '.trend-chart canvas' },
  { path: '/deviceManage', tab: 'Device management', shows: '.data-table tbody tr:not(.data-waiting)' },
  { path: '/house-alarm', tab: 'Alarms', shows: '.alarm-panel' },
]
/** Messages a second during the measurement: 20 houses with a report every 5 s. */
const RATE = 4
const ALARMS = 40

/** From a click on an open tab until its page is shown: house monitor, device list and alarms in turn. */
export async function tabs(bench: Bench): Promise<Figure[]> {
  const { server, quick, say } = bench
  const rounds = quick ? 5 : 20
  say(`tabs: ${rounds * pages.length} switches`)
  await addAlarms(bench)
  const load = await startHouses(bench)
  await load.ask({ do: 'run', rate: 50, warmUpMs: 0, ms: 2_000 })
  const reporting = load.ask({ do: 'run', rate: RATE, warmUpMs: 0, ms: 600_000 }).catch(() => null)
  const browser = await openChromium()
  const took = createHistogram()
  try {
    const { token } = firstViewer(bench)
    const { page, rest } = await visit(browser, { url: server.url, token, before: [noteSwitches] })
    for (const { path, shows } of pages) {
      await page.goto(path)
      await page.locator(shows).first().waitFor()
    }
    await rest()
    // The first round wakes restored tabs.
    for (let round = 0; round <= rounds; round++)
      for (const { tab, shows } of pages) {
        await page.evaluate(opens => {
          Object.assign((globalThis as never as { switches: object }).switches, { opens, took: -1 })
        }, shows)
        await page.locator('.page-tab', { hasText: tab }).click()
        const done = await page.waitForFunction(() => {
          const { took } = (globalThis as never as { switches: { took: number } }).switches
          return took >= 0 && took
        })
        if (round > 0) took.add(Number(await done.jsonValue()))
        await rest()
      }
  } finally {
    await Promise.all([load.stop(), browser.close(), reporting])
  }
  const figure = (name: string, value: number, goal?: Figure['goal']): Figure => ({
    section: 'tabs',
    name,
    value,
    unit: 'ms',
    ...(goal && { goal }),
  })
  return [
    figure('click on an open tab to its page painted, p50', took.at(0.5)),
    figure('click on an open tab to its page painted, p95', took.at(0.95), { atMost: 80 }),
  ]
}

/** Standing alarms, so that their list is not an empty page. */
async function addAlarms({ database, farm }: Bench): Promise<void> {
  const customer = farm.customers[0]
  if (!customer) return
  const { officePath, houses } = customer
  await database.db.insert(alarm).values(
    Array.from({ length: ALARMS }, (_, index) => {
      const house = houses[index % houses.length]
      return {
        id: newId(),
        officePath,
        farmPath: officePath,
        source: 'platform' as const,
        rule: `bench ${index}`,
        code: 'NoData',
        level: 'warning' as const,
        subjectId: house?.deviceId ?? '',
        houseIds: [house?.id ?? ''],
        condition: 'active' as const,
        raisedAt: new Date(Date.now() - index * 60_000),
        live: true,
      }
    }),
  )
}
