import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cageTypes } from '#shared/contracts/cage-types.ts'
import { houseGroups } from '#shared/contracts/house-groups.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildGroup, buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf, jobIn, rowsOf, upload } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { buildCageType } from '../cage-types/cage-types.fixture.ts'

let farm: TestApp
let owner: Person
let staff: Person
beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: everyGrant(2) })
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
})
afterAll(() => farm.close())

async function exported(person: Person, endpoint: Endpoint, body: object = {}) {
  const { id } = (await person.call(endpoint, { body } as never)) as { id: string }
  const { file } = await jobIn(person, id, 'done')
  return rowsOf(farm, file?.url)
}
async function checked(person: Person, endpoint: Endpoint, file: Buffer) {
  const { id } = (await upload(person, endpoint, file, { name: 'list.xlsx' })).json().data
  return jobIn(person, id, 'checked')
}
async function faultsOf(person: Person, id: string) {
  const { items } = await person.call(jobs.faults, { params: { id } })
  return items.flatMap(({ faults }) => faults.map(({ cell, reason }) => [cell, reason]))
}

test('groups go to Excel with their houses by state, and nothing of another customer', async () => {
  const { services, offices } = farm
  const group = await buildGroup(services, offices.direct, 'East yard')
  await buildGroup(services, offices.closed, 'Theirs')
  const inside = [
    await buildHouse(services, offices.direct, { state: 'alarm' }),
    await buildHouse(services, offices.direct),
  ]
  for (const { id } of inside)
    await services.store.scoped(SYSTEM).update(house).set({ groupId: group.id }).where(eq(house.id, id))
  const [head, ...rows] = await exported(owner, houseGroups.export)
  expect(head?.slice(0, 7)).toEqual(['Name', 'Houses', 'Normal', 'Alarm', 'Offline', 'Not shared', 'Remarks'])
  expect(rows.map(row => row.slice(0, 6))).toEqual([['East yard', 2, 0, 1, 1, 0]])
  expect(await exported(owner, houseGroups.export, { officeId: offices.closed.id })).toHaveLength(1)
})

test('groups come in from a file; one that is there already, or twice in the file, does not', async () => {
  await buildGroup(farm.services, farm.offices.direct, 'West yard')
  const rows = [
    ['Name *', 'Remarks'],
    ['South yard', 'Four houses'],
    ['west yard', null],
    ['South Yard', null],
  ]
  const { id, summary } = await checked(owner, houseGroups.import, await excelOf(rows))
  expect(summary).toMatchObject({ rows: 3, valid: 1, faulty: 2 })
  expect(await faultsOf(owner, id)).toEqual([
    ['A3', 'The customer already has a group with this name'],
    ['A4', 'Same as row 2'],
  ])
  await owner.call(jobs.confirm, { params: { id }, body: { acceptFaulty: true } })
  await jobIn(owner, id, 'done')
  const { items } = await owner.call(houseGroups.list, { query: { search: 'south' } })
  expect(items).toMatchObject([{ name: 'South yard', remarks: 'Four houses', houses: 0 }])
})

test('cage system types come in as drafts, and what was exported can be imported elsewhere', async () => {
  await buildCageType(farm.services, { chineseName: '旧', englishName: 'Old' })
  const rows = [
    ['Chinese name', 'English name', 'Layout *', 'Tiers *', 'Rows *', 'Birds per cage', 'House types *'],
    [null, 'Tower', 'Stacked cages', 8, 5, 9, 'Layer, pullet'],
    ['地面', null, '地面平养', 1, 3, null, '肉鸡；broiler, , Broiler、肉鸡;broiler'],
    ['旧', 'old', 'Aviary', 2, 2, null, 'Layer'],
    [null, null, 'Floor (litter)', 3, 2, null, 'Layer, duck'],
  ]
  const { id } = await checked(staff, cageTypes.import, await excelOf(rows))
  const faults = await faultsOf(staff, id)
  expect(faults).toEqual([
    ['A4', 'A type with this name already exists'],
    ['G5', 'Must be one or more of: Layer, Broiler, Pullet, Breeder'],
  ])
  await staff.call(jobs.confirm, { params: { id }, body: { acceptFaulty: true } })
  await jobIn(staff, id, 'done')
  const { items } = await staff.call(cageTypes.list, { query: { search: 'tower' } })
  expect(items).toMatchObject([
    {
      chineseName: '',
      englishName: 'Tower',
      layout: 'stacked',
      tiers: 8,
      rows: 5,
      birdsPerCage: 9,
      houseTypes: ['layer', 'pullet'],
      status: 'draft',
    },
  ])
  const [head, ...sheet] = await exported(staff, cageTypes.export, { search: 'tower' })
  expect(sheet.map(row => row.slice(0, 9))).toEqual([
    [null, 'Tower', 'Stacked cages', 8, 5, 9, 'Layer, Pullet', 'Draft', 0],
  ])
  expect(head?.slice(6, 9)).toEqual(['House types', 'Status', 'Houses'])
})

test('a customer neither exports nor imports the types of the provider', async () => {
  expect((await owner.ask(cageTypes.export, { body: {} })).statusCode).toBe(403)
  expect((await upload(owner, cageTypes.import, await excelOf([['Layout *']]))).statusCode).toBe(403)
})
