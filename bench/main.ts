/**
 * `npm run bench`: figures of this machine against the goals, each next to the raw limit measured in the same run. Starts
 * its own server on free ports with a fresh data folder, and removes both.
 */
import { parseArgs } from 'node:util'
import { fillFarm, openFarmDb } from '#server/testing/busy-farm.ts'
import { type RealServer, startRealServer } from '#server/testing/real-server.ts'
import { ensureBuilt } from '../tools/web-build.mjs'
import type { Bench, Section } from './bench.ts'
import { asTable, type Figure, isMet } from './figures.ts'
import { runSections } from './run-sections.ts'
import { alarms } from './sections/alarms.ts'
import { lookingBack } from './sections/analysis.ts'
import { articles } from './sections/articles.ts'
import { backup } from './sections/backup.ts'
import { browser } from './sections/browser.ts'
import { bundle } from './sections/bundle.ts'
import { cameras } from './sections/cameras.ts'
import { chart } from './sections/chart.ts'
import { controllers } from './sections/controllers.ts'
import { customers } from './sections/customers.ts'
import { excel } from './sections/excel.ts'
import { farmDay } from './sections/farm-day.ts'
import { felt } from './sections/felt.ts'
import { fleet } from './sections/fleet.ts'
import { ingest } from './sections/ingest.ts'
import { list } from './sections/list.ts'
import { live } from './sections/live.ts'
import { mall } from './sections/mall.ts'
import { memory } from './sections/memory.ts'
import { neighbour } from './sections/neighbour.ts'
import { outage } from './sections/outage.ts'
import { overviews } from './sections/overviews.ts'
import { settingChanges } from './sections/settings.ts'
import { storage } from './sections/storage.ts'
import { storm } from './sections/storm.ts'
import { tabs } from './sections/tabs.ts'
import { throttled } from './sections/throttled.ts'
import { wall } from './sections/wall.ts'
import { MEASURED } from './server-figures.ts'
import { closeBrowsers } from './visit.ts'
import { killWorkers } from './worker.ts'

/** In this order: list fills the registry, excel exports it; customers, the fleet and many controllers leave most behind. */
const sections: Record<string, Section> = {
  ingest,
  backup,
  neighbour,
  storage,
  browser,
  chart,
  bundle,
  throttled,
  tabs,
  screens: felt,
  live,
  memory,
  wall,
  list,
  excel,
  'farm-day': farmDay,
  mall,
  articles,
  customers,
  analysis: lookingBack,
  overviews,
  outage,
  storm,
  alarms,
  cameras,
  fleet,
  settings: settingChanges,
  controllers,
}

/** The customers of the load generator, and one whose houses stay silent until the charts are measured. */
const FARM = { customers: 11, gateways: 10, controllers: 2 }

const usage = `npm run bench -- [--only ${Object.keys(sections).join(',')}] [--quick] [--json] [--profile folder]`

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string' },
        quick: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        /** Where to write the server's CPU profile when it stops. */
        profile: { type: 'string' },
      },
    })
    const wanted = values.only?.split(',').map(name => name.trim()) ?? Object.keys(sections)
    const unknown = wanted.filter(name => !(name in sections))
    if (unknown.length > 0) throw new Error(`--only: there is no section ${unknown.join(', ')}`)
    return { ...values, wanted }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`)
    process.exit(2)
  }
}

const MINUTE_MS = 60_000
/** A house's hours, a table of 100,000 customers and 10,000 controllers take longer; the others finish in two minutes. */
const slow = [
  'memory',
  'wall',
  'farm-day',
  'mall',
  'articles',
  'customers',
  'analysis',
  'overviews',
  'controllers',
  'alarms',
]
const limitOf = (name: string) => (slow.includes(name) ? 25 : 10) * MINUTE_MS

const options = readOptions()
const say = (text: string) => process.stderr.write(`${text}\n`)
// Only the figures go to standard output, whoever else prints something.
console.log = console.error
let server: RealServer | undefined

async function measure(): Promise<Figure[]> {
  ensureBuilt()
  say('starting a server')
  server = await startRealServer({}, [
    ...MEASURED,
    ...(options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : []),
  ])
  const database = openFarmDb(server.superuserUrl)
  try {
    const farm = await fillFarm(database, FARM)
    const quiet = farm.customers.pop()
    if (!quiet) throw new Error('The farm has no customers')
    farm.gateways.splice(-FARM.gateways)
    const bench: Bench = { server, database, farm, quiet, quick: options.quick, say }
    await server.stop()
    await server.start()
    const runs = Object.entries(sections)
      .filter(([name]) => options.wanted.includes(name))
      .map(([name, section]) => ({ name, measure: () => section(bench), limitMs: limitOf(name) }))
    const figures = await runSections(runs, {
      ended: (_, measured) => say(asTable(measured)),
      failed(name, error) {
        console.error(`${name}:`, error)
        process.exitCode = 1
      },
      async clean() {
        killWorkers()
        await closeBrowsers()
      },
    })
    await server.stop()
    return figures
  } finally {
    await database.close()
  }
}

let cleaning: Promise<void> | undefined
function clean(): Promise<void> {
  killWorkers()
  cleaning ??= server?.remove() ?? Promise.resolve()
  return cleaning
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void clean().finally(() => process.exit(130)))

try {
  const figures = await measure()
  const report = { node: process.version, measuredAt: new Date().toISOString(), figures }
  process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : asTable(figures)}\n`)
  const missed = figures.filter(figure => isMet(figure) === false).length
  if (missed > 0) say(`${missed} ${missed === 1 ? 'goal is' : 'goals are'} missed`)
} finally {
  await clean()
}
