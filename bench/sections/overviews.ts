import { agents } from '#shared/contracts/agents.ts'
import { alarms } from '#shared/contracts/alarms.ts'
import { analysis } from '#shared/contracts/analysis.ts'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { dataScreen } from '#shared/contracts/data-screen.ts'
import { devices } from '#shared/contracts/devices.ts'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { orders } from '#shared/contracts/orders.ts'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { questions } from '#shared/contracts/questions.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { systemMonitor } from '#shared/contracts/system-monitor.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Grant } from '#shared/permissions.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { openCaller, repeat } from '../http.ts'
import { registerMany } from '../many.ts'
import { runManyFarms } from '../many-farms.ts'
import { staffOf } from './screens.ts'
import { keepWeek } from './week.ts'

/** What a card of the workplace asks for, with its time limit, ms. */
const cards: readonly [name: string, endpoint: Endpoint, query: string, atMost: number][] = [
  ['where to look first', workplace.round, '', 200],
  ['how many do not share', workplace.sharing, '', 100],
  ['customers', customers.summary, '', 400],
  ['trials', trialCustomers.summary, '', 100],
  ['alarms', alarms.counts, '', 200],
  ['repair requests by age', repairs.waiting, '', 100],
  ['questions by age', questions.waiting, '', 100],
  ['inquiries by age', inquiries.waiting, '', 100],
  ['applications by age', agents.waiting, '', 100],
  ['orders by step', orders.counts, 'by=standing', 100],
  ['orders that are late', orders.counts, 'by=late', 100],
  ['overhauls due', overhaul.counts, 'by=due', 100],
  ['devices by status', devices.counts, 'by=status', 100],
  ['trials that wait', trialCustomers.list, 'size=5&approval=pending&sort=createdAt', 100],
  ['contracts that end', customers.list, 'size=5&ends=90d&sort=contractEndsOn', 100],
  ['repair requests that wait too long', repairs.list, 'size=20&wait=long', 100],
]
/** The lists behind the analysis charts, a page each. */
const behind: typeof cards = [
  ['new customers of a year', analysis.movedCustomers, 'move=new&days=365', 200],
  ['devices of a year, longest offline first', analysis.usedDevices, 'days=365', 200],
  ['orders of a good in a year', analysis.orderedGoods, 'good=&days=365', 200],
]
/** A week of the system, with every minute stored. */
const monitor: typeof cards = [
  ['system now', systemMonitor.now, '', 200],
  ['course of a week', systemMonitor.course, 'hours=168', 200],
  ['calls of a week', systemMonitor.calls, 'hours=168', 200],
]
/** Limit for the data screen: it asks once a minute, and at each alarm. ms */
const SCREEN = 500

/** The data screen and the workplace of a provider with 100,000 customers and 10,000 sharing houses, each call alone. */
export async function overviews(bench: Bench): Promise<Figure[]> {
  const { server, database, quick, say } = bench
  await registerMany(bench)
  say('overviews: running 10,000 houses')
  await runManyFarms(database.pool)
  await keepWeek(database.pool)
  const endpoints = [
    dataScreen.figures,
    ...[...cards, ...behind, ...monitor].map(([, endpoint]) => endpoint),
    // Customers on trial are among those behind a count.
    trialCustomers.list,
  ]
  const grants = [...new Set(endpoints.flatMap(({ access }) => access as Grant | Grant[]))]
  const all = openCaller((await staffOf(database.pool, grants)).token)
  const ofOne = openCaller((await staffOf(database.pool, grants, 'department-1')).token)
  const times = { concurrency: 1, warmUpMs: 100, ms: quick ? 2_500 : 6_000 }
  const timed = async (by: typeof all, [name, { path }, query, atMost]: (typeof cards)[number]) => {
    const { took } = await repeat(() => by.get(`${server.url}/api${path}?${query}`), times)
    const figure = { section: 'overviews', unit: 'ms' }
    return [
      { ...figure, name: `${name}, p50`, value: took.at(0.5), goal: { atMost } },
      { ...figure, name: `${name}, p95`, value: took.at(0.95) },
    ]
  }
  try {
    const figures: Figure[] = []
    for (const [by, of] of [
      [all, ''],
      [ofOne, 'of one department, '],
    ] as const) {
      figures.push(...(await timed(by, [`${of}data screen`, dataScreen.figures, '', SCREEN])))
      for (const [name, ...card] of [...cards, ...behind])
        figures.push(...(await timed(by, [`${of}${name}`, ...card])))
    }
    for (const call of monitor) figures.push(...(await timed(all, call)))
    return figures
  } finally {
    all.close()
    ofOne.close()
  }
}
