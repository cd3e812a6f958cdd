import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { hashSecret } from '#server/telemetry/credentials.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import type { FleetGateway, FleetOrder, FleetResult } from '../fleet.ts'
import { heapUsed } from '../server-figures.ts'
import { startWorker } from '../worker.ts'

/** Metrics of a house controller with all its readings and settings. */
const METRICS = 1_142
export const FLEET_PASSWORD = 'a-password-for-measurements'
const LIMIT_MS = 180_000
const MINUTE_S = 60
/** Births are written every two seconds. */
const LOOK_AGAIN_MS = 3_000
/** Counts as unchanged, apart from what happens all the time. */
const SETTLED = 0.98

/**
 * One gateway per house, with a controller of 1,142 metrics: the server heap an online house takes, and the time until all
 * are online again when they connect at once after a restart.
 */
export async function fleet({ server, database, farm, quick, say }: Bench): Promise<Figure[]> {
  const size = quick ? 1_000 : 5_000
  say(`fleet: registering ${size} gateways`)
  const gateways = await addFleet(database.pool, farm.customers[0]?.officePath ?? '', size)
  await server.stop()
  await server.start()
  const nodes = startWorker<FleetOrder, FleetResult>('./fleet.ts')
  const connect = () =>
    nodes.ask({
      do: 'connect',
      port: server.mqttPort,
      group: 'farm',
      metrics: METRICS,
      ms: LIMIT_MS,
      gateways,
    })
  try {
    const empty = await heapAtRest(server)
    say('fleet: the first births')
    const first = await connect()
    const full = await heapAtRest(server)
    say('fleet: all again after a restart')
    const gone = nodes.ask({ do: 'lose' })
    await server.stop()
    await gone
    await server.start()
    const again = await connect()
    const figure = (name: string, value: number, unit: string, goal?: Figure['goal']): Figure => ({
      section: 'fleet',
      name,
      value,
      unit,
      ...(goal && { goal }),
    })
    return [
      figure('gateways', size, ''),
      figure('heap of a house that is online', (full - empty) / size / 1_000, 'kB', { atMost: 60 }),
      figure('first births: half online after', first.p50 / 1_000, 's'),
      figure('first births: all online after', first.last / 1_000, 's'),
      figure('after a restart: half online after', again.p50 / 1_000, 's'),
      figure('after a restart: all online after', again.last / 1_000, 's', { atMost: MINUTE_S }),
      figure('after a restart: tries that failed', again.failures, '', { atMost: 0 }),
      figure(`not online within ${LIMIT_MS / 1_000} s`, 2 * size - first.online - again.online, '', {
        atMost: 0,
      }),
    ]
  } finally {
    await nodes.stop()
  }
}

/**
 * Waits until it stops falling: births stay in memory until written, and are collected after that. Neither belongs to a
 * house.
 */
export async function heapAtRest(server: Bench['server']): Promise<number> {
  let used = await heapUsed(server)
  for (let before = Number.POSITIVE_INFINITY; used < before * SETTLED; ) {
    before = used
    await wait(LOOK_AGAIN_MS)
    used = await heapUsed(server)
  }
  return used
}

/** Registers gateways, each with a controller and its house; all ids begin with the name. */
export async function addFleet(
  pool: pg.Pool,
  officePath: string,
  size: number,
  name = 'fleet',
): Promise<FleetGateway[]> {
  const credential = hashSecret(FLEET_PASSWORD)
  await pool.query(
    `insert into device (id, office_id, office_path, type, code, code_key, name, credential_hash, gateway_id)
     select made.id, o.id, o.path, made.type, made.id, made.id, made.id, made.credential, made.gateway
     from office o, generate_series(1, $2::int) n, lateral (values
       ($4 || '-' || n, 'gateway', $3, null), ($4 || '-' || n || '-0', 'controller', null, $4 || '-' || n)
     ) made (id, type, credential, gateway) where o.path = $1`,
    [officePath, size, credential, name],
  )
  await pool.query(
    `insert into house (id, office_id, office_path, name, type, length_m, width_m, height_m)
     select $3 || '-house-' || n, o.id, o.path, $3 || ' ' || n, 'layer', 100, 15, 4
     from office o, generate_series(1, $2::int) n where o.path = $1`,
    [officePath, size, name],
  )
  await pool.query(
    `insert into house_device (id, house_id, device_id, office_path, "from")
     select $3 || '-binding-' || n, $3 || '-house-' || n, $3 || '-' || n || '-0', $1, '2020-01-01'
     from generate_series(1, $2::int) n`,
    [officePath, size, name],
  )
  return Array.from({ length: size }, (_, index) => {
    const code = `${name}-${index + 1}`
    return { code, password: FLEET_PASSWORD, controller: `${code}-0` }
  })
}
