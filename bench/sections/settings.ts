import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { addPerson } from '#server/testing/person.ts'
import { type SettingsOfGroup, settings } from '#shared/contracts/settings.ts'
import type { TriedOut } from '#shared/contracts/what-if.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { daysAfter } from '#shared/zone-time.ts'
import type { HouseSpec } from '../../simulator/fleet.ts'
import type { Bench } from '../bench.ts'
import type { ControllerOrder } from '../controller.ts'
import type { Figure } from '../figures.ts'
import { startHouses } from '../first-customer.ts'
import { createHistogram } from '../histogram.ts'
import { repeat } from '../http.ts'
import { loopDelay } from '../server-figures.ts'
import { startWorker } from '../worker.ts'
import { addFleet, FLEET_PASSWORD } from './fleet.ts'

const NAME = 'set'
/** Reports a second from other houses while a change is sent. */
const BESIDE = 400
const SETBACK = 'Settings/Temp/NightSetback'
const OFFSET = 'Settings/Temp/TargetOffset'
const GROUP = 'targetTemperature'
const LOOK_MS = 200
const PATIENCE_MS = 60_000

const HOUSE: HouseSpec = {
  name: 'Hens',
  type: 'layer',
  breed: 'hyline-brown',
  lengthM: 100,
  widthM: 15,
  heightM: 4,
  latitude: 36,
  longitude: 120,
  timeZone: 'Asia/Shanghai',
  placedOn: daysAfter(new Date().toISOString().slice(0, 10), -210),
  birds: 30_000,
  seed: 3,
  faults: 0,
}

const figure = (name: string, value: number, unit: string, atMost?: number): Figure => ({
  section: 'settings',
  name,
  value,
  unit,
  ...(atMost !== undefined && { goal: { atMost } }),
})

/** From requesting a change until it was read back from a simulated controller, and a what-if of its house. */
export async function settingChanges(bench: Bench): Promise<Figure[]> {
  const { server, database, farm, quick, say } = bench
  const { pool } = database
  const { officePath = '' } = farm.customers[0] ?? {}
  const [first] = await addFleet(pool, officePath, 1, NAME)
  await addHens(pool, officePath)
  await addDay(pool)
  await server.stop()
  await server.start()
  const { rows } = await pool.query('select id, path from office where path = $1', [officePath])
  const grants = [settings.send.access, settings.changes.access] as const
  const { token } = await addPerson(drizzle(pool) as never, { office: rows[0], kind: CUSTOMER, grants })
  const api = apiOf(server.url, token)

  const controller = startWorker<ControllerOrder, object>('./controller.ts')
  const load = await startHouses(bench)
  try {
    await controller.ask({
      fleet: { mqtt: { url: `mqtt://127.0.0.1:${server.mqttPort}` }, group: 'farm', hostId: 'smart-farm' },
      spec: {
        code: first?.code ?? '',
        secret: FLEET_PASSWORD,
        devices: [{ code: first?.controller ?? '', house: HOUSE }],
      },
    })
    const reporting = load.ask({ do: 'run', rate: BESIDE, warmUpMs: 0, ms: quick ? 20_000 : 60_000 })
    say(`settings: changes beside ${BESIDE} reports a second`)
    const sent = await sendMany(server.superuserUrl, api, quick ? 60 : 300)
    const asked = await ask(bench, api)
    const triedOut = await tryOut(bench, api)
    await reporting
    return [...sent, ...asked, ...triedOut]
  } finally {
    await Promise.all([controller.stop(), load.stop()])
  }
}

/** A flock of hens in the first controller's house, as what-if requires. */
const addHens = (pool: pg.Pool, officePath: string) =>
  pool.query(
    `insert into flock (id, number, house_id, office_path, farm_path, type, category, breed, placed_on, hatched_on, placed_count)
     values ($1, $1, $2, $3, $3, 'layer', 'laying', 'hyline-brown', current_date - 90, current_date - 210, 30000)`,
    [`${NAME}-flock`, `${NAME}-house-1`, officePath],
  )

/** What its controller measured in the last day. */
async function addDay(pool: pg.Pool): Promise<void> {
  const measured = {
    'Climate/Temp/Outdoor': 12,
    'Climate/Hum/Outdoor': 70,
    'Climate/Temp/Avg': 21,
    'Climate/Hum/Avg': 55,
    'Air/CO2/S1': 1_800,
  }
  await pool.query("select report_partition(now() - interval '1 day'), report_partition(now())")
  await pool.query(
    `insert into report (device, at, layout, "values")
     select d.serial, t, report_layout_id($1, '{}'), $2::real[] from device d,
       generate_series(now() - interval '24 hours', now() - interval '1 minute', interval '5 minutes') t where d.id = $3`,
    [Object.keys(measured), Object.values(measured), `${NAME}-1-0`],
  )
}

type Api = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>

/** Calls about the first controller's house. */
const apiOf =
  (url: string, token: string): Api =>
  async (method, path, body) => {
    const answer = await fetch(`${url}/api${path.replace(':id', `${NAME}-house-1`)}`, {
      method,
      headers: { 'Content-Type': 'application/json', 'Access-Token': token },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { data, message } = (await answer.json()) as { data: unknown; message: string }
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${message} ${JSON.stringify(data)}`)
    return data
  }

/** The night setback as the controller reports it, once heard. */
async function toldSetback(api: Api): Promise<number> {
  for (let tries = PATIENCE_MS / LOOK_MS; tries > 0; tries--) {
    const { values } = (await api('GET', `${settings.ofGroup.path}?group=${GROUP}`)) as SettingsOfGroup
    if (typeof values[SETBACK] === 'number') return values[SETBACK]
    await wait(LOOK_MS)
  }
  throw new Error('the controller has told no settings')
}

/** One change after the other, each until the database shows that it was read back. */
async function sendMany(connectionString: string, api: Api, times: number): Promise<Figure[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('listen setting')
  const took = createHistogram()
  const isOver = () =>
    new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('a change was not over in time')), PATIENCE_MS)
      const hear = ({ payload }: { payload?: string | undefined }) => {
        const told = payload ? (JSON.parse(payload) as { deviceId: string; state: string }) : null
        if (told?.deviceId !== `${NAME}-1-0` || ['waiting', 'sending', 'told'].includes(told.state)) return
        clearTimeout(timer)
        client.off('notification', hear)
        resolve(told.state)
      }
      client.on('notification', hear)
    })
  try {
    let before = await toldSetback(api)
    for (let turn = 0; turn < times; turn++) {
      const wanted = before === -1 ? -2 : -1
      const over = isOver()
      const asked = performance.now()
      const values = { before: { [SETBACK]: before }, wanted: { [SETBACK]: wanted } }
      await api('POST', settings.send.path, { group: GROUP, ...values })
      const state = await over
      if (state !== 'synced') throw new Error(`a change ended as ${state}`)
      took.add(performance.now() - asked)
      before = wanted
    }
  } finally {
    await client.end()
  }
  return [
    figure(`sent until read back, beside ${BESIDE} reports/s, p50`, took.at(0.5), 'ms', 150),
    figure(`sent until read back, beside ${BESIDE} reports/s, p99`, took.at(0.99), 'ms', 500),
  ]
}

/** The question before an empty mode is sent, with the model's run in its thread. */
async function ask({ quick }: Bench, api: Api): Promise<Figure[]> {
  const draft = { group: 'flock', wanted: { 'Settings/Flock/HouseMode': 0 } }
  const run = () => api('POST', settings.question.path, draft)
  // The first call starts the thread.
  await run()
  const { took } = await repeat(run, { concurrency: 1, warmUpMs: 0, ms: quick ? 3_000 : 10_000 })
  return [figure('question before sending, p50', took.at(0.5), 'ms', 150)]
}

/** What-if of a lower night setback, and of a draft for which many moves are run; each runs in its thread. */
async function tryOut({ server, quick }: Bench, api: Api): Promise<Figure[]> {
  const before = await toldSetback(api)
  const plain = { group: GROUP, wanted: { [SETBACK]: before - 1 } }
  // As warm as is sent unasked: every move against warmth is run, in each strength.
  const moved = { group: GROUP, wanted: { [OFFSET]: 3 } }
  const run = (draft: object) => () => api('POST', settings.tryOut.path, draft)
  const told = (await run(moved)()) as TriedOut
  if (told.vain.length === 0 && told.suggestion === null) throw new Error('what-if has run no move')
  await loopDelay(server.url)
  const times = { concurrency: 1, warmUpMs: 0, ms: quick ? 5_000 : 15_000 }
  const { took } = await repeat(run(plain), times)
  const { took: whole } = await repeat(run(moved), times)
  return [
    figure('what-if, p50', took.at(0.5), 'ms', 300),
    figure('what-if with all its moves, p50', whole.at(0.5), 'ms', 300),
    figure('what-if, event loop held up at most', await loopDelay(server.url), 'ms', 20),
  ]
}
