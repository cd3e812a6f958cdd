import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { testStore } from '../../testing/store.ts'
import { SYSTEM } from '../database/store.ts'
import { openQueue } from './queue.ts'

const IMPORTS = 20

/** A test's own queue that does with each job what the test says, as two threads would. */
async function queueFor(work: (jobId: string) => Promise<void>) {
  const database = await testStore()
  onTestFinished(database.drop)
  const queue = openQueue(database.urls.app, Fastify({ logger: false }).log)
  onTestFinished(() => queue.stop())
  return {
    add: (customer: string, ...names: string[]) =>
      database.store.transaction(SYSTEM, async db => {
        for (const name of names) await queue.add(db, `${customer} ${name}`, customer)
      }),
    async begin() {
      const rest = await queue.work({ work, giveUp: async () => {}, atOnce: 2 })
      onTestFinished(rest)
    },
  }
}
const imports = Array.from({ length: IMPORTS }, (_, n) => `${n}`)

test('twenty imports of one customer leave a thread for another customer’s only one', async () => {
  const both = Promise.withResolvers<void>()
  const begun: string[] = []
  const queue = await queueFor(async jobId => {
    begun.push(jobId)
    if (begun.length === 2) both.resolve()
    // However long it takes: nothing ends before both threads have begun.
    await both.promise
  })
  await queue.add('large', ...imports)
  await queue.add('small', 'import')
  await queue.begin()
  await both.promise
  // Two threads begin in any order.
  expect(begun.slice(0, 2).toSorted()).toEqual(['large 0', 'small import'])
})

test('customers with many imports take turns, and a customer with only one is next', async () => {
  const all = Promise.withResolvers<void>()
  const begun: string[] = []
  const queue = await queueFor(async jobId => {
    begun.push(jobId)
    if (begun.length === 9) all.resolve()
  })
  await queue.add('north', ...imports.slice(0, 4))
  await queue.add('south', ...imports.slice(0, 4))
  await queue.add('small', 'import')
  await queue.begin()
  await all.promise
  // Two at a time: it is in the second round at the latest.
  expect(begun.slice(0, 4)).toContain('small import')
  expect(begun.findLastIndex(jobId => jobId.endsWith(' 1'))).toBeLessThan(
    begun.findIndex(jobId => jobId.endsWith(' 3')),
  )
})
