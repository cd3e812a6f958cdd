import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { farmAccess } from '#shared/contracts/farm-access.ts'
import { settings } from '#shared/contracts/settings.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import type { Person } from '../../testing/app.ts'
import { change, NIGHT, OFFSET, settingsFarm, tomorrow } from './testing/settings-farm.ts'

let farm: Awaited<ReturnType<typeof settingsFarm>>
let manager: Person
beforeAll(async () => {
  farm = await settingsFarm()
  manager = await farm.manager()
})
afterAll(() => farm.close())

const of = (group: 'targetTemperature') => ({ query: { group } })

async function born(options: Parameters<typeof farm.controller>[1] = {}) {
  const made = await farm.controller(farm.offices.sharing, options)
  const group = () => manager.call(settings.ofGroup, { params: made.house, ...of('targetTemperature') })
  await eventually(() => group().catch(() => null)).toMatchObject({ values: { [OFFSET]: 0 } })
  return { ...made, group }
}

test('what a program changed is told as the program’s, not as its owner’s own deed', async () => {
  const { house, commands, tell, group } = await born()
  const program = await farm.programOf(manager, ['device_setting:query', 'device_setting:edit'])
  const { statusCode } = await program.ask(settings.send, change(house, { [NIGHT]: -1 }, { [NIGHT]: 0 }))
  expect(statusCode).toBe(200)
  const history = async () => (await manager.call(settings.changes, { params: house })).items
  const [{ id = '' } = {}] = await history()
  await eventually(() => commands().at(-1)?.id).toBe(id)
  await tell({ [NIGHT]: -1 }, { 'Command/LastId': id, 'Command/Result': 0, 'Settings/Version': 2n })
  await eventually(async () => (await history())[0]).toMatchObject({
    state: 'synced',
    program: expect.any(String),
  })
  // Beside the setting as well, where people look who did this.
  expect((await group()).changedBy[NIGHT]).toMatchObject({ program: (await history())[0]?.program })
})

test('the owner’s log of uses tells a change of settings from a look at them', async () => {
  const owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['farm_access:query'] })
  const engineer = await farm.engineer()
  const { house } = await born()
  await farm.letControl(farm.offices.sharing, tomorrow())
  const uses = async () => {
    const { items } = await owner.call(farmAccess.log, { query: { search: house.name } })
    return items.filter(each => each.event === 'used').map(each => each.what)
  }
  await engineer.call(settings.ofGroup, { params: house, ...of('targetTemperature') })
  await eventually(uses).toEqual(['settings'])
  await engineer.call(settings.send, change(house, { [OFFSET]: 1 }, { [OFFSET]: 0 }))
  await eventually(async () => (await uses()).toSorted()).toEqual(['settingChange', 'settings'])
  await farm.letControl(farm.offices.sharing, null)
})

test('who may see a farm but not control it hears of no settings, not even that one moved', async () => {
  const { house, device } = await born()
  const engineer = await farm.engineer()
  const db = farm.services.store.scoped(SYSTEM)
  await db
    .update(office)
    .set({ farmAccessUntil: tomorrow(), remoteControlUntil: null })
    .where(eq(office.id, farm.offices.sharing.id))
  const [seeing, own] = [await farm.listen(engineer), await farm.listen(manager)]
  const states = ({ frames }: typeof own) =>
    frames.filter(each => each.dataType === 'SETTING_STATE' && each.iotId === device.id)
  await manager.call(settings.send, change(house, { [OFFSET]: 1 }, { [OFFSET]: 0 }))
  await eventually(() => states(own).length).toBeGreaterThan(0)
  expect(states(seeing)).toEqual([])
  await farm.letControl(farm.offices.sharing, null)
})

test('a temporary value is neither copied nor kept in a template, unless that is asked for', async () => {
  const { house, commands, tell, group } = await born({ returns: true })
  const other = await born({ returns: true })
  const returnsAt = new Date(Date.now() + 3_600_000).toISOString()
  const wanted = { [NIGHT]: -2 }
  const { id } = await manager.call(settings.send, change(house, wanted, { [NIGHT]: 0 }, { returnsAt }))
  await eventually(() => commands().at(-1)?.id).toBe(id)
  await tell(wanted, {
    'Command/LastId': id,
    'Command/Result': 0,
    'Settings/Version': 2n,
    'Command/Returns': String(commands().at(-1)?.steering['Command/Returns']),
  })
  await eventually(group).toMatchObject({ values: wanted, held: [{ name: NIGHT, base: 0 }] })

  const targets = await manager.call(settings.copyTargets, { params: house, ...of('targetTemperature') })
  expect(targets.find(each => each.house.id === other.house.id)?.wanted).toEqual({})
  const keep = (name: string, asNow: boolean) =>
    manager.call(settings.keepTemplate, {
      params: house,
      body: { group: 'targetTemperature', name, season: 'winter', asNow },
    })
  expect((await keep('Lasting', false)).values).toMatchObject({ [NIGHT]: 0 })
  expect((await keep('As now', true)).values).toMatchObject({ [NIGHT]: -2 })
})
