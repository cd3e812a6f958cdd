import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settings } from '#shared/contracts/settings.ts'
import type { Harm } from '#shared/what-if/harm.ts'
import { refuse } from '../../platform/http/errors.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import type { Person } from '../../testing/app.ts'
import { change, lastOf, NIGHT, settingsFarm } from './testing/settings-farm.ts'

const CO2: Harm = { kind: 'co2', limit: 5_000, afterMin: 12 }

let farm: Awaited<ReturnType<typeof settingsFarm>>
let manager: Person
/** What the model says of each change, in turn; the last one of all later ones. */
let says: (() => readonly Harm[] | null)[]
let asked: string[]
beforeAll(async () => {
  farm = await settingsFarm({
    waitedMs: 0,
    async harmsOf({ id }) {
      asked.push(id)
      const say = says.length > 1 ? says.shift() : says[0]
      return say?.() ?? null
    },
  })
  manager = await farm.manager()
})
afterAll(() => farm.close())
beforeEach(() => {
  asked = []
})

/** A change that was accepted while its controller was away, which now is back. */
async function waited() {
  const { house, device, peer, connect } = await farm.controller(farm.offices.sharing)
  await eventually(() => farm.services.devices.reach(device.id)).toBe('there')
  peer.cut()
  await eventually(() => farm.services.devices.reach(device.id)).toBe('away')
  const { id } = await manager.call(settings.send, change(house, { [NIGHT]: -1 }, { [NIGHT]: 0 }))
  expect(asked).toEqual([])
  return { house, id, ...(await connect()) }
}

test('what waited and would now harm the birds is not sent, and says why', async () => {
  says = [() => [CO2]]
  const { house, id, commands } = await waited()
  await eventually(() => lastOf(manager, house)).toMatchObject({
    id,
    state: 'failed',
    failure: 'unsafe',
    sentAt: null,
  })
  expect(commands()).toEqual([])
  expect(new Set(asked)).toEqual(new Set([id]))
})

test('what waited and harms nothing is sent', async () => {
  says = [() => []]
  const { id, commands } = await waited()
  await eventually(() => commands().map(command => command.id)).toContain(id)
  expect(asked).toContain(id)
})

test('a house whose model cannot be run is judged by the safe ranges alone', async () => {
  says = [() => null]
  const { id, commands } = await waited()
  await eventually(() => commands().map(command => command.id)).toContain(id)
})

test('a busy model is asked again, and nothing is sent unjudged', async () => {
  says = [
    () => {
      throw refuse.busy()
    },
    () => [CO2],
  ]
  const { house, id, commands } = await waited()
  await eventually(() => lastOf(manager, house)).toMatchObject({ id, state: 'failed', failure: 'unsafe' })
  expect(commands()).toEqual([])
  expect(asked).toEqual([id, id])
})
