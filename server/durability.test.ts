import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type BusyFarm, type FarmDb, fillFarm, openFarmDb } from './testing/busy-farm.ts'
import { loadMetrics } from './testing/load-metrics.ts'
import { type RealServer, startRealServer } from './testing/real-server.ts'
import { type SteadfastGateway, startSteadfastGateway } from './testing/steadfast-gateway.ts'

const METRICS = 80
const ROUNDS = 5
/** The kill comes after this many acknowledgements of a round, drawn anew each time. */
const BLOW = { least: 300, most: 3_000 }
const AGAIN_MS = 60_000
const RECOVERY_MS = 60_000

let server: RealServer
let database: FarmDb
let farm: BusyFarm
/** Gateways of all tests: what they sent is in one database. */
const started: SteadfastGateway[] = []

beforeAll(async () => {
  server = await startRealServer()
  const setup = openFarmDb(server.superuserUrl)
  farm = await fillFarm(setup, { customers: 1, gateways: 4, controllers: 2 })
  await setup.close()
  await server.stop()
  await server.start()
  database = openFarmDb(server.superuserUrl)
})

afterAll(async () => {
  await database?.close()
  await server?.remove()
})

/** All gateways of the farm ingesting at full speed, and a way to wait for their acknowledgements. */
function startIngest() {
  let acks = 0
  let wanted = Number.POSITIVE_INFINITY
  let reached = () => {}
  const onAck = () => {
    acks += 1
    if (acks >= wanted) reached()
  }
  const gateways = farm.gateways.map(gateway =>
    startSteadfastGateway(gateway, { port: server.mqttPort, metrics: loadMetrics(METRICS), onAck }),
  )
  started.push(...gateways)
  onTestFinished(() => {
    for (const gateway of gateways) gateway.destroy()
  })
  return {
    gateways,
    /** Resolves with the acknowledgement that is the `more`th since the call. */
    acknowledged: async (more: number) => {
      const enough = new Promise<string>(resolve => {
        wanted = acks + more
        reached = () => resolve('enough')
      })
      const late = delay(AGAIN_MS, 'late', { ref: false })
      expect(await Promise.race([enough, late]), 'acknowledgements go on').toBe('enough')
    },
    finish: () => Promise.all(gateways.map(gateway => gateway.finish())),
  }
}

const drawn = () => BLOW.least + Math.floor(Math.random() * (BLOW.most - BLOW.least))

/** The gateways' reports in the database, by the gateways' own names; complete rows only. */
async function storedReports(): Promise<string[]> {
  const { rows } = await database.pool.query<{ key: string }>(
    `select d.code || ' ' || (extract(epoch from r.at) * 1000)::bigint as key
     from report r join device d on d.serial = r.device
     where cardinality(array_remove(r."values", null)) + cardinality(coalesce(array_remove(r.exact, null), '{}')) = $1`,
    [METRICS],
  )
  return rows.map(({ key }) => key)
}

/** Every acknowledged report is stored, none twice, and nothing is stored that was not sent. */
async function expectNothingLost(gateways: readonly SteadfastGateway[]): Promise<void> {
  const stored = await storedReports()
  const known = new Set(stored)
  const sent = new Set(started.flatMap(gateway => [...gateway.sent]))
  const acknowledged = gateways.flatMap(gateway => [...gateway.acknowledged])
  const lost = acknowledged.filter(key => !known.has(key))
  const unheardOf = stored.filter(key => !sent.has(key))
  expect(acknowledged.length).toBeGreaterThan(BLOW.least)
  expect({
    lost: lost.length,
    twice: stored.length - known.size,
    unheardOf: unheardOf.length,
    such: [...lost, ...unheardOf].slice(0, 3),
  }).toEqual({ lost: 0, twice: 0, unheardOf: 0, such: [] })
}

test('kill -9 of the server in full ingest loses no acknowledged report and stores none twice', async () => {
  const ingest = startIngest()
  for (let round = 1; round <= ROUNDS; round++) {
    await ingest.acknowledged(drawn())
    await server.kill()
    await server.start()
  }
  await ingest.acknowledged(BLOW.least)
  await ingest.finish()
  await expectNothingLost(ingest.gateways)
})

test('kill -9 of the database in full ingest: the server brings it back and loses no acknowledged report', async () => {
  const ingest = startIngest()
  const serverPid = server.pid
  for (let round = 1; round <= ROUNDS; round++) {
    await ingest.acknowledged(drawn())
    const killed = server.killDatabase()
    // How long the database needs before it accepts connections again depends on the disk.
    const isBack = () => server.databasePid !== killed && server.isDatabaseReady
    await expect.poll(isBack, { timeout: RECOVERY_MS }).toBe(true)
  }
  await ingest.acknowledged(BLOW.most)
  await ingest.finish()
  expect(server.pid).toBe(serverPid)
  await expectNothingLost(ingest.gateways)
})

test('SIGTERM in full ingest ends within 10 s, leaves no process behind and loses no acknowledged report', async () => {
  const ingest = startIngest()
  await ingest.acknowledged(drawn())
  const { code, ms } = await server.stop()
  expect(code).toBe(0)
  expect(ms).toBeLessThan(10_000)
  expect(server.databasePid).toBeUndefined()
  await server.start()
  await ingest.acknowledged(BLOW.least)
  await ingest.finish()
  await expectNothingLost(ingest.gateways)
})
