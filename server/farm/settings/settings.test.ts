import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settings } from '#shared/contracts/settings.ts'
import { commandResults } from '#shared/setting-changes.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { device as deviceTable } from '../../platform/database/tables/farms.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { settingChange } from '../../platform/database/tables/settings.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import type { Person } from '../../testing/app.ts'
import {
  change,
  HUMID_OFF,
  HUMID_ON,
  lastOf,
  NIGHT,
  OFFSET,
  settingsFarm,
  tomorrow,
} from './testing/settings-farm.ts'

let farm: Awaited<ReturnType<typeof settingsFarm>>
let manager: Person
beforeAll(async () => {
  farm = await settingsFarm()
  manager = await farm.manager()
})
afterAll(() => farm.close())

const statusOf = async (id: string) => {
  const db = farm.services.store.scoped(SYSTEM)
  const [row] = await db
    .select({ status: deviceTable.status })
    .from(deviceTable)
    .where(eq(deviceTable.id, id))
  return row?.status
}
const known = async (who: Person, house: { id: string }) =>
  (await who.call(settings.ofGroup, { params: house, query: { group: 'targetTemperature' } })).values
/** A controller of the customer whose settings are known here. */
async function bornController(options: Parameters<typeof farm.controller>[1] = {}) {
  const made = await farm.controller(farm.offices.sharing, options)
  await eventually(() => known(manager, made.house).catch(() => null)).toMatchObject({ [OFFSET]: 0 })
  /** Requests a change and waits until the command has arrived. */
  async function asked(wanted?: Record<string, number>) {
    const sent = await send(made.house, wanted)
    await eventually(made.commands).toHaveLength(1)
    return sent
  }
  return { ...made, asked }
}
/** Requests a change of what is initially 0. */
const send = (house: { id: string }, wanted: Record<string, number> = { [NIGHT]: -1 }, more: object = {}) => {
  const before = Object.fromEntries(Object.keys(wanted).map(name => [name, 0]))
  return manager.call(settings.send, change(house, wanted, before, more))
}

describe('a change', () => {
  test('is synced once its controller has reported the new values, and not before', async () => {
    const { house, commands, tell } = await bornController()
    const sent = await send(house)
    expect(sent).toMatchObject({ state: 'waiting', wanted: { [NIGHT]: -1 }, before: { [NIGHT]: 0 } })
    await eventually(commands).toMatchObject([{ id: sent.id, wanted: { [NIGHT]: -1 } }])
    expect(commands()[0]?.steering).toMatchObject({
      'Command/ExpectedVersion': 1n,
      'Command/User': 'Test User',
    })
    await tell({}, { 'Command/LastId': sent.id, 'Command/Result': commandResults.ok })
    await tell({ [OFFSET]: 0 })
    expect(await lastOf(manager, house)).toMatchObject({ state: 'sending' })
    await tell({ [NIGHT]: -1 }, { 'Settings/Version': 2n })
    await eventually(() => lastOf(manager, house)).toMatchObject({
      id: sent.id,
      state: 'synced',
      isByEcho: false,
      after: { [NIGHT]: -1 },
    })
  })

  test.each([
    ['lockedAtPanel', 'failed', 'refused'],
    ['outOfRange', 'failed', 'refused'],
    ['noController', 'failed', 'refused'],
    ['notAuthorised', 'failed', 'notAllowed'],
    ['versionConflict', 'conflict', null],
    ['expired', 'expired', null],
  ] as const)('that the controller answers with “%s” is %s', async (result, state, failure) => {
    const { house, tell, asked } = await bornController()
    const { id } = await asked()
    await tell(
      {},
      { 'Command/LastId': id, 'Command/Result': commandResults[result], 'Command/Message': 'why' },
    )
    await eventually(() => lastOf(manager, house)).toMatchObject({
      state,
      failure,
      says: 'why',
      after: { [NIGHT]: 0 },
    })
  })

  test('of which a part was accepted is shown as it now is', async () => {
    const owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['farm_access:enable'] })
    const { house, tell, asked } = await bornController()
    const { id } = await asked({ [NIGHT]: -1, [OFFSET]: 1 })
    await tell(
      { [NIGHT]: -1, [OFFSET]: 0 },
      { 'Command/LastId': id, 'Command/Result': commandResults.readBackMismatch },
    )
    await eventually(() => lastOf(manager, house)).toMatchObject({
      state: 'failed',
      failure: 'partial',
      after: { [NIGHT]: -1, [OFFSET]: 0 },
    })
    const db = farm.services.store.scoped(SYSTEM)
    const told = await db
      .select({ level: noticeMessage.level, title: noticeMessage.title })
      .from(noticeMessage)
      .where(eq(noticeMessage.accountId, owner.accountId))
    expect(told).toMatchObject([{ level: 'warning' }])
    expect(told[0]?.title['en-US']).toContain('applied only part of the change')
  })

  test('names who last changed each setting, for what was accepted', async () => {
    const { house, tell, asked } = await bornController()
    const { id } = await asked({ [NIGHT]: -1, [OFFSET]: 1 })
    const done = { 'Command/LastId': id, 'Settings/Version': 2n }
    const partly = { ...done, 'Command/Result': commandResults.readBackMismatch }
    await tell({ [NIGHT]: -1, [OFFSET]: 0 }, partly)
    const query = { group: 'targetTemperature' as const }
    const read = () => manager.call(settings.ofGroup, { params: house, query })
    await eventually(async () => (await read()).changedBy).toMatchObject({ [NIGHT]: { origin: 'remote' } })
    expect(Object.keys((await read()).changedBy)).toEqual([NIGHT])
    await tell({ [OFFSET]: 2 }, { 'Settings/Version': 3n })
    await eventually(async () => (await read()).changedBy).toMatchObject({
      [NIGHT]: { origin: 'remote' },
      [OFFSET]: { origin: 'panel', by: null },
    })
  })

  test('is not moved by the answer to another command, however often it comes', async () => {
    const { house, tell, asked } = await bornController()
    const { id } = await asked()
    const other = { 'Command/LastId': 'another', 'Command/Result': commandResults.ok }
    await tell({}, other)
    await tell({}, other)
    const answer = { 'Command/LastId': id, 'Command/Result': commandResults.ok, 'Settings/Version': 2n }
    await tell({ [NIGHT]: -1 }, answer)
    await tell({ [NIGHT]: -1 }, answer)
    await eventually(() => lastOf(manager, house)).toMatchObject({ id, state: 'synced' })
    expect((await manager.call(settings.changes, { params: house })).total).toBe(1)
  })

  test('to a node that answers no commands is confirmed by its echo', async () => {
    const { house, commands, tell, asked } = await bornController({ answers: false })
    await asked()
    await eventually(() => commands()).toHaveLength(1)
    expect(commands()[0]?.steering).toEqual({})
    await tell({ [NIGHT]: -1 })
    await eventually(() => lastOf(manager, house)).toMatchObject({ state: 'synced', isByEcho: true })
  })

  test('for a gateway that does not listen to commands fails as such', async () => {
    const { house } = await bornController({ listens: false })
    await send(house)
    await eventually(() => lastOf(manager, house)).toMatchObject({ state: 'failed', failure: 'deaf' })
  })
})

describe('a controller that is away', () => {
  test('gets the waiting change when it is back', async () => {
    const { house, peer, connect } = await bornController()
    peer.cut()
    const { id } = await send(house)
    const again = await connect()
    await eventually(again.commands).toMatchObject([{ id }])
    await again.tell({ [NIGHT]: -1 }, { 'Command/LastId': id, 'Command/Result': 0, 'Settings/Version': 2n })
    await eventually(() => lastOf(manager, house)).toMatchObject({ state: 'synced' })
  })

  test('and was changed at its panel meanwhile puts the change in conflict, and gets nothing', async () => {
    const { house, peer, device, connect } = await bornController()
    peer.cut()
    await eventually(() => farm.services.devices.reach(device.id)).toBe('away')
    await send(house)
    const again = await connect(2, { [OFFSET]: 0, [NIGHT]: -2, [HUMID_ON]: 50, [HUMID_OFF]: 55 })
    await eventually(async () =>
      (await manager.call(settings.changes, { params: house })).items
        .map(({ origin, state }) => [origin, state])
        .sort(),
    ).toEqual([
      ['panel', 'synced'],
      ['remote', 'conflict'],
    ])
    expect(again.commands()).toEqual([])
  })

  test('gets nothing that the rest of its group has made unsafe meanwhile', async () => {
    const absolute = 'Settings/Temp/AbsHighAlarm'
    const high = 'Settings/Temp/Curve/P01/HighAlarmDiff'
    const values = { [OFFSET]: 0, [absolute]: 34, 'Settings/Temp/Curve/P01/Target': 31, [high]: 5 }
    const { house, peer, device, connect } = await bornController({ values })
    peer.cut()
    await eventually(() => farm.services.devices.reach(device.id)).toBe('away')
    await manager.call(settings.send, change(house, { [absolute]: 35 }, { [absolute]: 34 }))
    // At the panel the other alarm is set above the absolute one.
    const again = await connect(2, { ...values, [high]: 9 })
    // The change at the panel may be written first.
    await eventually(async () => {
      const { items } = await manager.call(settings.changes, { params: house })
      return items.find(({ origin }) => origin === 'remote')
    }).toMatchObject({ state: 'failed', failure: 'unsafe' })
    expect(again.commands()).toEqual([])
  })

  test('gets nothing before what it reports at its return is stored', async () => {
    const { house, peer, device, connect } = await bornController()
    peer.cut()
    await eventually(() => farm.services.devices.reach(device.id)).toBe('away')
    await send(house)
    const owner = new pg.Client({ connectionString: farm.ownerUrl })
    await owner.connect()
    try {
      await owner.query('begin')
      await owner.query('lock table report in share mode')
      const back = connect(2, { [OFFSET]: 0, [NIGHT]: -2, [HUMID_ON]: 50, [HUMID_OFF]: 55 })
      await eventually(() => statusOf(device.id)).toBe('ONLINE')
      expect(farm.services.devices.reach(device.id)).toBe('away')
      await owner.query('commit')
      const again = await back
      await eventually(() => farm.services.devices.reach(device.id)).toBe('there')
      await eventually(() => lastOf(manager, house)).toMatchObject({ origin: 'panel' })
      expect(again.commands()).toEqual([])
    } finally {
      await owner.end()
    }
  })

  test('gets nothing before it was born again with its gateway', async () => {
    const { house, peer, device, commands, bear } = await bornController()
    await peer.nodeBirth()
    expect(farm.services.devices.reach(device.id)).toBe('away')
    const { id } = await send(house)
    await bear(2, { [OFFSET]: 0, [NIGHT]: -2, [HUMID_ON]: 50, [HUMID_OFF]: 55 })
    await eventually(async () =>
      (await manager.call(settings.changes, { params: house })).items.find(change => change.id === id),
    ).toMatchObject({ state: 'conflict', sentAt: null })
    expect(commands()).toEqual([])
  })

  test('never gets a change that was withdrawn', async () => {
    const { house, peer, device } = await bornController()
    peer.cut()
    await eventually(() => farm.services.devices.reach(device.id)).toBe('away')
    const { id } = await send(house)
    const taken = await manager.call(settings.withdraw, { params: { id: house.id }, body: { changeId: id } })
    expect(taken).toMatchObject({ state: 'failed', failure: 'withdrawn' })
    const twice = await manager.ask(settings.withdraw, { params: { id: house.id }, body: { changeId: id } })
    expect(twice.statusCode).toBe(409)
  })

  test('lets a change expire', async () => {
    const { house, peer, device } = await bornController()
    peer.cut()
    await eventually(() => farm.services.devices.reach(device.id)).toBe('away')
    const { id } = await send(house, { [NIGHT]: -1 }, { waits: 15 })
    const past = new Date(Date.now() - 1_000)
    await farm.services.store
      .scoped(SYSTEM)
      .update(settingChange)
      .set({ expiresAt: past })
      .where(eq(settingChange.id, id))
    await eventually(() => lastOf(manager, house)).toMatchObject({ state: 'expired' })
  })
})

describe('the process that sends dies', () => {
  test('before the command: another one sends it', async () => {
    const { house, commands } = await bornController()
    await farm.stopSending()
    const { id } = await send(house)
    expect(commands()).toEqual([])
    farm.startSending()
    await eventually(commands).toMatchObject([{ id }])
  })

  test('between command and answer: another one receives it', async () => {
    const { house, commands, tell } = await bornController()
    const { id } = await send(house)
    await eventually(commands).toHaveLength(1)
    await farm.stopSending()
    await tell({ [NIGHT]: -1 }, { 'Command/LastId': id, 'Command/Result': 0, 'Settings/Version': 2n })
    farm.startSending()
    await eventually(() => lastOf(manager, house)).toMatchObject({ id, state: 'synced' })
    expect(commands()).toHaveLength(1)
  })
})

describe('at the panel', () => {
  test('a change is recorded in the history as such, by group, and reported to the owner', async () => {
    const owner = await farm.as({
      office: farm.offices.sharing,
      kind: 2,
      grants: ['farm_access:enable', 'device_setting:get'],
    })
    const { house, tell } = await bornController()
    await tell({ [NIGHT]: -2, [HUMID_ON]: 45 }, { 'Settings/Version': 2n })
    await eventually(async () =>
      (await manager.call(settings.changes, { params: house })).items.map(
        ({ group, origin, before, after }) => ({ group, origin, before, after }),
      ),
    ).toEqual(
      expect.arrayContaining([
        { group: 'targetTemperature', origin: 'panel', before: { [NIGHT]: 0 }, after: { [NIGHT]: -2 } },
        { group: 'humidification', origin: 'panel', before: { [HUMID_ON]: 50 }, after: { [HUMID_ON]: 45 } },
      ]),
    )
    const told = await farm.services.store
      .scoped(SYSTEM)
      .select({ type: noticeMessage.messageType, title: noticeMessage.title })
      .from(noticeMessage)
      .where(eq(noticeMessage.accountId, owner.accountId))
    expect(told.filter(({ type }) => type === 'parameter_modification')).toHaveLength(2)
  })

  test('a change that could not be stored is stored once it can be, though its controller says nothing more', async () => {
    const { house, tell } = await bornController()
    const owner = new pg.Client({ connectionString: farm.ownerUrl })
    await owner.connect()
    try {
      await owner.query(`create sequence tried;
        create function refuse() returns trigger language plpgsql security definer as
          $$ begin perform nextval('tried'); raise exception 'refused'; end $$;
        create trigger refused before insert or update on reported_settings for each row execute function refuse()`)
      await tell({ [NIGHT]: -2 }, { 'Settings/Version': 2n })
      await eventually(async () => (await owner.query('select is_called from tried')).rows).toEqual([
        { is_called: true },
      ])
    } finally {
      await owner.query(
        'drop trigger refused on reported_settings; drop function refuse(); drop sequence tried',
      )
      await owner.end()
    }
    await eventually(() => known(manager, house)).toMatchObject({ [NIGHT]: -2 })
    await eventually(() => lastOf(manager, house)).toMatchObject({ origin: 'panel', after: { [NIGHT]: -2 } })
  })

  test('what a command changed is nobody’s panel change', async () => {
    const { house, tell, asked } = await bornController()
    const { id } = await asked()
    await tell({ [NIGHT]: -1 }, { 'Command/LastId': id, 'Command/Result': 0, 'Settings/Version': 2n })
    await eventually(() => lastOf(manager, house)).toMatchObject({ state: 'synced' })
    await tell({ [OFFSET]: 1 }, { 'Settings/Version': 3n })
    await eventually(async () =>
      (await manager.call(settings.changes, { params: house })).items.map(({ origin, after }) => [
        origin,
        after,
      ]),
    ).toEqual([
      ['panel', { [OFFSET]: 1 }],
      ['remote', { [NIGHT]: -1 }],
    ])
  })
})

test('a change that ends while an earlier report waits to be stored is nobody’s panel change', async () => {
  const { house, device, commands, tell } = await bornController()
  const owner = new pg.Client({ connectionString: farm.ownerUrl })
  await owner.connect()
  try {
    await owner.query('begin')
    await owner.query('select from device where id = $1 for no key update', [device.id])
    await tell({ [NIGHT]: 0 }, { 'Settings/Version': 2n })
    const { id } = await send(house)
    await eventually(commands).toMatchObject([{ id }])
    await tell({ [NIGHT]: -1 }, { 'Command/LastId': id, 'Command/Result': 0, 'Settings/Version': 3n })
    await eventually(() => lastOf(manager, house)).toMatchObject({ id, state: 'synced' })
    await owner.query('commit')
  } finally {
    await owner.end()
  }
  await tell({ [OFFSET]: 1 }, { 'Settings/Version': 4n })
  await eventually(() => lastOf(manager, house)).toMatchObject({ origin: 'panel', after: { [OFFSET]: 1 } })
  expect((await manager.call(settings.changes, { params: house })).total).toBe(2)
})

describe('two people', () => {
  test('get one change at a time; the second is refused and shown the first', async () => {
    const { house } = await bornController()
    const first = await send(house)
    const second = await manager.ask(settings.send, change(house, { [OFFSET]: 1 }, { [OFFSET]: 0 }))
    expect(second.statusCode).toBe(409)
    expect(second.json().data).toMatchObject({
      yours: { [OFFSET]: 1 },
      current: { id: first.id, by: 'Test User' },
    })
  })

  test('with the slower one refused and shown both versions', async () => {
    const { house, tell } = await bornController()
    await tell({ [NIGHT]: -2 }, { 'Settings/Version': 2n })
    await eventually(() => known(manager, house)).toMatchObject({ [NIGHT]: -2 })
    const late = await manager.ask(settings.send, change(house, { [NIGHT]: -1 }, { [NIGHT]: 0 }))
    expect(late.statusCode).toBe(409)
    expect(late.json().data).toMatchObject({ yours: { [NIGHT]: -1 }, current: { values: { [NIGHT]: -2 } } })
  })
})

describe('the provider’s engineer', () => {
  test('changes nothing without the consent to control', async () => {
    const engineer = await farm.engineer()
    await farm.letControl(farm.offices.sharing, null)
    const { house } = await bornController()
    for (const endpoint of [settings.ofHouse, settings.changes]) {
      const answer = await engineer.ask(endpoint, { params: { id: house.id } })
      expect([answer.statusCode, answer.json().data]).toEqual([403, { notShared: 'remote' }])
    }
    const answer = await engineer.ask(settings.send, change(house, { [NIGHT]: -1 }, { [NIGHT]: 0 }))
    expect(answer.statusCode).toBe(403)
  })

  test('loses what waits when the consent is withdrawn', async () => {
    const engineer = await farm.engineer()
    await farm.letControl(farm.offices.sharing, tomorrow())
    const { house, peer, device } = await bornController()
    peer.cut()
    await eventually(() => farm.services.devices.reach(device.id)).toBe('away')
    const { id } = await engineer.call(settings.send, change(house, { [NIGHT]: -1 }, { [NIGHT]: 0 }))
    // So long ago that the engineer has stopped watching and gets a message.
    const db = farm.services.store.scoped(SYSTEM)
    const madeAt = new Date(Date.now() - 120_000)
    await db.update(settingChange).set({ madeAt }).where(eq(settingChange.id, id))
    await farm.letControl(farm.offices.sharing, null)
    await eventually(() => lastOf(manager, house)).toMatchObject({ state: 'failed', failure: 'notAllowed' })
    const [told] = await db
      .select()
      .from(noticeMessage)
      .where(eq(noticeMessage.accountId, engineer.accountId))
    // Values are for those who may control the house.
    expect(told).toMatchObject({ level: 'warning', amounts: null })
    expect(told?.title['en-US']).toMatch(/did not apply your change of the “Target parameters”$/)
  })

  test('is named to the owner with old and new values, and sees none of them in the operation history', async () => {
    const owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['farm_access:enable'] })
    const engineer = await farm.engineer()
    await farm.letControl(farm.offices.sharing, tomorrow())
    const { house, commands, tell } = await bornController()
    const { id } = await engineer.call(settings.send, change(house, { [NIGHT]: -1 }, { [NIGHT]: 0 }))
    await eventually(commands).toMatchObject([{ id }])
    await tell({ [NIGHT]: -1 }, { 'Command/LastId': id, 'Command/Result': 0, 'Settings/Version': 2n })
    await eventually(() => lastOf(manager, house)).toMatchObject({ state: 'synced' })
    const [told] = await farm.services.store
      .scoped(SYSTEM)
      .select()
      .from(noticeMessage)
      .where(eq(noticeMessage.accountId, owner.accountId))
    expect(told).toMatchObject({
      messageType: 'parameter_modification',
      businessType: 'setting',
      subjectId: house.id,
    })
    expect(told?.amounts?.map(({ value }) => value)).toEqual([0, -1])
    const { rows } = await farm.services.store
      .scoped(SYSTEM)
      .execute<{ said: string }>(
        `select description::text || coalesce(before::text, '') || after::text as said from operation_history where module = 'settings' and record_id = '${house.id}'`,
      )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.said).not.toContain('NightSetback')
  })
})

test('open screens hear that something moved, without values', async () => {
  const { house, device, peer, connect } = await bornController()
  const listener = await farm.listen(manager)
  const frames = () =>
    listener.frames.filter(frame => frame.dataType === 'SETTING_STATE' && frame.iotId === device.id)
  const frameOf = (state: string) => ({ dataType: 'SETTING_STATE', iotId: device.id, state })
  // Wait for each step before the next is made: of steps in quick succession only the last is announced.
  peer.cut()
  await eventually(() => farm.services.devices.reach(device.id)).toBe('away')
  const { id } = await send(house)
  await eventually(frames).toContainEqual(frameOf('waiting'))
  const { tell } = await connect()
  await eventually(frames).toContainEqual(frameOf('sending'))
  await tell({ [NIGHT]: -1 }, { 'Command/LastId': id, 'Command/Result': 0, 'Settings/Version': 2n })
  await eventually(frames).toContainEqual(frameOf('synced'))
})

describe('a controller that says nothing', () => {
  let quick: typeof farm
  let owner: Person
  beforeAll(async () => {
    quick = await settingsFarm({ answerMs: 50 })
    owner = await quick.manager()
  })
  afterAll(() => quick.close())
  async function silenced() {
    const made = await quick.controller(quick.offices.sharing)
    const values = () =>
      owner
        .call(settings.ofGroup, { params: made.house, query: { group: 'targetTemperature' } })
        .then(group => group.values)
    await eventually(() => values().catch(() => null)).toMatchObject({ [NIGHT]: 0 })
    const wanted = { [NIGHT]: -1, [OFFSET]: 1 }
    const { id } = await owner.call(settings.send, change(made.house, wanted, { [NIGHT]: 0, [OFFSET]: 0 }))
    return { ...made, id, last: () => lastOf(owner, made.house) }
  }

  test('is asked three times with the same id, then the change has failed', async () => {
    const { id, commands, last } = await silenced()
    await eventually(last).toMatchObject({ id, state: 'failed', failure: 'noAnswer' })
    expect(commands().map(command => command.id)).toEqual([id, id, id])
  })

  test('and answers after all has executed it', async () => {
    const { id, last, tell } = await silenced()
    await eventually(last).toMatchObject({ state: 'failed' })
    const answer = { 'Command/LastId': id, 'Command/Result': 0, 'Settings/Version': 2n }
    await tell({ [NIGHT]: -1, [OFFSET]: 1 }, answer)
    await eventually(last).toMatchObject({
      id,
      state: 'synced',
      failure: null,
      after: { [NIGHT]: -1, [OFFSET]: 1 },
    })
  })

  test('except that it is busy is asked again as long as the change may wait', async () => {
    const { id, tell, commands, last } = await silenced()
    await tell({}, { 'Command/LastId': id, 'Command/Result': commandResults.busy, 'Command/Message': 'busy' })
    await eventually(() => commands().length).toBeGreaterThan(4)
    expect(new Set(commands().map(command => command.id))).toEqual(new Set([id]))
    await tell(
      { [NIGHT]: -1, [OFFSET]: 1 },
      { 'Command/LastId': id, 'Command/Result': commandResults.ok, 'Settings/Version': 2n },
    )
    await eventually(last).toMatchObject({ id, state: 'synced', result: commandResults.ok })
  })

  test('but accepted a part is not called synced', async () => {
    const { last, tell, commands } = await silenced()
    await eventually(() => commands().length).toBeGreaterThan(0)
    await tell({ [NIGHT]: -1 }, { 'Settings/Version': 2n })
    await eventually(last).toMatchObject({
      state: 'failed',
      failure: 'partial',
      after: { [NIGHT]: -1, [OFFSET]: 0 },
    })
  })
})
