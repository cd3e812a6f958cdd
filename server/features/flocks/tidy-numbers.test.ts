import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparison } from '#shared/contracts/comparison.ts'
import { feedBook } from '#shared/contracts/feed-book.ts'
import { flockAccounts } from '#shared/contracts/flock-accounts.ts'
import { flockMoves } from '#shared/contracts/flock-moves.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import { isTidy } from '#shared/numbers.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { jobIn, rowsOf } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
})
afterAll(() => farm.close())

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)

/** Every number in an answer that has a tail of binary fractions, with where it stands. */
function tailsIn(value: unknown, at = ''): string[] {
  if (typeof value === 'number') return isTidy(value) ? [] : [`${at} ${value}`]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => tailsIn(each, `${at}.${key}`))
}

/** As somebody types it. */
const typed = (value: number) => Number(value.toFixed(1))

/** Thirty days of tenths and thirds, whose sums and means have such tails: 0.1 + 0.2 is 0.30000000000000004. */
async function tenths(type: 'layer' | 'broiler') {
  const { services, offices } = farm
  const house = await buildHouse(services, offices.sharing, { type, timeZone: 'Asia/Shanghai' })
  const flock = await buildFlock(services, offices.sharing, {
    houseId: house.id,
    type,
    ...(type === 'layer'
      ? { breed: 'hyline-brown', hatchedOn: inDays(-230) }
      : { category: 'meat' as const }),
    placedOn: inDays(-30),
    placedCount: 997,
  })
  for (let on = 30; on >= 1; on--)
    await buildRecord(services, offices.sharing, {
      flockId: flock.id,
      day: inDays(-on),
      dead: on % 3,
      culled: 0,
      feed: typed(0.1 + on * 0.7),
      water: typed(0.2 + on * 1.3),
      ...(on % 7 === 1 && { weight: typed(333.3 + 10 * (30 - on)), uniformity: 33.3 }),
      ...(type === 'layer' && { eggsSound: 600 + on, eggsBroken: 3, eggWeight: typed(60.1 + on / 30) }),
    })
  return { house, flock, id: flock.id }
}

test('no answer about flocks has a number with a tail of binary fractions, and none is stored', async () => {
  const [hens, meat] = [await tenths('layer'), await tenths('broiler')]
  for (const { house } of [hens, meat])
    for (const [on, kind, amountKg] of [
      [28, 'delivery', 1_000.1],
      [20, 'delivery', 700.2],
      [9, 'counted', 900.3],
    ] as const)
      await owner.call(feedBook.create, {
        body: { houseId: house.id, day: inDays(-on), kind, amountKg, isKnownShort: true },
      })
  const account = await owner.call(flockAccounts.get, { params: { id: meat.id } })
  await owner.call(flockAccounts.update, {
    params: { id: meat.id },
    body: {
      currency: 'USD',
      lots: [0.1, 0.2, 0.7].map((more, i) => ({
        day: inDays(-1 - i),
        birds: 101,
        liveKg: 200 + more,
        carcassKg: 140 + more,
        price: '0.7',
        per: 'liveLb' as const,
        buyer: '',
      })),
      eggs: [],
      costs: [],
      note: '',
      version: account.account.version,
    },
  })
  const empty = await buildHouse(farm.services, farm.offices.sharing, {
    type: 'layer',
    timeZone: 'Asia/Shanghai',
  })
  await owner.call(flockMoves.create, {
    body: { fromFlockId: hens.id, toHouseId: empty.id, birds: 333, day: inDays(-3), reason: '' },
  })
  await owner.call(flockRecords.create, {
    params: { id: hens.id },
    body: { day: inDays(0), weights: [1_700.1, 1_800.2, 1_900.4], dead: 1 } as never,
  })
  const { items } = await owner.call(flocks.list, { query: {} })
  const answers: Record<string, unknown> = {
    list: items,
    records: await owner.call(flockRecords.list, { query: { size: 100 } }),
    morning: await owner.call(workplace.list),
    comparison: await owner.call(comparison.courses, { query: { items: `${hens.id},${meat.id}` } as never }),
  }
  for (const { id, houseId } of items) {
    answers[`course ${id}`] = await owner.call(flocks.course, { params: { id } })
    answers[`close ${id}`] = await owner.call(flockAccounts.get, { params: { id } })
    answers[`sheet ${id}`] = await owner.call(flockRecords.sheet, {
      params: { id },
      query: { day: inDays(0) },
    })
    answers[`balance ${id}`] = await owner.call(feedBook.balance, { query: { houseId } })
  }
  expect(tailsIn(answers)).toEqual([])
  // What it says is still the sum that somebody with a calculator gets.
  const course = await owner.call(flocks.course, { params: { id: meat.id } })
  expect(course.final.feedTotal).toBe(328.5)
})

test('the Excel files of flocks have no such number either', async () => {
  const { id } = await tenths('broiler')
  for (const [endpoint, body] of [
    [flocks.export, {}],
    [flockRecords.export, {}],
    [feedBook.export, {}],
    [flockAccounts.closeWorkbook, { flockId: id }],
  ] as const) {
    const job = (await owner.call(endpoint as typeof flocks.export, { body: body as never })) as {
      id: string
    }
    const { file } = await jobIn(owner, job.id, 'done')
    const rows = await rowsOf(farm, file?.url)
    expect(rows.length).toBeGreaterThan(1)
    expect(tailsIn(rows)).toEqual([])
  }
})
