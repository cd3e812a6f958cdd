import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { houses } from '#shared/contracts/houses.ts'
import { settings } from '#shared/contracts/settings.ts'
import type { SettingDocument } from '#shared/signals.ts'
import { type Return, readReturns } from '#shared/temporary-settings.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { settingChange } from '../../platform/database/tables/settings.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import type { Person } from '../../testing/app.ts'
import { change, HUMID_OFF, HUMID_ON, NIGHT, OFFSET, settingsFarm } from './testing/settings-farm.ts'

let farm: Awaited<ReturnType<typeof settingsFarm>>
let manager: Person
beforeAll(async () => {
  farm = await settingsFarm({ answerMs: 300 })
  manager = await farm.manager()
})
afterAll(() => farm.close())

const HOUR_MS = 3_600_000
const HOUSE_MODE = 'Settings/Flock/HouseMode'
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

/** A house whose gateway keeps a list of returns, and what its screen and history say. */
async function born(options: Parameters<typeof farm.controller>[1] = { returns: true }) {
  const made = await farm.controller(farm.offices.sharing, options)
  const { house, commands, tell } = made
  const screen = () =>
    manager.call(settings.ofGroup, { params: house, query: { group: 'targetTemperature' } })
  await eventually(() => screen().catch(() => null)).toMatchObject({ values: { [OFFSET]: 0 } })
  let version = 1
  /** What the gateway has planned. */
  let planned: Return[] = []
  const history = async () => (await manager.call(settings.changes, { params: house })).items
  const ask = (wanted: SettingDocument, before: SettingDocument, more: object = {}) =>
    manager.ask(settings.send, change(house, wanted, before, more))
  /** Sends a change, carries it out as a gateway does, and returns what the gateway is to do later. */
  async function done(wanted: SettingDocument, before: SettingDocument, more: object = {}) {
    const { id } = await manager.call(settings.send, change(house, wanted, before, more))
    await eventually(() => commands().at(-1)?.id).toBe(id)
    const text = commands().at(-1)?.steering['Command/Returns']
    const returns = text === undefined ? null : readReturns(String(text))
    planned = [
      ...planned.filter(({ values }) => Object.keys(values).every(name => !(name in wanted))),
      ...(returns ?? []),
    ]
    await tell(wanted, {
      'Command/LastId': id,
      'Command/Result': 0,
      'Settings/Version': BigInt(++version),
      ...(returns && { 'Command/Returns': JSON.stringify(planned) }),
    })
    await eventually(async () => (await history()).find(each => each.id === id)?.state).toBe('synced')
    return { id, returns }
  }
  const report = (values: SettingDocument, returns?: string) =>
    tell(values, { 'Settings/Version': BigInt(++version), ...(returns && { 'Command/Returns': returns }) })
  /** Lets the end of a temporary change come. */
  const atEnd = (id: string) =>
    farm.services.store
      .scoped(SYSTEM)
      .update(settingChange)
      .set({ returnsAt: new Date(Date.now() - 1_000) })
      .where(eq(settingChange.id, id))
  return { ...made, screen, history, ask, done, report, atEnd }
}
const origins = async (history: () => Promise<{ origin: string }[]>) =>
  (await history()).map(({ origin }) => origin)

describe('a second temporary change over the first', () => {
  test('ends where the first began, and no return is somebody’s edit at the panel', async () => {
    const { done, report, atEnd, screen, history } = await born()
    const [first, second] = [inHours(1), inHours(2)]
    const a = await done({ [OFFSET]: 1 }, { [OFFSET]: 0 }, { returnsAt: first })
    expect(a.returns).toEqual([{ at: Date.parse(first), values: { [OFFSET]: 0 } }])
    const b = await done({ [OFFSET]: 2 }, { [OFFSET]: 1 }, { returnsAt: second })
    expect(b.returns).toEqual([{ at: Date.parse(second), values: { [OFFSET]: 0 } }])
    expect((await screen()).held).toMatchObject([
      { name: OFFSET, base: 0, isKept: true, temporaries: [{ value: 1 }, { value: 2 }] },
    ])
    await atEnd(a.id)
    await eventually(async () => (await screen()).returning.map(({ id }) => id)).toEqual([b.id])
    expect((await screen()).values).toMatchObject({ [OFFSET]: 2 })
    await atEnd(b.id)
    await report({ [OFFSET]: 0 }, '[]')
    await eventually(async () => (await screen()).returning).toEqual([])
    expect((await screen()).held).toEqual([])
    expect(await origins(history)).toEqual(['remote', 'remote'])
  })

  test('that ends sooner gives way to the first', async () => {
    const { done } = await born()
    const [late, soon] = [inHours(4), inHours(1)]
    await done({ [OFFSET]: 1 }, { [OFFSET]: 0 }, { returnsAt: late })
    const { returns } = await done({ [OFFSET]: 2 }, { [OFFSET]: 1 }, { returnsAt: soon })
    expect(returns).toEqual([
      { at: Date.parse(soon), values: { [OFFSET]: 1 } },
      { at: Date.parse(late), values: { [OFFSET]: 0 } },
    ])
  })

  test('is refused where the gateway can keep only one', async () => {
    const { done, ask } = await born({})
    await done({ [OFFSET]: 1 }, { [OFFSET]: 0 }, { returnsAt: inHours(1) })
    for (const more of [{ returnsAt: inHours(2) }, { endsTemporary: true }]) {
      const answer = await ask({ [OFFSET]: 2 }, { [OFFSET]: 1 }, more)
      expect([answer.statusCode, answer.json().data]).toMatchObject([400, [{ field: OFFSET }]])
    }
  })
})

describe('a permanent change during a temporary one', () => {
  test('asks first, then ends it: nothing is undone later', async () => {
    const { done, ask, screen, history, report } = await born()
    const { id } = await done({ [OFFSET]: 1 }, { [OFFSET]: 0 }, { returnsAt: inHours(1) })
    const asked = await ask({ [OFFSET]: -0.5 }, { [OFFSET]: 1 })
    expect([asked.statusCode, asked.json().data]).toMatchObject([400, [{ field: OFFSET }]])
    const { returns } = await done({ [OFFSET]: -0.5 }, { [OFFSET]: 1 }, { endsTemporary: true })
    expect(returns).toEqual([])
    await eventually(async () => (await screen()).held).toEqual([])
    expect((await history()).find(each => each.id === id)?.returnedAt).not.toBeNull()
    // The next one starts from the new permanent value.
    const end = inHours(3)
    const next = await done({ [OFFSET]: 2 }, { [OFFSET]: -0.5 }, { returnsAt: end })
    expect(next.returns).toEqual([{ at: Date.parse(end), values: { [OFFSET]: -0.5 } }])
    await report({ [NIGHT]: -2 })
    await eventually(async () => (await history())[0]).toMatchObject({ origin: 'panel' })
    expect((await screen()).held).toMatchObject([{ name: OFFSET }])
  })

  test('can keep the temporary value', async () => {
    const { done, screen } = await born()
    await done({ [OFFSET]: 1 }, { [OFFSET]: 0 }, { returnsAt: inHours(1) })
    const { returns } = await done({ [OFFSET]: 1 }, { [OFFSET]: 1 }, { endsTemporary: true })
    expect(returns).toEqual([])
    await eventually(async () => (await screen()).held).toEqual([])
  })

  test('of another setting leaves it alone', async () => {
    const { done, screen } = await born()
    await done({ [OFFSET]: 1 }, { [OFFSET]: 0 }, { returnsAt: inHours(1) })
    await done({ [NIGHT]: -1 }, { [NIGHT]: 0 })
    expect((await screen()).held).toMatchObject([{ name: OFFSET, isKept: true }])
  })
})

describe('an edit at the panel during a temporary change', () => {
  test('is permanent and ends it', async () => {
    const { done, report, screen, history } = await born()
    await done({ [OFFSET]: 1 }, { [OFFSET]: 0 }, { returnsAt: inHours(1) })
    await report({ [OFFSET]: 3 }, '[]')
    await eventually(async () => (await history())[0]).toMatchObject({
      origin: 'panel',
      after: { [OFFSET]: 3 },
    })
    expect((await screen()).held).toEqual([])
  })

  test('that the gateway undoes all the same is said to be the gateway’s', async () => {
    const { done, report, atEnd, history } = await born({})
    const { id } = await done({ [OFFSET]: 1 }, { [OFFSET]: 0 }, { returnsAt: inHours(1) })
    await report({ [OFFSET]: 3 })
    await eventually(async () => (await history())[0]).toMatchObject({ origin: 'panel' })
    await atEnd(id)
    await report({ [OFFSET]: 0 })
    await eventually(async () => (await history())[0]).toMatchObject({
      origin: 'gateway',
      after: { [OFFSET]: 0 },
    })
  })
})

test('a change that would not fit when a temporary value ends is refused at its cell', async () => {
  const { done, ask } = await born()
  const group = { group: 'humidification' }
  await done({ [HUMID_OFF]: 70 }, { [HUMID_OFF]: 55 }, { ...group, returnsAt: inHours(1) })
  const answer = await ask({ [HUMID_ON]: 60 }, { [HUMID_ON]: 50 }, group)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toContain('would no longer fit')
})

test('a change that waited while a temporary value ended starts from what then holds', async () => {
  const { done, atEnd, history, house, peer, device, connect } = await born()
  const { id } = await done({ [OFFSET]: 1 }, { [OFFSET]: 0 }, { returnsAt: inHours(1) })
  peer.cut()
  await eventually(() => farm.services.devices.reach(device.id)).toBe('away')
  const end = inHours(2)
  const waiting = await manager.call(
    settings.send,
    change(house, { [OFFSET]: 2 }, { [OFFSET]: 1 }, { returnsAt: end }),
  )
  await atEnd(id)
  const again = await connect(3, { [OFFSET]: 0, [NIGHT]: 0 })
  await eventually(again.commands).toMatchObject([{ id: waiting.id }])
  expect(readReturns(String(again.commands()[0]?.steering['Command/Returns']))).toEqual([
    { at: Date.parse(end), values: { [OFFSET]: 0 } },
  ])
  expect(await origins(history)).toEqual(['remote', 'remote'])
})

test('a gateway that has lost its list is shown as such', async () => {
  const { done, screen, bear } = await born()
  await done({ [OFFSET]: 1 }, { [OFFSET]: 0 }, { returnsAt: inHours(1) })
  await bear(2, { [OFFSET]: 1, [NIGHT]: 0 })
  await eventually(async () => (await screen()).held).toMatchObject([{ name: OFFSET, isKept: false }])
})

describe('a controller that says “done”', () => {
  test('but keeps another value has failed, cell by cell, and nobody was at its panel', async () => {
    const { house, commands, tell, history } = await born()
    const { id } = await manager.call(
      settings.send,
      change(house, { [OFFSET]: 2, [NIGHT]: -1 }, { [OFFSET]: 0, [NIGHT]: 0 }),
    )
    await eventually(() => commands().at(-1)?.id).toBe(id)
    await tell(
      { [OFFSET]: 1.5, [NIGHT]: -1 },
      { 'Command/LastId': id, 'Command/Result': 0, 'Settings/Version': 2n },
    )
    await eventually(async () => (await history()).find(each => each.id === id)).toMatchObject({
      state: 'failed',
      failure: 'readBack',
      after: { [OFFSET]: 1.5, [NIGHT]: -1 },
    })
    await tell({ [NIGHT]: -2 }, { 'Settings/Version': 3n })
    await eventually(async () => (await history())[0]).toMatchObject({
      origin: 'panel',
      wanted: { [NIGHT]: -2 },
    })
    expect(await history()).toHaveLength(2)
  })

  test('after its value was reported, twice and late, has failed as well', async () => {
    const { house, commands, tell, history } = await born()
    const { id } = await manager.call(settings.send, change(house, { [OFFSET]: 2 }, { [OFFSET]: 0 }))
    await eventually(() => commands().at(-1)?.id).toBe(id)
    await tell({ [OFFSET]: 1.5 }, { 'Settings/Version': 2n })
    const answer = { 'Command/LastId': id, 'Command/Result': 0 }
    await tell({}, answer)
    await tell({}, answer)
    await eventually(async () => (await history()).map(({ failure }) => failure)).toEqual(['readBack'])
    // It takes the value after all.
    await tell({ [OFFSET]: 2 }, { ...answer, 'Settings/Version': 3n })
    await eventually(async () => (await history()).map(({ state }) => state)).toEqual(['synced'])
  })
})

describe('an edit at the panel', () => {
  test('is in the history though its value comes after the version', async () => {
    const { tell, history } = await born()
    await tell({}, { 'Settings/Version': 2n })
    await tell({ [NIGHT]: -2 })
    await eventually(history).toMatchObject([{ origin: 'panel', after: { [NIGHT]: -2 } }])
  })

  test('of the house mode is in the history', async () => {
    const { tell, history } = await born({
      returns: true,
      values: { [OFFSET]: 0, [NIGHT]: 0, [HOUSE_MODE]: 2 },
    })
    await tell({ [HOUSE_MODE]: 0 }, { 'Settings/Version': 2n })
    await eventually(history).toMatchObject([
      { origin: 'panel', group: 'flock', before: { [HOUSE_MODE]: 2 }, after: { [HOUSE_MODE]: 0 } },
    ])
  })
})

describe('what is temporary in the houses', () => {
  const inHouse = async (who: Person, { house }: { house: { id: string } }) =>
    (await who.call(houses.temporary, {})).filter(({ houseId }) => houseId === house.id)

  test('is told with who made it and what follows, to those who may read settings, until it ends', async () => {
    const made = await born()
    const { done, atEnd, report } = made
    expect(await inHouse(manager, made)).toEqual([])
    const returnsAt = inHours(3)
    const { id } = await done({ [OFFSET]: 1 }, { [OFFSET]: 0 }, { returnsAt })
    expect(await inHouse(manager, made)).toEqual([
      {
        houseId: made.house.id,
        name: OFFSET,
        value: 1,
        until: Date.parse(returnsAt),
        next: 0,
        by: (await manager.call(settings.changes, { params: made.house })).items[0]?.by,
      },
    ])
    await done({ [NIGHT]: -1 }, { [NIGHT]: 0 })
    expect(await inHouse(manager, made)).toHaveLength(1)
    const outsider = await farm.as({
      office: farm.offices.closed,
      kind: 2,
      grants: ['chicken_home_manage:query'],
    })
    expect(await inHouse(outsider, made)).toEqual([])
    await atEnd(id)
    await report({ [OFFSET]: 0 })
    await eventually(() => inHouse(manager, made)).toEqual([])
  })

  test('of two at once the newest counts, and what follows is the other', async () => {
    const made = await born()
    await made.done({ [OFFSET]: 1 }, { [OFFSET]: 0 }, { returnsAt: inHours(6) })
    const returnsAt = inHours(2)
    await made.done({ [OFFSET]: 3 }, { [OFFSET]: 1 }, { returnsAt })
    expect(await inHouse(manager, made)).toMatchObject([{ value: 3, next: 1, until: Date.parse(returnsAt) }])
  })
})

test('a change must say what it was based on', async () => {
  const { ask } = await born()
  const answer = await ask({ [OFFSET]: 1, [NIGHT]: -1 }, { [OFFSET]: 0 })
  expect([answer.statusCode, answer.json().data]).toMatchObject([400, [{ field: NIGHT }]])
})
