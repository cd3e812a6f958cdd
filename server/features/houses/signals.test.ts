import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flockMoves } from '#shared/contracts/flock-moves.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { houses } from '#shared/contracts/houses.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { SYSTEM, scopeOf } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { gatewayPairing } from '../../platform/database/tables/gateways.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildDevice, buildFlock, buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf, jobIn, upload } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)
let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)

/** A house behind a gateway that was paired, or has a credential from before. */
async function served({ isPaired = true } = {}) {
  const { services, offices } = farm
  const gateway = await buildDevice(services, offices.sharing)
  const controller = await buildDevice(services, offices.sharing, {
    type: 'controller',
    gatewayId: gateway.id,
  })
  const built = await buildHouse(services, offices.sharing, { deviceIds: [controller.id] })
  if (isPaired)
    await database().insert(gatewayPairing).values({
      deviceId: gateway.id,
      officePath: offices.sharing.path,
      codeHash: gateway.id,
      expiresAt: new Date(),
      usedAt: new Date(),
      pairedAt: new Date(),
    })
  return { ...built, params: { id: built.id }, controller }
}
function tell(deviceId: string, values: Record<string, number | boolean | null>) {
  const at = Date.now()
  const readings = new Map(Object.entries(values).map(([name, value]) => [name, { value, at }]))
  farm.services.devices.states.set(deviceId, { readings, lastMessageAt: at, reportIntervalS: 5 })
}
const form = (houseId: string) => ({
  houseId,
  category: 'laying' as const,
  breed: 'hyline-brown',
  placedOn: inDays(-1),
  hatchedOn: inDays(-130),
  placedCount: 900,
})

test('each signal of a new house is judged, and whoever looks is kept with what was still open', async () => {
  const { params, controller } = await served()
  tell(controller.id, {
    'Climate/Temp/S1': 21,
    'Air/CO2/S1': 0,
    'Climate/Hum/S1': null,
    'Water/Meter1/Total': 40,
  })
  const seen = await owner.call(houses.signals, { params })
  expect(seen).toMatchObject({ isWanted: true, look: null })
  const states = Object.fromEntries((seen.devices[0]?.signals ?? []).map(({ name, state }) => [name, state]))
  expect(states).toEqual({
    'Climate/Temp/S1': 'right',
    'Air/CO2/S1': 'odd',
    'Climate/Hum/S1': 'missing',
    'Water/Meter1/Total': 'still',
  })
  const after = await owner.call(houses.confirmSignals, { params })
  expect(after).toMatchObject({ isWanted: false, look: { by: 'Test User', total: 4, open: 3 } })
})

test('birds come into a new house by no way before somebody has looked, and by each after', async () => {
  const ways: Record<string, (houseId: string) => Promise<string>> = {
    'the form of a flock': async houseId => said(await owner.ask(flocks.create, { body: form(houseId) })),
    'the form of the house': async houseId => {
      const shown = await owner.call(houses.get, { params: { id: houseId } })
      const deviceIds = shown.devices.map(({ id }) => id)
      const told = { flockStartedOn: inDays(-20), flockHatchedOn: inDays(-150), flockCount: 900 }
      return said(
        await owner.ask(houses.update, { params: { id: houseId }, body: { ...shown, ...told, deviceIds } }),
      )
    },
    'a move from another house': async toHouseId => {
      const from = await buildHouse(farm.services, farm.offices.sharing)
      const flock = await buildFlock(farm.services, farm.offices.sharing, {
        houseId: from.id,
        placedOn: inDays(-30),
        hatchedOn: inDays(-150),
        placedCount: 900,
      })
      const body = { fromFlockId: flock.id, toHouseId, birds: 400, day: inDays(-5), reason: '' }
      return said(await owner.ask(flockMoves.create, { body }))
    },
    'a file of flocks': async houseId => {
      const { name } = await owner.call(houses.get, { params: { id: houseId } })
      const file = await excelOf([
        ['House', 'Breed', 'Placed on', 'Hatched on', 'Placed'],
        [name, 'Hy-Line Brown', inDays(-3), inDays(-300), 900],
      ])
      const answer = await upload(owner, flocks.import, file, { name: 'flocks.xlsx' })
      const job = await jobIn(owner, answer.json().data.id, 'checked')
      const { items } = await owner.call(jobs.faults, { params: { id: job.id } })
      return items.flatMap(({ faults }) => faults.map(({ reason }) => reason)).join()
    },
  }
  for (const [way, place] of Object.entries(ways)) {
    const { id, params, controller } = await served()
    tell(controller.id, { 'Climate/Temp/S1': 21 })
    expect(await place(id), way).toContain('somebody looks at its signals')
    await owner.call(houses.confirmSignals, { params })
    expect(await place(id), way).toBe('')
  }
})

test('a list with nothing in it is not confirmed, and lets no birds in', async () => {
  const { id, params, controller } = await served()
  const confirm = async () => said(await owner.ask(houses.confirmSignals, { params }))
  expect(await confirm()).toContain('there is nothing to confirm')
  expect(await owner.call(houses.signals, { params })).toMatchObject({ isWanted: true, look: null })
  expect(said(await owner.ask(flocks.create, { body: form(id) }))).toContain('somebody looks at its signals')
  tell(controller.id, { 'Climate/Temp/S1': 21 })
  expect(await confirm()).toBe('')
  expect(said(await owner.ask(flocks.create, { body: form(id) }))).toBe('')
})

const said = (answer: { statusCode: number; body: string }) => (answer.statusCode === 200 ? '' : answer.body)

test('a house from before, and one without a paired gateway, is not asked', async () => {
  const before = await served()
  await database().update(house).set({ signalsWanted: false }).where(eq(house.id, before.id))
  for (const { id, params } of [before, await served({ isPaired: false })]) {
    expect(await owner.call(houses.signals, { params })).toMatchObject({ isWanted: false, look: null })
    expect((await owner.ask(flocks.create, { body: form(id) })).statusCode).toBe(200)
  }
})

test('settings are counted only for whoever may see them', async () => {
  const { params, controller } = await served()
  tell(controller.id, { 'Climate/Temp/S1': 21, 'Settings/Temp/TargetOffset': 0 })
  const staff = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['chicken_home_manage:query'],
  })
  const counted = async (who: Person) =>
    (await who.call(houses.signals, { params })).devices[0]?.signals.length
  expect([await counted(owner), await counted(staff)]).toEqual([2, 1])
})

test('the name of whoever looked ends with the person', async () => {
  const { sharing } = farm.offices
  const looker = await farm.as({ office: sharing, kind: 2, grants: everyGrant(2) })
  const { id, params, controller } = await served()
  tell(controller.id, { 'Climate/Temp/S1': 21 })
  await looker.call(houses.confirmSignals, { params })
  await farm.services.store.transaction(scopeOf(sharing.path, sharing.path), db =>
    db.execute(sql`select erase_person(${looker.accountId}, ${owner.accountId})`),
  )
  const { rows } = await database().execute(sql`select actor_name from signal_look where house_id = ${id}`)
  expect(rows).toEqual([{ actor_name: expect.stringMatching(/^Erased person/) }])
})
