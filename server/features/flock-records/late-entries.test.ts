import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flockAccounts } from '#shared/contracts/flock-accounts.ts'
import { flockMoves } from '#shared/contracts/flock-moves.ts'
import { flockRecords, type Treatment } from '#shared/contracts/flock-records.ts'
import { flockTreatments } from '#shared/contracts/flock-treatments.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { medicineRegister } from '#shared/contracts/medicine-register.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf, jobIn, rowsOf, upload } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { faultsOf, flockGrants, inDays } from './testing/hens.ts'

let farm: TestApp
let owner: Person
let worker: Person
let house: { id: string; name: string }
let old: { id: string; number: string }
beforeAll(async () => {
  farm = await workingApp()
  const { sharing: office } = farm.offices
  owner = await farm.as({ office, kind: 2, grants: everyGrant(2) })
  worker = await farm.as({ office, kind: 2, grants: flockGrants('query', 'get', 'add', 'import') })
})
/** A thousand hens, with a day that was recorded ten days ago or before; they left five days ago unless said otherwise. */
beforeEach(() => hens(-5))
afterAll(() => farm.close())

async function hens(endsOn: number) {
  const { services, offices } = farm
  house = await buildHouse(services, offices.sharing, { type: 'layer' })
  old = await buildFlock(services, offices.sharing, {
    houseId: house.id,
    placedOn: inDays(-60),
    hatchedOn: inDays(-500),
    placedCount: 1_000,
  })
  const day = inDays(Math.min(-10, endsOn - 1))
  await buildRecord(services, offices.sharing, { flockId: old.id, day, dead: 2, feed: 110 })
  end = inDays(endsOn)
}
let end: string

const params = () => ({ id: old.id })
const tell = (body: object, who = owner) =>
  who.ask(flockRecords.create, { params: params(), body: { day: inDays(-7), ...body } })
const sheetOn = (day: string, id = old.id) =>
  owner.call(flockRecords.sheet, { params: { id }, query: { day } })
const medicine = (withdrawalDays: number, more: object = {}) => ({
  kind: 'medicine',
  name: 'Enrofloxacin 10 %',
  dose: '',
  route: 'water',
  withdrawalDays,
  ...more,
})

const close = () => owner.call(flocks.close, { params: params(), body: { endedOn: end } })
/** Pullets that came the day after, with days of their own. */
async function restock() {
  const { services, offices } = farm
  const next = await buildFlock(services, offices.sharing, {
    houseId: house.id,
    placedOn: daysAfter(end, 1),
    hatchedOn: inDays(-120),
    placedCount: 900,
  })
  const day = { flockId: next.id, day: inDays(-1), dead: 1, feed: 70, water: 160 }
  await buildRecord(services, offices.sharing, day)
  return next.id
}
const states = {
  open: async () => undefined,
  closed: async () => void (await close()),
  'closed and restocked': async () => {
    await close()
    return restock()
  },
  reopened: async () => {
    await close()
    await owner.call(flocks.reopen, { params: params(), body: { reason: 'A late slip' } })
  },
} satisfies Record<string, () => Promise<string | undefined>>
const stateNames = Object.keys(states) as (keyof typeof states)[]

/** Everything that is said of the birds that came afterwards. */
async function figuresOf(id: string | undefined) {
  if (id === undefined) return null
  const { before: _, best: __, ...course } = await owner.call(flocks.course, { params: { id } })
  const { items } = await owner.call(flocks.list, { query: {} })
  const { before: ___, ...closing } = await owner.call(flockAccounts.get, { params: { id } })
  return { course, listed: items.find(each => each.id === id), closing, sheet: await sheetOn(inDays(0), id) }
}

/** Reads a file, writes what is right in it, and returns what is not. */
async function imported(of: typeof flockRecords | typeof flockTreatments, rows: (string | number)[][]) {
  const answer = await upload(owner, of.import, await excelOf(rows), { name: 'late.xlsx' })
  const job = await jobIn(owner, answer.json().data.id, 'checked')
  const { items } = await owner.call(jobs.faults, { params: { id: job.id } })
  await owner.call(jobs.confirm, { params: { id: job.id }, body: { acceptFaulty: true } })
  await jobIn(owner, job.id, 'done')
  return items.flatMap(({ faults }) => faults.map(({ reason }) => reason))
}

const entries = {
  record: async () => {
    expect((await tell({ dead: 3 })).statusCode).toBe(200)
    expect((await sheetOn(inDays(-7))).record).toMatchObject({ dead: 3, by: expect.any(String) })
  },
  correction: async () => {
    expect((await tell({ day: inDays(-10), dead: 5, feed: 110, version: 1 })).statusCode).toBe(200)
    expect((await sheetOn(inDays(-10))).record).toMatchObject({ dead: 5, version: 2 })
  },
  treatment: async () => {
    expect((await tell({ treatments: [medicine(1)] })).statusCode).toBe(200)
    expect((await sheetOn(inDays(-7))).withdrawal).toEqual({ meat: inDays(-6), eggs: inDays(-6) })
  },
  'row of a file': async () => {
    const rows = [
      ['House', 'Day', 'Dead'],
      [house.name, inDays(-7), 4],
    ]
    expect(await imported(flockRecords, rows)).toEqual([])
    expect((await sheetOn(inDays(-7))).record).toMatchObject({ dead: 4 })
  },
  'medicine of a file': async () => {
    const rows = [
      ['House', 'First given', 'Product', 'Withdrawal, meat (days)', 'Withdrawal, eggs (days)'],
      [house.name, inDays(-7), 'Doxycycline', 1, 1],
    ]
    expect(await imported(flockTreatments, rows)).toEqual([])
    expect((await sheetOn(inDays(-7))).record?.treatments).toMatchObject([{ name: 'Doxycycline' }])
  },
  'take back': async () => {
    const body = { day: inDays(-10), version: 1 }
    expect((await owner.ask(flockRecords.takeBack, { params: params(), body })).statusCode).toBe(200)
    expect((await sheetOn(inDays(-10))).record).toBeNull()
  },
} satisfies Record<string, () => Promise<void>>

describe.each(stateNames)('of a flock that is %s', state => {
  test.each(Object.keys(entries) as (keyof typeof entries)[])(
    'a late %s is taken, and changes nothing of the flock that came after',
    async entry => {
      const next = await states[state]()
      const before = await figuresOf(next)
      await entries[entry]()
      expect(await figuresOf(next)).toEqual(before)
      // What it was closed with is what its records say now.
      const { final } = await owner.call(flocks.course, { params: params() })
      const [stored] = await farm.services.store
        .scoped(SYSTEM)
        .select({ final: flock.final })
        .from(flock)
        .where(eq(flock.id, old.id))
      expect(stored?.final).toEqual(state.startsWith('closed') ? final : null)
    },
  )
  test('days before it came, and after it left, are not its own', async () => {
    await states[state]()
    expect(faultsOf(await tell({ day: inDays(-61), dead: 1 })).day).toContain('placed on')
    const after = await tell({ day: inDays(-1), dead: 1 })
    const isGone = state.startsWith('closed')
    expect(after.statusCode).toBe(isGone ? 400 : 200)
    if (isGone) expect(faultsOf(after).day).toContain('This flock ended on')
  })
})

describe.each(stateNames)('a worker, of a flock that is %s', state => {
  const isGone = state.startsWith('closed')
  test('tells missing days of the last ones, and older ones while the birds are there', async () => {
    await hens(-2)
    await states[state]()
    expect((await tell({ day: inDays(-3), dead: 1 }, worker)).statusCode).toBe(200)
    expect((await tell({ day: inDays(-7), dead: 1 }, worker)).statusCode).toBe(isGone ? 403 : 200)
    const sheet = await worker.call(flockRecords.sheet, { params: params(), query: { day: inDays(-8) } })
    expect(sheet.mayChange).toBe(!isGone)
  })
  test('corrects and takes back what is his own and of the last days', async () => {
    await hens(-2)
    await tell({ day: inDays(-3), dead: 1 }, worker)
    await tell({ day: inDays(-2), dead: 1 }, owner)
    await states[state]()
    expect((await tell({ day: inDays(-3), dead: 2, version: 1 }, worker)).statusCode).toBe(200)
    expect((await tell({ day: inDays(-2), dead: 2, version: 1 }, worker)).statusCode).toBe(403)
    const take = (ago: number, version: number) =>
      worker.ask(flockRecords.takeBack, { params: params(), body: { day: inDays(-ago), version } })
    expect((await take(2, 1)).statusCode).toBe(403)
    expect((await take(3, 2)).statusCode).toBe(200)
  })
})

describe('medicine that is told late', () => {
  const late = (more: object = {}) => tell({ treatments: [medicine(14)], ...more })
  const conflicts: Record<string, { before: () => Promise<unknown>; says: () => string }> = {
    'the flock was closed': { before: close, says: () => 'Birds left on' },
    'the flock was closed and the house restocked': {
      before: states['closed and restocked'],
      says: () => 'Birds left on',
    },
    'birds were sold': { before: () => tell({ day: inDays(-6), sold: 10 }), says: () => 'Birds left on' },
    'birds were moved out': {
      before: () => tell({ day: inDays(-6), movedOut: 10 }),
      says: () => 'Birds left on',
    },
    'eggs were recorded': {
      before: () => tell({ day: inDays(-6), eggsSound: 800 }),
      says: () => 'Eggs of',
    },
    'eggs were sold': {
      before: () =>
        owner.call(flockAccounts.update, {
          params: params(),
          body: {
            currency: 'CNY',
            lots: [],
            eggs: [{ day: inDays(-6), grade: 'ungraded', eggs: 500 }],
            costs: [],
            note: '',
          },
        }),
      says: () => 'Eggs were sold on',
    },
    'birds were moved to another house and sold there': {
      before: async () => {
        const there = await buildHouse(farm.services, farm.offices.sharing, { type: 'layer' })
        const move = await owner.call(flockMoves.create, {
          body: {
            fromFlockId: old.id,
            toHouseId: there.id,
            day: inDays(-6),
            birds: 300,
            males: 0,
            reason: '',
          },
        })
        joined = move.to.flockId
        number = move.to.number
        const sold = { day: inDays(-4), sold: 20 }
        await owner.call(flockRecords.create, { params: { id: joined }, body: sold })
      },
      says: () => `are in flock ${number}`,
    },
  }
  let joined: string
  let number: string
  test.each(Object.keys(conflicts))('is asked about where %s in its withdrawal period', async name => {
    const { before, says } = conflicts[name] as (typeof conflicts)[string]
    await before()
    const answer = await late()
    expect(answer.statusCode).toBe(400)
    expect(faultsOf(answer).reason).toContain(says())
    expect((await late({ reason: 'The buyer was told' })).statusCode).toBe(200)
    // What is recorded with its reason is not asked about again.
    const again = await late({ reason: 'The buyer was told', dead: 1, version: 1 })
    expect(again.statusCode).toBe(200)
  })
  test('comes along with birds that are told late as moved in, after others of the house were sold', async () => {
    const { services, offices } = farm
    const there = await buildHouse(services, offices.sharing, { type: 'layer' })
    const from = await buildFlock(services, offices.sharing, {
      houseId: there.id,
      placedOn: inDays(-50),
      hatchedOn: inDays(-500),
    })
    const treatments = [medicine(30)] as Treatment[]
    await buildRecord(services, offices.sharing, { flockId: from.id, day: inDays(-31), treatments })
    await buildRecord(services, offices.sharing, { flockId: from.id, day: inDays(-30), movedOut: 50 })
    await tell({ day: inDays(-25), sold: 10 })
    const joined = await tell({ day: inDays(-30), movedIn: 50 })
    expect(faultsOf(joined).reason).toContain('Birds left on')
    const reason = 'The buyer was told'
    expect((await tell({ day: inDays(-30), movedIn: 50, reason })).statusCode).toBe(200)
  })
  test('binds the birds that were moved before it was told, in the house where they are', async () => {
    await conflicts['birds were moved to another house and sold there']?.before()
    await late({ reason: 'The buyer was told' })
    expect((await sheetOn(inDays(0), joined)).withdrawal).toEqual({ meat: inDays(7), eggs: inDays(7) })
    const sale = await owner.ask(flockRecords.create, {
      params: { id: joined },
      body: { day: inDays(-1), sold: 5 },
    })
    expect(faultsOf(sale).sold).toContain('Withdrawal period until')
  })
  test('of a flock that has gone stands in the register and in its events, and binds no bird that came after', async () => {
    await hens(-20)
    const next = await states['closed and restocked']()
    const told = { day: inDays(-22), treatments: [medicine(40)], reason: 'The buyer was told' }
    expect((await tell(told)).statusCode).toBe(200)
    const { events } = await owner.call(flocks.course, { params: params() })
    expect(events).toMatchObject([{ kind: 'medicine', says: 'Enrofloxacin 10 %', until: inDays(18) }])
    const body = { houseId: house.id, firstDay: inDays(-60), lastDay: inDays(0) }
    const job = await owner.call(medicineRegister.registerWorkbook, { body })
    const { file } = await jobIn(owner, job.id, 'done')
    expect(JSON.stringify(await rowsOf(farm, file?.url))).toContain('Enrofloxacin 10 %')
    expect((await sheetOn(inDays(0), next)).withdrawal).toEqual({ meat: null, eggs: null })
  })
  test('is not explained by a reason that was given for something else', async () => {
    await tell({ dead: 1, reason: 'Eggs of two days' })
    await close()
    const answer = await late({ dead: 1, reason: 'Eggs of two days', version: 1 })
    expect(faultsOf(answer).reason).toContain('Birds left on')
    const told = await late({ dead: 1, reason: 'Eggs of two days. The buyer was told', version: 1 })
    expect(told.statusCode).toBe(200)
  })
  test('that was corrected is not asked about for what was already known', async () => {
    await tell({ treatments: [medicine(2)] })
    await tell({ day: inDays(-6), eggsSound: 800 })
    const { statusCode } = await tell({ dead: 1, treatments: [medicine(2)], version: 1 })
    expect(statusCode).toBe(200)
  })
})
