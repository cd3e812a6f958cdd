import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '#shared/contracts/settings.ts'
import { commandResults } from '#shared/setting-changes.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import type { Person } from '../../testing/app.ts'
import { change, lastOf, NIGHT, settingsFarm } from './testing/settings-farm.ts'

const CONTROLLERS = 200
const ASKED_AT_ONCE = 20

let farm: Awaited<ReturnType<typeof settingsFarm>>
let manager: Person
beforeAll(async () => {
  farm = await settingsFarm()
  manager = await farm.manager()
})
afterAll(() => farm.close())

test('200 changes at once on 200 controllers are each sent and read back, none by another controller', async () => {
  const all: Awaited<ReturnType<typeof farm.controller>>[] = []
  for (let number = 0; number < CONTROLLERS; number++) all.push(await farm.controller(farm.offices.sharing))
  const reachOf = () => all.map(({ device }) => farm.services.devices.reach(device.id))
  await eventually(() => new Set(reachOf())).toEqual(new Set(['there']))
  for (const { peer, tell, commands } of all)
    peer.client.on('message', topic => {
      if (!topic.includes('/DCMD/')) return
      const [command] = commands()
      const wanted = Number(command?.wanted[NIGHT])
      const answer = { 'Command/LastId': command?.id ?? '', 'Command/Result': commandResults.ok }
      void tell({ [NIGHT]: wanted }, { ...answer, 'Settings/Version': 2n })
    })
  const wantedOf = (number: number) => -((number % 50) + 1) / 10
  const send = (number: number, house: { id: string }) =>
    manager.call(settings.send, change(house, { [NIGHT]: wantedOf(number) }, { [NIGHT]: 0 }))
  const made: Awaited<ReturnType<typeof send>>[] = []
  // A slow machine has no connection for two hundred calls within the time each may wait for one.
  for (let first = 0; first < CONTROLLERS; first += ASKED_AT_ONCE)
    made.push(
      ...(await Promise.all(
        all.slice(first, first + ASKED_AT_ONCE).map(({ house }, index) => send(first + index, house)),
      )),
    )
  for (const [number, { house, commands }] of all.entries()) {
    const id = made[number]?.id
    const after = { [NIGHT]: wantedOf(number) }
    await eventually(() => lastOf(manager, house)).toMatchObject({ id, state: 'synced', after })
    expect(new Set(commands().map(command => command.id))).toEqual(new Set([id]))
  }
})
