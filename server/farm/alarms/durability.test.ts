import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DataType } from '#shared/sparkplug/types.ts'
import { connectPeer, type Peer, TEMPERATURE } from '../../telemetry/testing/peer.ts'
import { type BusyFarm, type FarmDb, fillFarm, openFarmDb } from '../../testing/busy-farm.ts'
import { type RealServer, startRealServer } from '../../testing/real-server.ts'

const POWER = { name: 'Alarm/PowerFail', alias: 9, datatype: DataType.Boolean }
/** Each with two kills at random moments: the sooner after the acknowledgement, the likelier. */
const ROUNDS = 2
const LATEST_BLOW_MS = 60
/** Longer than any silence is tolerated. */
const STOPPED_MS = 900_000

let server: RealServer
let database: FarmDb
let farm: BusyFarm

beforeAll(async () => {
  server = await startRealServer()
  database = openFarmDb(server.superuserUrl)
  farm = await fillFarm(database, { customers: 1, gateways: 1, controllers: 1 })
  await server.stop()
  await database.close()
  await server.start()
  database = openFarmDb(server.superuserUrl)
})
afterAll(async () => {
  await database?.close()
  await server?.remove()
})

/** Connects the gateway and sends its births, with the alarm as it is now; returns once every message is acknowledged. */
async function connect(standing: boolean, at = Date.now()): Promise<Peer> {
  const [gateway] = farm.gateways
  const [controller] = gateway?.controllers ?? []
  if (!gateway || !controller) throw new Error('the farm has no gateway')
  const url = `mqtt://127.0.0.1:${server.mqttPort}`
  const peer = await connectPeer(url, { code: gateway.code, password: gateway.password })
  onTestFinished(() => peer.client.endAsync(true).then(() => {}))
  await peer.nodeBirth()
  const metrics = [
    { ...TEMPERATURE, value: 21 },
    { ...POWER, value: standing },
  ]
  await peer.deviceBirth(controller, metrics, at)
  return peer
}
const say = (peer: Peer, value: boolean, at?: number) => {
  const code = farm.gateways[0]?.controllers[0] ?? ''
  return peer.data(code, [{ ...POWER, value }], at)
}
/** kill -9, whatever the server is doing with what it has acknowledged. */
async function killSoon() {
  await delay(Math.random() ** 2 * LATEST_BLOW_MS)
  await server.kill()
  await server.start()
}

interface Row {
  condition: string
  repeats: number
  live: boolean
  notices: number
}
/** Alarms as people see them, with the number of messages the farmer has about each. */
async function alarms(): Promise<Row[]> {
  const { rows } = await database.pool.query<Row>(
    `select condition, repeats, live,
       (select count(*)::int from notice_message n where n.subject_id = a.id) as notices
     from alarm a where code = 'PowerFail' order by raised_at`,
  )
  return rows
}
const once = (condition: string, before: number) => [
  ...Array.from({ length: before }, () => ({ condition: 'cleared', repeats: 0, live: true, notices: 1 })),
  { condition, repeats: 0, live: true, notices: 1 },
]

test('kill -9 right after an alarm was acknowledged: it is raised once, told once, and cleared once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    // By a clock of whole seconds, birth and alarm may say the same time.
    const at = round === 0 ? Math.floor(Date.now() / 1_000) * 1_000 : undefined
    await say(await connect(false, at), true, at)
    await killSoon()
    await expect.poll(alarms, { timeout: 20_000 }).toEqual(once('active', round))
    const peer = await connect(true)
    await say(peer, false)
    await killSoon()
    await expect.poll(alarms, { timeout: 20_000 }).toEqual(once('cleared', round))
    await connect(false)
    // Back within a quarter of an hour it would be the same alarm; once handled, it is another.
    await database.pool.query(`update alarm set handling = 'solved'`)
  }
  expect(await alarms()).toEqual(once('cleared', ROUNDS - 1))
})

test('kill -9 before the end of an alarm is recorded that a new birth no longer has: it ends at the start', async () => {
  const [{ code = '', password = '', controllers: [controller = ''] = [] } = {}] = farm.gateways
  const temperature = { ...TEMPERATURE, value: 21 }
  const stuck = { name: 'Alarm/InletStuck', alias: 10, datatype: DataType.Boolean, value: true }
  const belt = { name: 'Alarm/BeltOfItsMaker', alias: 11, datatype: DataType.Boolean, value: true }
  const ends = async () => {
    const { rows } = await database.pool.query<{ code: string; condition: string; ended: string | null }>(
      `select code, condition, end_reason as ended from alarm where code in ('InletStuck', 'BeltOfItsMaker') order by code`,
    )
    return rows
  }
  const stands = { code: 'BeltOfItsMaker', condition: 'active', ended: null }
  const over = [stands, { code: 'InletStuck', condition: 'cleared', ended: 'gone' }]
  const peer = await connectPeer(`mqtt://127.0.0.1:${server.mqttPort}`, { code, password })
  onTestFinished(() => peer.client.endAsync(true).then(() => {}))
  await peer.nodeBirth()
  await peer.deviceBirth(controller, [temperature, stuck, belt])
  await peer.nodeBirth()
  await peer.deviceBirth(controller, [temperature, belt])
  await expect.poll(ends, { timeout: 20_000 }).toEqual(over)
  const savedWithIt = async () => {
    const { rows } = await database.pool.query(
      `select 1 from device_state s join device d on d.id = s.device_id
       where d.code = $1 and (s.birth::text like '%InletStuck%' or s.birth::text not like '%BeltOfItsMaker%')`,
      [controller],
    )
    return rows.length
  }
  await expect.poll(savedWithIt, { timeout: 20_000 }).toBe(0)
  // As if the blow had come before the end was written.
  await database.pool.query(
    `update alarm set condition = 'active', cleared_at = null, end_reason = null where code = 'InletStuck'`,
  )
  for (let i = 0; i < 2; i++) {
    await server.kill()
    await server.start()
    await expect.poll(ends, { timeout: 20_000 }).toEqual(over)
  }
})

/** More than a message can have waited, and than any clock is believed. ms */
const AHEAD_MS = 2 * STOPPED_MS

describe('while the process is stopped', () => {
  /**
   * Makes the clocks of the process run on while it is stopped, as real ones do, and by much more than a silence takes: it
   * notices when it continues.
   */
  const CLOCK_GOES_ON = [
    '--import',
    `data:text/javascript,${encodeURIComponent(`
      const wall = Date.now, ticks = performance.now.bind(performance)
      let passed = 0
      Date.now = () => wall() + passed
      performance.now = () => ticks() + passed
      process.on('SIGCONT', () => {
        passed = ${STOPPED_MS}
      })`)}`,
  ]
  let stoppable: RealServer
  let stopped: FarmDb
  let gateways: BusyFarm['gateways']
  beforeAll(async () => {
    stoppable = await startRealServer({}, CLOCK_GOES_ON)
    const setup = openFarmDb(stoppable.superuserUrl)
    gateways = (await fillFarm(setup, { customers: 1, gateways: 2, controllers: 1 })).gateways
    await stoppable.stop()
    await setup.close()
    await stoppable.start()
    stopped = openFarmDb(stoppable.superuserUrl)
  })
  afterAll(async () => {
    await stopped?.close()
    await stoppable?.remove()
  })

  /** Waits for the system to report it, since the machine may be busy. */
  const isStopped = () => readFileSync(`/proc/${stoppable.pid}/stat`, 'utf8').split(') ')[1]?.startsWith('T')
  const conditionsOf = async (code: string) => {
    const { rows } = await stopped.pool.query<{ condition: string }>(
      'select condition from alarm where code = $1',
      [code],
    )
    return rows.map(({ condition }) => condition)
  }

  const statesOfHouses = async () => {
    const { rows } = await stopped.pool.query<{ state: string }>('select distinct state from house_now')
    return rows.map(({ state }) => state)
  }

  test('nobody who could not be heard is called silent', async () => {
    const [quiet, speaking] = await Promise.all(
      gateways.map(async ({ code, password, controllers: [controller = ''] }) => {
        const peer = await connectPeer(`mqtt://127.0.0.1:${stoppable.mqttPort}`, { code, password })
        onTestFinished(() => peer.client.endAsync(true).then(() => {}))
        await peer.nodeBirth()
        await peer.deviceBirth(controller, [{ ...TEMPERATURE, value: 21 }])
        return { peer, controller }
      }),
    )
    if (!quiet || !speaking) throw new Error('the farm has two gateways')
    // Until then a house is offline, as it was before it was first heard.
    await expect.poll(statesOfHouses).toEqual(['normal'])
    process.kill(stoppable.pid, 'SIGSTOP')
    await expect.poll(isStopped).toBe(true)
    process.kill(stoppable.pid, 'SIGCONT')
    /** By the server's clock, which went on. */
    const serverNow = () => Date.now() + STOPPED_MS
    const say = (at: number) =>
      speaking.peer.send(
        'DBIRTH',
        { timestamp: at, seq: speaking.peer.seq(), metrics: [{ ...TEMPERATURE, value: 21 }] },
        speaking.controller,
      )
    // A clock ahead is reported at the next look at all houses. The first may be read before the process has noticed
    // that it was stopped.
    for (let i = 0; i < 2; i++) await say(serverNow() + AHEAD_MS)
    await expect.poll(() => conditionsOf('ClockAhead')).toEqual(['active'])
    // The next look takes it back: by then whatever the previous one found has been written.
    await say(serverNow())
    await expect.poll(() => conditionsOf('ClockAhead')).toEqual(['cleared'])
    // What waited while the process was stopped is no wrong clock.
    expect(await conditionsOf('ClockBehind')).toEqual([])
    expect(await conditionsOf('NoData')).toEqual([])
    expect(await conditionsOf('Offline')).toEqual([])
    expect(await statesOfHouses()).toEqual(['normal'])
  })
})
