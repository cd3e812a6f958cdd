import Fastify from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type TestStore, testStore } from '#server/testing/store.ts'
import { metrics, storageOf } from '#shared/signals.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { createLayouts } from './layouts.ts'
import type { NewReport } from './merge-reports.ts'
import { type Readings, startReadings } from './readings.ts'
import type { Layout } from './signal-parts.ts'
import { eventually } from './testing/eventually.ts'

let db: TestStore
const layouts = createLayouts()
const log = Fastify().log
let readings: Readings
let serial = 0
beforeAll(async () => {
  db = await testStore()
  readings = startReadings({ pool: db.store.ingest, layouts, log })
})
afterAll(async () => {
  await readings.stop()
  await db.drop()
})

const NAN = Number.NaN
const AT = Date.UTC(2026, 5, 1, 12)
function report(device: number, layout: Layout, real: number[], exact: number[] = [], at = AT): NewReport {
  const numbers = new Float64Array(layout.real.length + layout.exact.length).fill(NAN)
  numbers.set(real)
  numbers.set(exact, layout.real.length)
  return { device, at, layout, numbers }
}
const store = (reports: NewReport[], refused: string[] = [], to = readings) =>
  to.store({
    device: reports[0]?.device ?? 0,
    reports,
    texts: [],
    onRefused: reason => refused.push(reason),
  })
/** Enough new devices to have some in every lane. */
const someDevices = () => Array.from({ length: 8 }, () => ++serial)
const held = async (statement: string) => {
  const blocker = await db.owner.connect()
  await blocker.query(`begin; ${statement}`)
  return async () => {
    await blocker.query('rollback')
    blocker.release()
  }
}
async function stored(device: number) {
  const { rows } = await db.store.ingest.query<{ names: string[]; values: (number | null)[] }>(
    `select l.real_metrics || l.exact_metrics as names,
       array(select r."values"[i]::float8 from generate_series(1, cardinality(l.real_metrics)) i order by i)
       || array(select r.exact[i] from generate_series(1, cardinality(l.exact_metrics)) i order by i) as values
     from report r join report_layout l on l.id = r.layout where r.device = $1 order by r.at`,
    [device],
  )
  return rows.map(({ names, values }) => Object.fromEntries(names.map((name, i) => [name, values[i]])))
}

describe('a report', () => {
  test('of every metric of the signal model reads back as it was, at both ends of its range', async () => {
    const kept = metrics.filter(signal => ['real', 'exact'].includes(storageOf(signal)))
    const real = kept.filter(signal => storageOf(signal) === 'real')
    const exact = kept.filter(signal => storageOf(signal) === 'exact')
    const layout = layouts.of(
      real.map(({ name }) => name),
      exact.map(({ name }) => name),
    )
    for (const end of ['low', 'high'] as const) {
      const device = ++serial
      await store([
        report(
          device,
          layout,
          real.map(signal => signal[end]),
          exact.map(signal => signal[end]),
        ),
      ])
      const [found] = await stored(device)
      for (const signal of kept) {
        const whole = signal.datatype !== DataType.Float
        const value = found?.[signal.name]
        expect(whole ? value : Math.fround(value ?? NAN), signal.name).toBe(
          whole ? signal[end] : Math.fround(signal[end]),
        )
      }
    }
    expect(kept.length).toBeGreaterThan(80)
  })

  test('fills what the stored one lacks, and overwrites nothing', async () => {
    const device = ++serial
    const layout = layouts.of(['a', 'b', 'c'], ['x', 'y'])
    await store([report(device, layout, [1, NAN, NAN], [10, NAN])])
    await store([report(device, layout, [99, 2, NAN], [99, 20])])
    await store([report(device, layout, [98, 98, 3])])
    expect(await stored(device)).toEqual([{ a: 1, b: 2, c: 3, x: 10, y: 20 }])
  })

  test('in another layout joins the stored one by metric name', async () => {
    const device = ++serial
    await store([report(device, layouts.of(['a', 'b'], []), [1, NAN])])
    await store([report(device, layouts.of(['c', 'b', 'a'], ['x']), [3, 2, 99], [10])])
    expect(await stored(device)).toEqual([{ a: 1, b: 2, c: 3, x: 10 }])
  })

  test('that comes in two parts within one batch is one row, in which the first value stays', async () => {
    const device = ++serial
    const layout = layouts.of(['a', 'b'], ['x'])
    await Promise.all([
      store([report(device, layout, [1, NAN])]),
      store([report(device, layout, [9, 2], [5])]),
      store([report(device, layouts.of(['c', 'a'], []), [3, 9])]),
    ])
    expect(await stored(device)).toEqual([{ a: 1, b: 2, c: 3, x: 5 }])
  })

  test('that the database cannot store is refused alone; the others of its batch are stored', async () => {
    const layout = layouts.of(['a'], [])
    const [good, bad, other] = [++serial, ++serial, ++serial]
    await db.owner.query(`alter table report add constraint bad check (device <> ${bad})`)
    const refused: string[] = []
    const tooLarge = 2 ** 40
    await Promise.all([
      store([report(good, layout, [1])], refused),
      store([report(bad, layout, [2]), report(good, layout, [4], [], AT + 1)], refused),
      store([report(tooLarge, layout, [2])], refused),
      store([report(other, layout, [3])], refused),
    ])
    await db.owner.query('alter table report drop constraint bad')
    expect(await stored(good)).toEqual([{ a: 1 }, { a: 4 }])
    expect(await stored(other)).toEqual([{ a: 3 }])
    expect(refused.toSorted()).toEqual([
      expect.stringContaining('RangeError'),
      expect.stringContaining('"bad"'),
    ])
  })

  test('creates the partition of its month', async () => {
    const device = ++serial
    await store([report(device, layouts.of(['a'], []), [1], [], Date.UTC(2024, 1, 29))])
    const { rows } = await db.store.ingest.query(
      `select tableoid::regclass::text as part from report where device = $1`,
      [device],
    )
    expect(rows).toEqual([{ part: 'report_202402' }])
  })
})

describe('lanes', () => {
  test('acknowledge what one device sent in order, each message after its commit', async () => {
    const layout = layouts.of(['a'], [])
    const devices = someDevices()
    const acknowledged = new Map(devices.map(device => [device, [] as number[]]))
    const sent: Promise<unknown>[] = []
    for (let i = 0; i < 800; i++) {
      const device = devices[i % 8] as number
      const stored = store([report(device, layout, [i], [], AT + i)])
      sent.push(stored.then(() => acknowledged.get(device)?.push(i)))
      if (i % 20 === 0) await new Promise(resolve => setImmediate(resolve))
    }
    await Promise.all(sent)
    for (const [device, order] of acknowledged) {
      expect(order).toEqual(order.toSorted((a, b) => a - b))
      expect((await stored(device)).map(({ a }) => a)).toEqual(order)
    }
  })

  test('do not wait for one that is stuck', async () => {
    const layout = layouts.of(['a'], [])
    const [stuck = 0, ...others] = someDevices()
    const acknowledged: number[] = []
    const send = (device: number) =>
      store([report(device, layout, [1])]).then(() => acknowledged.push(device))
    // Marked in an open transaction: nobody else can mark the bucket of this device.
    const release = await held(
      `insert into rollup_dirty (device, bucket) values (${stuck}, to_timestamp(${AT / 1_000}))`,
    )
    const sent = [stuck, ...others].map(send)
    await eventually(() => acknowledged.length > 0).toBe(true)
    const first = acknowledged[0] as number
    const again = send(first)
    await again
    expect(acknowledged).not.toContain(stuck)
    await release()
    await Promise.all(sent)
    expect(acknowledged.toSorted((a, b) => a - b)).toEqual(
      [stuck, ...others, first].toSorted((a, b) => a - b),
    )
    expect(await stored(stuck)).toEqual([{ a: 1 }])
  })

  test('are all awaited by stop', async () => {
    const several = startReadings({ pool: db.store.ingest, layouts, log })
    const layout = layouts.of(['a'], [])
    const devices = someDevices()
    const release = await held('lock table report in access exclusive mode')
    let acknowledged = 0
    for (const device of [...devices, ...devices])
      void store([report(device, layout, [1])], [], several).then(() => acknowledged++)
    const stopped = several.stop()
    expect(acknowledged).toBe(0)
    await release()
    await stopped
    expect(acknowledged).toBe(16)
    for (const device of devices) expect(await stored(device)).toEqual([{ a: 1 }])
  })

  test('share the room: too many waiting readings hold up senders, and all are stored once the database goes on', async () => {
    const small = startReadings({ pool: db.store.ingest, layouts, log, maxBytes: 10_000 })
    const layout = layouts.of(['a'], [])
    const devices = someDevices()
    const release = await held('lock table report in access exclusive mode')
    const sent: Promise<void>[] = []
    let entered = 0
    const sender = (async () => {
      for (let i = 0; i < 500; i++) {
        if (!small.hasRoom()) await small.room()
        entered++
        sent.push(store([report(devices[i % 8] as number, layout, [i], [], AT + i)], [], small))
      }
    })()
    await eventually(() => small.hasRoom()).toBe(false)
    expect(entered).toBeLessThan(60)
    await release()
    await sender
    await Promise.all(sent)
    const rows = await Promise.all(devices.map(stored))
    expect(rows.flat()).toHaveLength(500)
    await small.stop()
  })

  test('admit everyone who waited for room, in order, before stop is done', async () => {
    const small = startReadings({ pool: db.store.ingest, layouts, log, maxBytes: 1_000 })
    const layout = layouts.of(['a'], [])
    const devices = someDevices()
    const release = await held('lock table report in access exclusive mode')
    const entered: number[] = []
    for (let i = 0; small.hasRoom(); i++)
      void store([report(devices[i % 8] as number, layout, [i], [], AT - 1 - i)], [], small)
    for (let i = 0; i < 200; i++)
      void small.room().then(() => {
        entered.push(i)
        return store([report(devices[i % 8] as number, layout, [i], [], AT + i)], [], small)
      })
    const stopped = small.stop()
    await release()
    await stopped
    expect(entered).toEqual(Array.from({ length: 200 }, (_, i) => i))
    const rows = await Promise.all(devices.map(stored))
    expect(rows.flat().length).toBeGreaterThan(200)
  })
})

test('a database that goes away meanwhile loses no acknowledged report, and nothing is acknowledged too early', async () => {
  const layout = layouts.of(['a', 'b'], [])
  const devices = someDevices()
  const { rows } = await db.owner.query<{ name: string }>('select current_database() as name')
  const superuser = new pg.Client({ connectionString: inject('postgres').superuser })
  await superuser.connect()
  const acknowledged = new Set<number>()
  const sent: Promise<unknown>[] = []
  for (let i = 0; i < 300; i++) {
    const device = devices[i % 8] as number
    sent.push(store([report(device, layout, [i, i], [], AT + i)]).then(() => acknowledged.add(i)))
    if (i % 50 === 25) {
      await superuser.query(`alter database ${rows[0]?.name} allow_connections false`)
      await superuser.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = 'smart_farm_ingest'`,
        [rows[0]?.name],
      )
      await superuser.query(`alter database ${rows[0]?.name} allow_connections true`)
    }
    await new Promise(resolve => setImmediate(resolve))
  }
  await Promise.all(sent)
  await superuser.end()
  expect(acknowledged.size).toBe(300)
  const all = (await Promise.all(devices.map(stored))).flat().map(({ a }) => Number(a))
  expect(all.sort((a, b) => a - b)).toEqual([...acknowledged].sort((a, b) => a - b))
})
