import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { houses } from '#shared/contracts/houses.ts'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { overhaulTests } from '#shared/contracts/overhaul-tests.ts'
import { testLogContract } from '#shared/contracts/test-log.ts'
import { dateIn } from '#shared/zone-time.ts'
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

test('a house that is deleted leaves its tests in the log, on paper too, and every one of them verifies', async () => {
  const { services, offices } = farm
  const owner = await farm.as({ office: offices.sharing, kind: 2, grants: everyGrant(2) })
  const today = dateIn('Asia/Shanghai', Date.now())
  const { id: deviceId } = await buildDevice(services, offices.sharing, { type: 'controller' })
  const house = await buildHouse(services, offices.sharing, { name: 'Old barn', deviceIds: [deviceId] })
  const params = { id: house.id }
  const item = await buildOverhaulItem(services, { proof: 'thermostat', englishName: 'Backup thermostat' })
  const plan = await buildPlan(services, offices.sharing, {
    houseId: house.id,
    itemId: item.id,
    nextOn: today,
  })
  for (const ranFans of [true, false])
    await owner.call(overhaulTests.prove, {
      params: { id: plan.id },
      body: { note: '', pictures: [], setPoint: 26, ranFans },
    })
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
