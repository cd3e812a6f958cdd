import { drizzle } from 'drizzle-orm/node-postgres'
import type { Page, WebSocketRoute } from 'playwright'
import { addPerson, addProgram } from '#server/testing/person.ts'
import { type DataScreen, dataScreen } from '#shared/contracts/data-screen.ts'
import { urgencies } from '#shared/house-urgency.ts'
import { type Grant, STAFF } from '#shared/permissions.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { openCaller } from '../http.ts'
import { slope } from '../slope.ts'
import { countersOf, openChromium, type Visit, visit } from '../visit.ts'

const MINUTES_OF_HOUR = 60
const SECONDS_OF_MINUTE = 60
/** Step of the simulated clock: a call for each second of a day would take longer than its frames. */
const STRIDE_S = 5
/** Farms on the map: as many as it shows individually. */
const FARMS = 400
/** Duration of the real-time measurement. ms */
const STANDS_MS = 10_000
const [WIDTH, HEIGHT] = [1920, 1080]

/**
 * A wall display running for a day: its clock is driven second by second as fast as the browser can, each with a frame of
 * new sums, and every minute with other totals. Then what the browser uses while it runs in real time.
 */
export async function wall(bench: Bench): Promise<Figure[]> {
  const hours = bench.quick ? 2 : 24
  const { address, figures } = await hangUp(bench)
  const browser = await openChromium()
  try {
    const used = await standing(await visit(browser, { url: bench.server.url }), address, figures)
    const hoursOf = await day(await visit(browser, { url: bench.server.url }), {
      address,
      figures,
      hours,
      ...bench,
    })
    const heaps = hoursOf.map(({ hour, megabytes }): [number, number] => [hour, megabytes])
    const nodes = hoursOf.map(({ hour, nodes }): [number, number] => [hour, nodes])
    const [first = Number.NaN, last = Number.NaN] = [heaps[0]?.[1], heaps.at(-1)?.[1]]
    const figure = { section: 'wall' }
    const goal = { atMost: 0.1 }
    return [
      { ...figure, name: 'heap after an hour', value: first, unit: 'MB' },
      { ...figure, name: `heap after ${hours} h`, value: last, unit: 'MB' },
      // Two hours are too short to tell growth from caches that are still filling.
      {
        ...figure,
        name: 'growth of the heap',
        value: slope(heaps),
        unit: 'MB/h',
        ...(bench.quick ? {} : { goal }),
      },
      { ...figure, name: 'nodes of the page after an hour', value: nodes[0]?.[1] ?? Number.NaN, unit: '' },
      {
        ...figure,
        name: `nodes of the page after ${hours} h`,
        value: nodes.at(-1)?.[1] ?? Number.NaN,
        unit: '',
      },
      { ...figure, name: 'processor while it hangs', value: used, unit: '% of a core', goal: { atMost: 15 } },
    ]
  } finally {
    await browser.close()
  }
}

/** The address of a wall display of the provider, and what it shows. */
async function hangUp({ server, database }: Bench): Promise<{ address: string; figures: DataScreen }> {
  const { rows } = await database.pool.query<{ id: string; path: string }>(
    `select id, path from office where kind = 'provider'`,
  )
  const [office] = rows
  if (!office) throw new Error('There is no provider')
  const db = drizzle(database.pool)
  const grants: Grant[] = ['retech_datav:query']
  const { accountId } = await addPerson(db, { office, kind: STAFF, grants })
  const token = await addProgram(db, { accountId, officePath: office.path, grants })
  const caller = openCaller(token)
  try {
    const answer = await caller.get(`${server.url}/api${dataScreen.figures.path}`)
    return { address: `/screen/datav#wall=${token}`, figures: JSON.parse(answer).data }
  } finally {
    caller.close()
  }
}

/** The answer for a minute: farms in other states than before, and other alarms. */
function figuresOf(figures: DataScreen, minute: number): DataScreen {
  const urgencyAt = (i: number) =>
    urgencies.at((i * 7 + minute) % 29 < 25 ? -1 : (i + minute) % urgencies.length)
  return {
    ...figures,
    birds: 1_000_000 + minute,
    places: Array.from({ length: FARMS }, (_, i) => ({
      id: `farm-${i}`,
      name: `Farm ${i}`,
      city: `City ${i}`,
      longitude: ((i * 97) % 340) - 170,
      latitude: ((i * 31) % 110) - 45,
      urgency: urgencyAt(i) ?? 'normal',
      houses: 4,
    })),
    alarms: Array.from({ length: 6 }, (_, i) => ({
      id: `alarm-${minute}-${i}`,
      code: 'HighTemp',
      level: 'critical',
      condition: i % 2 ? 'cleared' : 'active',
      at: new Date(1_800_000_000_000 + minute * 60_000).toISOString(),
      house: `House ${i}`,
      farm: `Farm ${i}`,
    })),
    ranking: Array.from({ length: 10 }, (_, i) => ({
      id: `farm-${i}`,
      name: `Farm ${i}`,
      inTarget: 99 - i - (minute % 10) / 10,
      houses: 4,
    })),
  }
}

const frameOf = (second: number) =>
  JSON.stringify({
    data: {
      dataType: 'WALL',
      eggs: second * 11,
      feed: second * 3,
      water: second * 7,
      reporting: FARMS - (second % 5),
      news: 1,
    },
  })

/** Opens the wall with our own answers and frames; answers the function that sends a frame. */
async function open({ page }: Visit, address: string, figures: DataScreen) {
  let minute = 0
  let socket: WebSocketRoute | undefined
  await page.setViewportSize({ width: WIDTH, height: HEIGHT })
  await page.route(`**/api${dataScreen.figures.path}`, route => {
    minute += 1
    return route.fulfill({ json: { code: 0, data: figuresOf(figures, minute), message: '' } })
  })
  await page.routeWebSocket('**/api/ws/**', opened => {
    socket = opened
  })
  await page.goto(address)
  await page.locator('.wall-map li').first().waitFor()
  let second = 0
  return () => {
    second += 1
    socket?.send(frameOf(second))
  }
}

interface Hour {
  hour: number
  megabytes: number
  nodes: number
}

/** Heap and page size by the hour, garbage-collected, for a day played as fast as it can be drawn. */
async function day(
  window: Visit,
  {
    address,
    figures,
    hours,
    say,
  }: Pick<Bench, 'say'> & { address: string; figures: DataScreen; hours: number },
): Promise<Hour[]> {
  const { page, cdp } = window
  await page.clock.install()
  const send = await open(window, address, figures)
  await cdp.send('Performance.enable')
  const passed: Hour[] = []
  for (let hour = 1; hour <= hours; hour++) {
    for (let minute = 0; minute < MINUTES_OF_HOUR; minute++) await passMinute(page, send)
    await cdp.send('HeapProfiler.collectGarbage')
    await cdp.send('HeapProfiler.collectGarbage')
    const counter = await countersOf(window)
    const [megabytes, nodes] = [counter('JSHeapUsedSize') / 1e6, counter('Nodes')]
    passed.push({ hour, megabytes, nodes })
    say(`wall: hour ${hour} of ${hours}, ${megabytes.toFixed(2)} MB, ${nodes} nodes`)
  }
  return passed
}

/** A frame for each second; at the end the clock fetches the totals, as it does every minute. */
async function passMinute(page: Page, send: () => void): Promise<void> {
  const answered = page.waitForResponse(`**${dataScreen.figures.path}`)
  for (let passed = 0; passed < SECONDS_OF_MINUTE; passed += STRIDE_S) {
    for (let i = 0; i < STRIDE_S; i++) send()
    await page.clock.runFor(1_000 * STRIDE_S)
  }
  await answered
}

/** Share of a core that all browser processes use while the wall runs with one frame a second, %. */
async function standing(window: Visit, address: string, figures: DataScreen): Promise<number> {
  const { page } = window
  const send = await open(window, address, figures)
  const session = await page.context().browser()?.newBrowserCDPSession()
  const spent = async () => {
    const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
  await window.rest()
  const timer = setInterval(send, 1_000)
  try {
    const [before, from] = [await spent(), performance.now()]
    await new Promise(resolve => setTimeout(resolve, STANDS_MS))
    return (100_000 * ((await spent()) - before)) / (performance.now() - from)
  } finally {
    clearInterval(timer)
    await window.close()
  }
}
