import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '#shared/contracts/settings.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { beginSilence, endSilence } from '../../platform/silence.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import type { Person } from '../../testing/app.ts'
import { change, HUMID_ON, NIGHT, OFFSET, settingsFarm } from './testing/settings-farm.ts'

let farm: Awaited<ReturnType<typeof settingsFarm>>
let manager: Person
beforeAll(async () => {
  farm = await settingsFarm()
  manager = await farm.manager()
})
afterAll(() => farm.close())

const database = <T>(work: Parameters<typeof farm.services.store.transaction<T>>[1]) =>
  farm.services.store.transaction(SYSTEM, work)

test('a restored copy sends no setting to a controller, neither what waited in the backup nor what is new', async () => {
  const { house, commands, tell } = await farm.controller(farm.offices.sharing)
  const query = { group: 'targetTemperature' } as const
  const known = () => manager.call(settings.ofGroup, { params: house, query }).catch(() => null)
  await eventually(known).toMatchObject({ values: { [OFFSET]: 0 } })
  const night = (to: number) => manager.call(settings.send, change(house, { [NIGHT]: to }, { [NIGHT]: 0 }))
  const humidity = () =>
    manager.call(
      settings.send,
      change(house, { [HUMID_ON]: 45 }, { [HUMID_ON]: 50 }, { group: 'humidification' }),
    )
  const courses = async () => {
    const { items } = await manager.call(settings.changes, { params: house })
    return items.map(({ state, failure }) => ({ state, failure }))
  }
  const heldBack = { state: 'failed', failure: 'silent' }

  // One waits to be sent and one stands in line when the backup is made.
  await farm.stopSending()
  await night(-1)
  await humidity()
  await database(db => beginSilence(db, null))
  farm.startSending()
  await eventually(courses).toEqual([heldBack, heldBack])
  await night(-2)
  await eventually(courses).toEqual([heldBack, heldBack, heldBack])

  await database(db => endSilence(db, 'test'))
  const { id } = await night(-3)
  await eventually(commands).toMatchObject([{ id, wanted: { [NIGHT]: -3 } }])
  await tell({ [NIGHT]: -3 }, { 'Command/LastId': id, 'Command/Result': 0, 'Settings/Version': 2n })
  await eventually(courses).toEqual([{ state: 'synced', failure: null }, heldBack, heldBack, heldBack])
  expect(commands().map(command => command.id)).toEqual([id])
})
