import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testStore } from '#server/testing/store.ts'
import { eventually } from '../testing/eventually.ts'
import { type Leases, shareOf, startLeases } from './leases.ts'
import { PARTITIONS, partitionOf } from './partition-of.ts'

const { log } = Fastify({ logger: { level: 'silent' } })
let store: Awaited<ReturnType<typeof testStore>>
beforeAll(async () => {
  store = await testStore()
})
afterAll(() => store.drop())

/** What any process holds is held by one at a time: the broker is not there to see to it. */
const heldBy = new Map<number, string>()
const wrong: string[] = []

function join(id: string): Promise<Leases> {
  return startLeases({
    pool: store.store.ingest,
    id,
    taken(partition) {
      const other = heldBy.get(partition)
      if (other !== undefined) wrong.push(`${partition} of ${other} and ${id}`)
      heldBy.set(partition, id)
    },
    async released(partition) {
      // Letting go takes a while.
      await new Promise(resolve => setImmediate(resolve))
      heldBy.delete(partition)
    },
    behind: () => behind,
    log,
  })
}
/** What still comes in, whoever holds it. */
let behind: number[] = []
const counts = () => {
  const of = Map.groupBy(heldBy.values(), id => id)
  return Object.fromEntries([...of].map(([id, all]) => [id, all.length]).toSorted())
}

test('processes that come and go hold about the same number, and none is held by two', async () => {
  const a = await join('a')
  expect(counts()).toEqual({ a: 16 })
  const b = await join('b')
  await eventually(counts).toEqual({ a: 8, b: 8 })
  const c = await join('c')
  await eventually(counts).toEqual({ a: 6, b: 5, c: 5 })
  await a.stop()
  await eventually(counts).toEqual({ b: 8, c: 8 })
  await Promise.all([b.stop(), c.stop()])
  expect(counts()).toEqual({})
  expect(wrong).toEqual([])
})

test('what a process held that says nothing any more goes to the others', async () => {
  const a = await join('a')
  await store.store.ingest.query(`insert into ingest_process (id) values ('silent')`)
  await store.store.ingest.query(`update node_partition set holder = 'silent' where number < 4`)
  await eventually(counts).toEqual({ a: 8 })
  await store.store.ingest.query(
    `update ingest_process set seen_at = now() - interval '11 seconds' where id = 'silent'`,
  )
  await eventually(counts).toEqual({ a: 16 })
  await a.stop()
})

test('since when something waits is known, whoever holds it or nobody', async () => {
  const waiting = async () => {
    const { rows } = await store.store.ingest.query<{ number: number; at: string }>(
      'select number, waits_since::text as at from node_partition where waits_since is not null order by number',
    )
    return rows
  }
  behind = [3, 5]
  const a = await join('a')
  const found = await waiting()
  expect(found.map(({ number }) => number)).toEqual([3, 5])
  const b = await join('b')
  await eventually(counts).toEqual({ a: 8, b: 8 })
  // Handed over, and still behind: it waits since the beginning.
  expect(await waiting()).toEqual(found)
  behind = [5]
  await eventually(waiting).toEqual(found.slice(1))
  behind = []
  await eventually(waiting).toEqual([])
  // Of two that are gone without a word, the one that comes later sees what nobody held.
  await Promise.all([a.stop(), b.stop()])
  await store.store.ingest.query('update node_partition set holder = null')
  await store.store.ingest.query(`insert into ingest_process (id) values ('other')`)
  const c = await join('c')
  await eventually(async () => (await waiting()).length).toBe(8)
  await c.stop()
})

test.each([1, 2, 3, 5, 16, 20])('the shares of %i processes are all partitions', processes => {
  const shares = Array.from({ length: processes }, (_, place) => shareOf(place, processes))
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(PARTITIONS)
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
})

test('the codes of a thousand gateways fall evenly into the partitions, and always into the same', () => {
  const counted = new Array<number>(PARTITIONS).fill(0)
  for (let i = 0; i < 1_000; i++) counted[partitionOf(`GW-${i}`)] = (counted[partitionOf(`GW-${i}`)] ?? 0) + 1
  expect(Math.max(...counted)).toBeLessThan(2 * (1_000 / PARTITIONS))
  expect(Math.min(...counted)).toBeGreaterThan(1_000 / PARTITIONS / 2)
  // Sessions at the broker are named by it: a change would leave messages in them.
  expect(['GW-1', 'GW-2', 'HC-farm'].map(partitionOf)).toEqual([8, 2, 14])
})
