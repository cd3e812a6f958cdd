import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { houses } from '#shared/contracts/houses.ts'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { overhaulTests } from '#shared/contracts/overhaul-tests.ts'
import { testLogContract } from '#shared/contracts/test-log.ts'
import { dateIn } from '#shared/zone-time.ts'
import { SYSTEM } from '../../../platform/database/store.ts'
import { office } from '../../../platform/database/tables/offices.ts'
import type { TestApp } from '../../../testing/app.ts'
import { buildDevice, buildHouse } from '../../../testing/farm-builder.ts'
import { everyGrant } from '../../../testing/samples.ts'
import { jobIn } from '../../../testing/uploads.ts'
import { workingApp } from '../../../testing/working-app.ts'
import { buildPlan } from '../overhaul.fixture.ts'
import { buildOverhaulItem } from '../overhaul-items.fixture.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await workingApp()
})
afterAll(() => farm.close())

/** Two tests of a house, one of which failed; whose it is, its plan and the entries. */
async function testedHouse(office: 'sharing' | 'direct') {
  const { services, offices } = farm
  const owner = await farm.as({ office: offices[office], kind: 2, grants: everyGrant(2) })
  const { id: deviceId } = await buildDevice(services, offices[office], { type: 'controller' })
  const house = await buildHouse(services, offices[office], { name: 'Old barn', deviceIds: [deviceId] })
  const item = await buildOverhaulItem(services, { proof: 'thermostat', englishName: 'Backup thermostat' })
  const nextOn = dateIn('Asia/Shanghai', Date.now())
  const plan = await buildPlan(services, offices[office], { houseId: house.id, itemId: item.id, nextOn })
  for (const ranFans of [true, false])
    await owner.call(overhaulTests.prove, {
      params: { id: plan.id },
      body: { note: '', pictures: [], setPoint: 26, ranFans },
    })
  return { owner, house, plan }
}

test('a house that is deleted leaves its tests in the log, on paper too, and every one of them verifies', async () => {
  const { owner, house, plan } = await testedHouse('sharing')
  const today = dateIn('Asia/Shanghai', Date.now())
  const params = { id: house.id }
  const deeds = async () => (await owner.call(overhaul.get, { params: { id: plan.id } })).deeds
  const log = async (query: { houseId?: string }) => (await owner.call(testLogContract.list, { query })).items
  const days = { firstDay: today, lastDay: today }
  const done = async () => (await owner.call(overhaul.log, { query: { ...days, houseId: house.id } })).lines
  const [before, logged, entries] = [await deeds(), await done(), await log({ houseId: house.id })]
  expect([before.length, logged.length, entries.length]).toEqual([2, 2, 2])

  await owner.call(houses.remove, { params })
  expect((await owner.ask(houses.get, { params })).statusCode).toBe(404)

  expect(await deeds()).toEqual(before)
  expect(await done()).toEqual(logged)
  expect(await log({ houseId: house.id })).toEqual(entries)
  expect((await log({})).map(({ code }) => code)).toEqual(
    expect.arrayContaining(entries.map(({ code }) => code)),
  )
  expect(await owner.call(testLogContract.verify)).toEqual({ entries: 2, fault: null })
  const job = await owner.call(testLogContract.printTests, {
    body: { ...days, houseId: house.id },
  })
  const { file } = await jobIn(owner, job.id, 'done')
  const paper = await farm.app.inject({ method: 'GET', url: file?.url ?? '' })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(paper.rawPayload)))
  const words = text.join(' ')
  expect(words.match(/Old barn/g)).toHaveLength(2)
  for (const { code, number } of entries) {
    expect(words).toContain(code)
    const answer = await farm.stranger.ask(testLogContract.verified, { params: { code } })
    expect(answer.json().data).toMatchObject({
      entry: { number, house: { name: 'Old barn' }, item: { 'en-US': 'Backup thermostat' } },
      verdict: { fault: null },
    })
  }
})

test('neither plan nor house nor customer takes its tests along, and a row changed in the database is named', async () => {
  const { offices, services } = farm
  const { owner, house, plan } = await testedHouse('direct')
  const { items } = await owner.call(testLogContract.list, { query: { houseId: house.id } })
  const engineer = await farm.as({ office: offices.provider, kind: 1, grants: everyGrant(1) })
  await engineer.call(overhaul.remove, { params: { id: plan.id } })
  await owner.call(houses.remove, { params: { id: house.id } })
  await services.store.transaction(SYSTEM, db =>
    db
      .update(office)
      .set({ deletedAt: new Date(), disabledAt: new Date() })
      .where(eq(office.id, offices.direct.id)),
  )
  const verified = async (code: string) =>
    (await farm.stranger.ask(testLogContract.verified, { params: { code } })).json().data
  const numbers = items.map(({ code, number }) => [number, code] as const)
  expect(numbers.map(([number]) => number)).toEqual([2, 1])
  for (const [number, code] of numbers)
    expect(await verified(code)).toMatchObject({ entry: { number }, verdict: { fault: null } })

  // Somebody who broke into the database.
  const url = new URL(inject('postgres').superuser)
  url.pathname = new URL(farm.ownerUrl).pathname
  const superuser = new Client({ connectionString: url.href })
  await superuser.connect()
  onTestFinished(() => superuser.end())
  // The rows of a log cannot be changed as long as its triggers are on.
  const pass = `update test_entry set payload = replace(payload, '"isPassed":false', '"isPassed":true')
    where log = '${offices.direct.id}' and number = 2`
  await expect(superuser.query(pass)).rejects.toThrow()
  await superuser.query('set session_replication_role = replica')
  expect((await superuser.query(pass)).rowCount).toBe(1)
  for (const [number, code] of numbers)
    expect((await verified(code)).verdict.fault).toEqual(number === 2 ? { number: 2, what: 'changed' } : null)
})
