import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Treatment } from '#shared/contracts/flock-records.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import { houseTypes } from '#shared/signals.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: ['client_workplace:query'] })
})
afterAll(() => farm.close())

const given = (name: string, withdrawalDays: number, eggWithdrawalDays: number) =>
  ({ kind: 'medicine', name, withdrawalDays, eggWithdrawalDays }) as Treatment

/** What the workplace says of a flock that was given this four days ago. */
async function saidOf(
  type: (typeof houseTypes)[number],
  treatments: Treatment[],
  more: Partial<Parameters<typeof buildFlock>[2]> = {},
) {
  const { services, offices } = farm
  const house = await buildHouse(services, offices.direct, { type })
  const { id } = await buildFlock(services, offices.direct, {
    houseId: house.id,
    type,
    placedOn: inDays(-30),
    ...more,
  })
  if (treatments.length > 0)
    await buildRecord(services, offices.direct, { flockId: id, day: inDays(-4), treatments })
  const found = (await owner.call(workplace.list)).find(flock => flock.id === id)
  return { id, withheld: found?.withheld }
}

const lays = (type: string) => type === 'layer' || type === 'breeder'
const until = (days: number, ...by: string[]) => ({ until: inDays(days), by })

describe.each(houseTypes)('in a %s house', type => {
  test.each([
    ['eggs alone', [given('Tylosin', 0, 9)], { meat: null, eggs: until(5, 'Tylosin') }],
    ['meat alone', [given('Colistin', 6, 0)], { meat: until(2, 'Colistin'), eggs: null }],
    ['its last day', [given('Colistin', 4, 4)], { meat: until(0, 'Colistin'), eggs: until(0, 'Colistin') }],
    [
      'two medicines',
      [given('Tylosin', 5, 9), given('Doxycycline', 8, 2)],
      { meat: until(4, 'Tylosin', 'Doxycycline'), eggs: until(5, 'Tylosin') },
    ],
    ['one whose period is over', [given('Colistin', 3, 3)], { meat: null, eggs: null }],
    ['nothing', [], { meat: null, eggs: null }],
  ] as const)(
    '%s is said with its day and the medicine; eggs only of birds that lay',
    async (_, told, due) => {
      const { withheld } = await saidOf(type, [...told])
      expect(withheld).toEqual({ ...due, eggs: lays(type) ? due.eggs : null })
    },
  )
})

test('birds bring along what they were given in the house they came from', async () => {
  const { id } = await saidOf('pullet', [given('Tylosin', 5, 9)], { hatchedOn: inDays(-120) })
  await buildRecord(farm.services, farm.offices.direct, { flockId: id, day: inDays(-2), movedOut: 500 })
  const { withheld } = await saidOf('layer', [], { placedOn: inDays(-1), hatchedOn: inDays(-120) })
  expect(withheld).toEqual({ meat: until(1, 'Tylosin'), eggs: until(5, 'Tylosin') })
})
