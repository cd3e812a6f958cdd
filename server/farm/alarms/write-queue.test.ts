import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createWriteQueue } from './write-queue.ts'

const { log } = Fastify()

function openQueue() {
  const queue = createWriteQueue(log)
  onTestFinished(() => queue.stop())
  return queue
}
const change = (farmPath: string, key: string, n = 0) => ({ farmPath, key, n })

test('changes of one moment are written together, and no farm waits behind another', async () => {
  const queue = openQueue()
  const written: string[][] = []
  const add = queue.changes<ReturnType<typeof change>>(async changes => {
    written.push(changes.map(({ farmPath, key }) => farmPath + key))
  })
  for (let i = 0; i < 1_000; i++) add(change('large', `${i}`))
  add(change('small', 'x'))
  await queue.settled()
  expect(written.map(({ length }) => length)).toEqual([500, 500, 1])
  expect(written[0]?.slice(0, 3)).toEqual(['large0', 'smallx', 'large1'])
})

test('the changes of one alarm are written one after another, after what was filed before them', async () => {
  const queue = openQueue()
  const written: (number | string)[] = []
  const add = queue.changes<ReturnType<typeof change>>(async changes => {
    for (const { n } of changes) written.push(n)
  })
  queue.file('a', async () => void written.push('filed before'))
  for (const n of [1, 2, 3]) add(change('farm', 'a', n))
  queue.file('a', async () => void written.push('filed after'))
  await queue.settled()
  expect(written).toEqual(['filed before', 1, 2, 3, 'filed after'])
})

test('a change that cannot be written takes no other with it', async () => {
  const queue = openQueue()
  const written: number[] = []
  const add = queue.changes<ReturnType<typeof change>>(async changes => {
    if (changes.some(({ n }) => n === 2)) throw new Error('refused')
    for (const { n } of changes) written.push(n)
  })
  for (const n of [1, 2, 3]) add(change('farm', `${n}`, n))
  await queue.settled()
  expect(written).toEqual([1, 3])
})

test('what is told of a farm at the same moment is told once, after it is written', async () => {
  const queue = openQueue()
  const done: string[] = []
  const add = queue.changes<ReturnType<typeof change>>(async changes => {
    for (const { key } of changes) done.push(key)
    queue.soon('farm', async () => void done.push('told'))
  })
  for (let i = 0; i < 3; i++) {
    add(change('farm', 'a', i))
    add(change('farm', `${i}`))
  }
  await queue.settled()
  expect(done.filter(each => each === 'told')).toEqual(['told'])
  expect(done.at(-1)).toBe('told')
})

test('a storm that is written slowly is told a farm once: what has come already is waited for', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const queue = openQueue()
  const done: string[] = []
  const add = queue.changes<ReturnType<typeof change>>(async changes => {
    // So long the database takes for each part.
    vi.setSystemTime(Date.now() + 2_000)
    done.push(`${changes.length} written`)
    queue.soon('farm', async () => void done.push('told'))
  })
  for (let i = 0; i < 1_900; i++) add(change('farm', `${i}`))
  await queue.settled()
  expect(done).toEqual(['500 written', '500 written', '500 written', '400 written', 'told'])
})

test('people of one farm, whose telling takes long, keep no other farm waiting', async () => {
  const queue = openQueue()
  const other = Promise.withResolvers<void>()
  const done: string[] = []
  queue.soon('large', async () => {
    await other.promise
    done.push('large')
  })
  queue.soon('small', async () => {
    done.push('small')
    other.resolve()
  })
  await queue.settled()
  expect(done).toEqual(['small', 'large'])
})
