import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import { trajectory, trajectoryAnalysis } from '#shared/contracts/trajectory.ts'
import { VISITS_A_DAY } from '#shared/limits.ts'
import type { ScreenPath } from '#shared/screens.ts'
import { startHousekeeping } from '../../platform/database/housekeeping.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { screenVisit } from '../../platform/database/tables/histories.ts'
import { type Person, testApp } from '../../testing/app.ts'
import { jobIn, rowsOf } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'

type Asked = z.input<typeof trajectoryAnalysis.overview.query>

const MINUTE = 60_000
const DAY = 86_400_000
const LANE = '0123456789abcdef'

let farm: Awaited<ReturnType<typeof workingApp>>
let farmer: Person
let staff: Person
beforeAll(async () => {
  farm = await workingApp()
  farmer = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['opera_history:query'] })
  staff = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['user_trajectory:query', 'user_trajectory_analyze:export'],
  })
})
const database = () => farm.services.store.scoped(SYSTEM)
const kept = () => database().select().from(screenVisit).orderBy(screenVisit.startedAt, screenVisit.number)
afterAll(() => farm.close())

/** The test's own past, since only the owner can delete visits. */
const emptied = async () => {
  await farm.services.store.ingest.query('select forget_visits($1, 1000000)', [new Date(Date.now() + DAY)])
}
beforeEach(emptied)

const told = (screen: ScreenPath, agoMinutes: number, lastedMinutes: number, number = 0) => ({
  number,
  screen,
  ago: agoMinutes * MINUTE,
  lasted: lastedMinutes * MINUTE,
})
const tell = (who: Person, visits: ReturnType<typeof told>[], lane = LANE) =>
  who.call(trajectory.record, { body: { lane, visits } })

describe('what a browser tells', () => {
  test('is kept with its screen, its beginning and how long it lasted, and is no row of the operation history', async () => {
    expect(await tell(farmer, [told('/screen/index', 10, 4)])).toEqual({ isKept: true })
    const [visit] = await kept()
    expect(visit).toMatchObject({
      screen: '/screen/index',
      durationMs: 4 * MINUTE,
      accountId: farmer.accountId,
    })
    expect(Math.abs(Date.now() - 10 * MINUTE - (visit?.startedAt.getTime() ?? 0))).toBeLessThan(MINUTE)
    expect((await farmer.call(operaHistory.list)).total).toBe(0)
  })

  test('is kept once, however often it is sent', async () => {
    await tell(farmer, [told('/screen/index', 10, 4, 1)])
    await tell(farmer, [told('/screen/index', 11, 4, 1), told('/house-alarm', 6, 1, 2)])
    expect((await kept()).map(({ screen }) => screen)).toEqual(['/screen/index', '/house-alarm'])
  })

  test.each([
    ['a screen that there is not', { ...told('/screen/index', 5, 1), screen: '/secret?password=x' }],
    ['a time to come', { ...told('/screen/index', 5, 1), ago: -1 }],
    ['more than a day ago', told('/screen/index', 25 * 60, 1)],
    ['longer than it is ago', told('/screen/index', 5, 6)],
    ['a number that is none', { ...told('/screen/index', 5, 1), number: 1.5 }],
  ])('is refused with %s', async (_, visit) => {
    const answer = await farmer.ask(trajectory.record, { body: { lane: LANE, visits: [visit] } })
    expect(answer.statusCode).toBe(400)
    expect(await kept()).toEqual([])
  })

  test('is refused in bulk, and from a strange lane', async () => {
    const many = Array.from({ length: 101 }, (_, i) => told('/screen/index', 5, 1, i))
    expect((await farmer.ask(trajectory.record, { body: { lane: LANE, visits: many } })).statusCode).toBe(400)
    const strange = { lane: '../..', visits: [told('/screen/index', 5, 1)] }
    expect((await farmer.ask(trajectory.record, { body: strange })).statusCode).toBe(400)
  })

  test('is no longer kept of whoever has told more than anybody can open in a day', async () => {
    const row = { accountId: farmer.accountId, officePath: farm.offices.sharing.path, lane: 'many' }
    const rows = Array.from({ length: VISITS_A_DAY - 1 }, (_, number) => ({
      ...row,
      number,
      screen: '/screen/index',
      startedAt: new Date(),
      durationMs: 1,
    }))
    await database().insert(screenVisit).values(rows)
    await tell(farmer, [told('/house-alarm', 3, 1, 1), told('/house-alarm', 2, 1, 2)])
    expect(await database().$count(screenVisit)).toBe(VISITS_A_DAY)
  })

  test('is kept as long as the deployment says', async () => {
    const row = {
      accountId: farmer.accountId,
      officePath: farm.offices.sharing.path,
      screen: '/',
      durationMs: 1,
    }
    await database()
      .insert(screenVisit)
      .values(
        [29, 31].map(days => ({
          ...row,
          lane: 'old',
          number: days,
          startedAt: new Date(Date.now() - days * DAY),
        })),
      )
    const { store } = farm.services
    const housekeeping = startHousekeeping(store.ingest, farm.databaseUrl, Fastify({ logger: false }).log, 30)
    await housekeeping.tidy().catch(() => undefined)
    await housekeeping.stop()
    expect((await kept()).map(({ number }) => number)).toEqual([29])
  })
})

test('a deployment that wants no such thing keeps none, and says so to the browser', async () => {
  const quiet = await testApp({ trajectory: false })
  try {
    const person = await quiet.as({ office: quiet.offices.sharing, kind: 2 })
    expect(await tell(person, [told('/screen/index', 10, 4)])).toEqual({ isKept: false })
    expect(await quiet.services.store.scoped(SYSTEM).$count(screenVisit)).toBe(0)
  } finally {
    await quiet.close()
  }
})

describe('staff', () => {
  test('see what one user had open in a time, with its browser tabs', async () => {
    await tell(farmer, [told('/screen/index', 30, 5, 0), told('/house-alarm', 20, 1, 1)])
    await tell(farmer, [told('/deviceChart', 25, 2, 0)], 'fedcba9876543210')
    const query = { userId: farmer.accountId, from: Date.now() - 60 * MINUTE, to: Date.now() }
    const { user, visits } = await staff.call(trajectory.visits, { query })
    expect(user).toMatchObject({ id: farmer.accountId, customerName: 'sharing' })
    expect(visits.map(({ screen, lane }) => `${screen} ${lane.slice(0, 2)}`)).toEqual([
      '/screen/index 01',
      '/deviceChart fe',
      '/house-alarm 01',
    ])
    const [first] = await staff.call(trajectory.people, { query: {} })
    expect(first).toMatchObject({ id: farmer.accountId, lastSeenAt: visits.at(-1)?.startedAt })
  })

  test('ask for a week at most, and for users there are', async () => {
    const week = { userId: farmer.accountId, from: 0, to: 9 * DAY }
    expect((await staff.ask(trajectory.visits, { query: week })).statusCode).toBe(400)
    const nobody = { userId: 'nobody', from: 0, to: DAY }
    expect((await staff.ask(trajectory.visits, { query: nobody })).statusCode).toBe(404)
  })

  test('see what is opened most, when, by how many, and what follows what', async () => {
    const other = await farm.as({ office: farm.offices.closed, kind: 2 })
    await tell(farmer, [
      told('/screen/index', 50, 1, 0),
      told('/house-alarm', 40, 2, 1),
      told('/screen/index', 30, 9, 2),
      told('/house-alarm', 20, 3, 3),
    ])
    await tell(other, [told('/screen/index', 30, 4, 0), told('/deviceChart', 20, 3, 1)])
    const seen = await staff.call(trajectoryAnalysis.overview, { query: {} })
    expect(seen).toMatchObject({ visits: 6, people: 2, duration: 22 * MINUTE })
    expect(seen.screens).toEqual([
      { screen: '/screen/index', visits: 3, people: 2, median: 4 * MINUTE },
      { screen: '/house-alarm', visits: 2, people: 1, median: 2 * MINUTE },
      { screen: '/deviceChart', visits: 1, people: 1, median: 3 * MINUTE },
    ])
    expect(seen.paths).toEqual([
      { from: '/screen/index', to: '/house-alarm', visits: 2 },
      { from: '/house-alarm', to: '/screen/index', visits: 1 },
      { from: '/screen/index', to: '/deviceChart', visits: 1 },
    ])
    expect(seen.heat.reduce((sum, { visits }) => sum + visits, 0)).toBe(6)
    const one = { officeId: farm.offices.closed.id }
    expect(await staff.call(trajectoryAnalysis.overview, { query: one })).toMatchObject({
      visits: 2,
      people: 1,
    })
    const agents = { kind: 'agent' as const }
    expect(await staff.call(trajectoryAnalysis.overview, { query: agents })).toMatchObject({ visits: 0 })
  })

  test('see the same whether days that are over were counted or are not yet', async () => {
    const other = await farm.as({ office: farm.offices.closed, kind: 2 })
    const agent = await farm.as({
      office: farm.offices.agent,
      kind: 3,
      grants: ['user_trajectory_analyze:query'],
    })
    const screens: ScreenPath[] = ['/screen/index', '/house-alarm', '/deviceChart']
    const rowsOf = ({ accountId }: Person, place: { path: string }, lasted: number) =>
      Array.from({ length: 120 }, (_, i) => ({
        accountId,
        officePath: place.path,
        lane: `${accountId} ${i % 2}`,
        number: i,
        screen: screens[(i + (i >> 2)) % screens.length] ?? '/',
        startedAt: new Date(Date.now() - (120 - i) * 0.3 * DAY),
        durationMs: (i % 7) * lasted,
      }))
    const rows = [...rowsOf(farmer, farm.offices.sharing, MINUTE), ...rowsOf(other, farm.offices.closed, 400)]
    await database()
      .insert(screenVisit)
      .values([...rows, ...rowsOf(agent, farm.offices.agent, 9_000)])
    const overview = trajectoryAnalysis.overview
    const queries: Asked[] = [{}, { days: '7' }, { days: '90' }, { kind: 'customer' }, { kind: 'agent' }]
    const office = { days: '90', officeId: farm.offices.agent.id } as const
    const ask = () => Promise.all([...queries, office].map(query => staff.call(overview, { query })))
    const before = await ask()
    expect(before[2]).toMatchObject({ visits: 360, people: 3 })
    const { rows: counted } = await farm.services.store.ingest.query('select count_visits(100) as days')
    expect(counted[0].days).toBeGreaterThan(30)
    expect(await ask()).toEqual(before)

    // A visit from long ago, as only a demonstration reports it.
    const [first] = rows
    if (!first) throw new Error('There are no rows')
    await database()
      .insert(screenVisit)
      .values({ ...first, lane: 'late', startedAt: new Date(Date.now() - 20 * DAY) })
    expect(await staff.call(overview, { query: { days: '90' } })).toMatchObject({ visits: 361, people: 3 })
  })

  test('see the hours as clocks show them where they are', async () => {
    const at = new Date(Math.floor(Date.now() / DAY) * DAY - 2 * DAY + 23.5 * 60 * MINUTE)
    const row = {
      accountId: farmer.accountId,
      officePath: farm.offices.sharing.path,
      screen: '/',
      durationMs: 1,
    }
    await database()
      .insert(screenVisit)
      .values({ ...row, lane: 'x', number: 1, startedAt: at })
    const { heat, timeZone } = await staff.call(trajectoryAnalysis.overview, { query: {} })
    expect(timeZone).toBe('Asia/Shanghai')
    const inShanghai = new Date(at.getTime() + 8 * 60 * MINUTE)
    expect(heat).toEqual([{ weekday: inShanghai.getUTCDay() || 7, hour: 7, visits: 1 }])
  })

  test('see somebody of a farm team as somebody of the customer, until the visit is kept no longer', async () => {
    const worker = await farm.as({ office: farm.offices.team, kind: 2 })
    const seen = async () => {
      const customers = await staff.call(trajectoryAnalysis.inactive, { query: {} })
      const people = await staff.call(trajectory.people, { query: {} })
      return [
        !customers.some(({ name }) => name === 'sharing'),
        people.find(({ id }) => id === worker.accountId)?.lastSeenAt !== null,
      ]
    }
    expect(await seen()).toEqual([false, false])
    await tell(worker, [told('/screen/index', 10, 4)])
    expect(await seen()).toEqual([true, true])
    expect((await staff.call(trajectory.people, { query: {} }))[0]?.id).toBe(worker.accountId)
    await emptied()
    expect(await seen()).toEqual([false, false])
  })

  test('see which customers nobody came from, the longest first', async () => {
    const row = {
      accountId: farmer.accountId,
      officePath: farm.offices.sharing.path,
      screen: '/',
      durationMs: 1,
    }
    const add = (days: number) =>
      database()
        .insert(screenVisit)
        .values({ ...row, lane: 'x', number: days, startedAt: new Date(Date.now() - days * DAY) })
    await add(20)
    const names = async () =>
      (await staff.call(trajectoryAnalysis.inactive, { query: {} })).map(({ name, lastSeenAt }) => [
        name,
        lastSeenAt !== null,
      ])
    expect(await names()).toEqual([
      ['closed', false],
      ['direct', false],
      ['sharing', true],
    ])
    await add(3)
    expect(await names()).toEqual([
      ['closed', false],
      ['direct', false],
    ])
    const { id } = await staff.call(trajectoryAnalysis.export, { body: {} })
    const [head, ...rows] = await rowsOf(farm, (await jobIn(staff, id, 'done')).file?.url)
    expect(head?.slice(0, 2)).toEqual(['Customer', 'Users'])
    expect(rows.map(([name, , seen]) => [name, seen])).toEqual([
      ['closed', null],
      ['direct', null],
    ])
  })
})
