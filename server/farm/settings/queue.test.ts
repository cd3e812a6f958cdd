import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settings } from '#shared/contracts/settings.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { settingChange } from '../../platform/database/tables/settings.ts'
import type { EventMap } from '../../platform/events.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import type { Person } from '../../testing/app.ts'
import { change, HUMID_ON, lastOf, NIGHT, OFFSET, settingsFarm, tomorrow } from './testing/settings-farm.ts'

let farm: Awaited<ReturnType<typeof settingsFarm>>
let manager: Person
const overdue: EventMap['overdueReturn'][0]['deviceIds'][] = []
beforeAll(async () => {
  farm = await settingsFarm({ returnLateMs: 0 })
  manager = await farm.manager()
  farm.services.events.on('overdueReturn', ({ deviceIds }) => overdue.push(deviceIds))
})
afterAll(() => farm.close())

async function born(options: Parameters<typeof farm.controller>[1] = {}) {
  const made = await farm.controller(farm.offices.sharing, options)
  const query = { group: 'targetTemperature' } as const
  const known = () => manager.call(settings.ofGroup, { params: made.house, query }).catch(() => null)
  await eventually(known).toMatchObject({ values: { [OFFSET]: 0 } })
  return made
}
const night = (house: { id: string }, more: object = {}) =>
  manager.call(settings.send, change(house, { [NIGHT]: -1 }, { [NIGHT]: 0 }, more))
const humidity = (house: { id: string }) =>
  manager.call(
    settings.send,
    change(house, { [HUMID_ON]: 45 }, { [HUMID_ON]: 50 }, { group: 'humidification' }),
  )
const stateOf = async (house: { id: string }, changeId: string) =>
  (await manager.call(settings.changes, { params: house })).items.find(({ id }) => id === changeId)?.state

describe('changes of two groups of a controller', () => {
  test('are sent one after another', async () => {
    const { house, commands, tell } = await born()
    const [first, second] = [await night(house), await humidity(house)]
    const { open } = await manager.call(settings.ofHouse, { params: house })
    expect(open.map(({ id }) => id)).toEqual([first.id, second.id])
    await eventually(commands).toHaveLength(1)
    await tell({ [NIGHT]: -1 }, { 'Command/LastId': first.id, 'Command/Result': 0, 'Settings/Version': 2n })
    await eventually(commands).toMatchObject([
      { id: first.id },
      { id: second.id, wanted: { [HUMID_ON]: 45 }, steering: { 'Command/ExpectedVersion': 2n } },
    ])
    await tell(
      { [HUMID_ON]: 45 },
      { 'Command/LastId': second.id, 'Command/Result': 0, 'Settings/Version': 3n },
    )
    await eventually(() => stateOf(house, second.id)).toBe('synced')
  })

  test('send the second when the first was withdrawn', async () => {
    const { house, peer, device, connect } = await born()
    peer.cut()
    await eventually(() => farm.services.devices.reach(device.id)).toBe('away')
    const [first, second] = [await night(house), await humidity(house)]
    await manager.call(settings.withdraw, { params: house, body: { changeId: first.id } })
    const { commands } = await connect()
    await eventually(commands).toMatchObject([{ id: second.id }])
  })

  test('lose the one waiting in line with the consent, like the first', async () => {
    const engineer = await farm.engineer()
    await farm.letControl(farm.offices.sharing, tomorrow())
    const { house, commands } = await born()
    await night(house)
    const behind = await engineer.call(
      settings.send,
      change(house, { [HUMID_ON]: 45 }, { [HUMID_ON]: 50 }, { group: 'humidification' }),
    )
    await farm.letControl(farm.offices.sharing, null)
    await eventually(() => stateOf(house, behind.id)).toBe('failed')
    expect(commands().map(({ id }) => id)).not.toContain(behind.id)
  })
})

describe('a temporary change', () => {
  const soon = () => new Date(Date.now() + 3_600_000).toISOString()
  const atEnd = (id: string) =>
    farm.services.store
      .scoped(SYSTEM)
      .update(settingChange)
      .set({ returnsAt: new Date(Date.now() - 1_000) })
      .where(eq(settingChange.id, id))

  test('is sent with its return, which is no panel change, and is over once that was read back', async () => {
    const { house, commands, tell } = await born()
    const returnsAt = soon()
    const { id } = await night(house, { returnsAt })
    await eventually(commands).toMatchObject([
      { id, steering: { 'Command/RevertAt': Date.parse(returnsAt) } },
    ])
    await tell({ [NIGHT]: -1 }, { 'Command/LastId': id, 'Command/Result': 0, 'Settings/Version': 2n })
    await eventually(() => lastOf(manager, house)).toMatchObject({ state: 'synced', returnsAt })
    const { returning } = await manager.call(settings.ofHouse, { params: house })
    expect(returning).toMatchObject([{ id }])
    await atEnd(id)
    await tell({ [NIGHT]: 0 }, { 'Settings/Version': 3n })
    await eventually(() => lastOf(manager, house)).toMatchObject({ id, returnedAt: expect.any(String) })
    expect((await manager.call(settings.ofHouse, { params: house })).returning).toEqual([])
  })

  test('that is reverted at the panel before its end is a panel change', async () => {
    const { house, commands, tell } = await born()
    const { id } = await night(house, { returnsAt: soon() })
    await eventually(commands).toMatchObject([{ id }])
    await tell({ [NIGHT]: -1 }, { 'Command/LastId': id, 'Command/Result': 0, 'Settings/Version': 2n })
    await eventually(() => lastOf(manager, house)).toMatchObject({ state: 'synced' })
    await tell({ [NIGHT]: 0 }, { 'Settings/Version': 3n })
    await eventually(() => lastOf(manager, house)).toMatchObject({ origin: 'panel', after: { [NIGHT]: 0 } })
  })

  test('that is not reverted in time is reported, and no longer once it is', async () => {
    const { house, device, commands, tell } = await born()
    const { id } = await night(house, { returnsAt: soon() })
    await eventually(commands).toMatchObject([{ id }])
    await tell({ [NIGHT]: -1 }, { 'Command/LastId': id, 'Command/Result': 0, 'Settings/Version': 2n })
    await eventually(() => lastOf(manager, house)).toMatchObject({ state: 'synced' })
    await atEnd(id)
    await eventually(() => Promise.resolve(overdue.at(-1))).toContain(device.id)
    await tell({ [NIGHT]: 0 }, { 'Settings/Version': 3n })
    await eventually(() => Promise.resolve(overdue.at(-1))).not.toContain(device.id)
  })

  test('is not accepted for a node that cannot revert it, nor for a time in the past', async () => {
    const foreign = await born({ answers: false })
    const refused = (house: { id: string }, returnsAt: string) =>
      manager.ask(settings.send, change(house, { [NIGHT]: -1 }, { [NIGHT]: 0 }, { returnsAt }))
    expect((await refused(foreign.house, soon())).json().data).toMatchObject([{ field: 'returnsAt' }])
    const { house } = await born()
    for (const at of ['2026-01-01T00:00:00Z', '2999-01-01T00:00:00Z'])
      expect((await refused(house, at)).json().data).toMatchObject([{ field: 'returnsAt' }])
  })
})
