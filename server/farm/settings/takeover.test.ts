import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settings } from '#shared/contracts/settings.ts'
import { commandResults } from '#shared/setting-changes.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { settingChange } from '../../platform/database/tables/settings.ts'
import type { DeviceSide } from '../../telemetry/device-side.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { type Mosquitto, noMosquitto, startMosquitto } from '../../telemetry/testing/mosquitto.ts'
import type { Person } from '../../testing/app.ts'
import { change, lastOf, NIGHT, OFFSET, settingsFarm } from './testing/settings-farm.ts'

/** How often is looked whether a birth has arrived before the next one is sent. */
const LOOKS_A_BIRTH = 40

describe.skipIf(noMosquitto)(`an outside broker with two processes that send${noMosquitto}`, () => {
  let broker: Mosquitto
  let farm: Awaited<ReturnType<typeof settingsFarm>>
  let manager: Person
  beforeAll(async () => {
    broker = await startMosquitto()
    farm = await settingsFarm({ mqttUrl: broker.url, answerMs: 200 })
    manager = await farm.manager()
  })
  afterAll(async () => {
    await farm?.close()
    await broker?.remove()
  })

  async function born(other: Awaited<ReturnType<typeof farm.startAnother>>) {
    const made = await farm.controller(farm.offices.sharing)
    const { device, house, bear, peer } = made
    // One birth after the other: two that overlap look like lost messages, and are asked for again without end.
    let birth: Promise<unknown> = Promise.resolve()
    let isWaiting = false
    const bearAgain = () => {
      if (isWaiting) return
      isWaiting = true
      birth = birth.then(() => {
        isWaiting = false
        return peer.nodeBirth().then(() => bear())
      })
    }
    // The one of the two that only now hears of the devices requests births.
    peer.client.on('message', topic => {
      if (topic.includes('/NCMD/')) bearAgain()
    })
    // Its request may have come before anybody listened for it here: the node is born again until both know it, with time
    // between births in which one can arrive.
    const reachOf = (devices: Pick<DeviceSide, 'reach'>) => {
      let looks = 0
      return () => {
        const reach = devices.reach(device.id)
        if (reach !== 'there' && looks++ % LOOKS_A_BIRTH === 0) bearAgain()
        return reach
      }
    }
    await eventually(reachOf(farm.services.devices)).toBe('there')
    await eventually(reachOf(other)).toBe('there')
    const known = () =>
      manager
        .call(settings.ofGroup, { params: house, query: { group: 'targetTemperature' } })
        .then(({ values }) => values)
        .catch(() => null)
    await eventually(known).toMatchObject({ [OFFSET]: 0 })
    return made
  }
  const send = (house: { id: string }) =>
    manager.call(settings.send, change(house, { [NIGHT]: -1 }, { [NIGHT]: 0 }))

  test('the command of one that died before sending it is sent by the other, with its id', async () => {
    await farm.stopSending()
    const dying = await farm.startAnother({ sends: false })
    const { house, commands, tell } = await born(dying)
    const { id } = await send(house)
    await eventually(() => lastOf(manager, house)).toMatchObject({ id, state: 'sending' })
    expect(commands()).toEqual([])
    await dying.die()
    farm.startSending()
    await eventually(commands).not.toEqual([])
    await tell({ [NIGHT]: -1 }, answerTo(id))
    await eventually(() => lastOf(manager, house)).toMatchObject({ id, state: 'synced' })
    expect(new Set(commands().map(command => command.id))).toEqual(new Set([id]))
  })

  test('the answer to a command of one that died is received by the other', async () => {
    await farm.stopSending()
    const dying = await farm.startAnother()
    const { house, commands, tell, peer } = await born(dying)
    const { id } = await send(house)
    await eventually(() => commands()[0]?.id).toBe(id)
    await dying.die()
    // As from any controller, another try gets the same answer.
    peer.client.on('message', topic => {
      if (topic.includes('/DCMD/')) void tell({ [NIGHT]: -1 }, answerTo(id))
    })
    farm.startSending()
    await tell({ [NIGHT]: -1 }, answerTo(id))
    await eventually(() => lastOf(manager, house)).toMatchObject({
      id,
      state: 'synced',
      after: { [NIGHT]: -1 },
    })
  })

  test('of two live ones only one sends each try', async () => {
    const other = await farm.startAnother()
    const { house, commands, tell, peer } = await born(other)
    peer.client.on('message', topic => {
      if (topic.includes('/DCMD/')) void tell({ [NIGHT]: -1 }, answerTo(commands().at(-1)?.id ?? ''))
    })
    const { id } = await send(house)
    await eventually(() => lastOf(manager, house)).toMatchObject({ id, state: 'synced' })
    // If the answer is slow, one of them begins another try, which ends unsent where the answer comes first.
    const [row] = await farm.services.store
      .scoped(SYSTEM)
      .select({ tries: settingChange.tries })
      .from(settingChange)
      .where(eq(settingChange.id, id))
    const sent = commands().map(command => command.id)
    expect(new Set(sent)).toEqual(new Set([id]))
    expect(sent.length).toBeLessThanOrEqual(row?.tries ?? 0)
    await other.die()
  })
})

const answerTo = (id: string) => ({
  'Command/LastId': id,
  'Command/Result': commandResults.ok,
  'Settings/Version': 2n,
})
