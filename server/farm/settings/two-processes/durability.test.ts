import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { settings } from '#shared/contracts/settings.ts'
import { commandResults } from '#shared/setting-changes.ts'
import { bookkeeping, type SettingDocument, settingByName } from '#shared/signals.ts'
import { decodePayload } from '#shared/sparkplug/decode.ts'
import { DataType, type Metric, type MetricValue } from '#shared/sparkplug/types.ts'
import { type Mosquitto, noMosquitto, startMosquitto } from '../../../telemetry/testing/mosquitto.ts'
import { connectPeer, type Peer } from '../../../telemetry/testing/peer.ts'
import { type BusyFarm, type FarmDb, fillFarm, openFarmDb } from '../../../testing/busy-farm.ts'
import { type RealServer, startRealServer } from '../../../testing/real-server.ts'
import { zoneAtNoon } from '../../../testing/zone-at-noon.ts'

const NIGHT = 'Settings/Temp/NightSetback'
const OFFSET = 'Settings/Temp/TargetOffset'
const WAIT = { timeout: 90_000, interval: 100 }
/** How far ahead temporary changes of these tests end: their controller's clock may be as much ahead of ours. ms */
const AHEAD_MS = 110_000

/** Two processes of the server on one database and one outside broker; either may be killed. */
type Name = 'first' | 'second'
const names: readonly Name[] = ['first', 'second']

let broker: Mosquitto
let servers: Record<Name, RealServer>
let database: FarmDb
let farm: BusyFarm
let controller: Awaited<ReturnType<typeof createController>>

async function start(): Promise<void> {
  broker = await startMosquitto()
  const first = await startRealServer({ MQTT_URL: broker.url, MQTT_CLIENT_ID: 'first' })
  database = openFarmDb(first.superuserUrl)
  farm = await fillFarm(database, { customers: 1, gateways: 1, controllers: 1 })
  // No change waits past midnight at its house.
  await database.pool.query(`update office set time_zone = $1 where kind = 'customer'`, [zoneAtNoon()])
  await database.pool.query(
    `update role set permissions = permissions || '[{"permissionId":"device_setting","actionList":["query","get","edit"]}]'
     where chinese_name = 'busy-farmer-0'`,
  )
  // Its database lives on.
  await first.kill()
  await first.start()
  const second = await startRealServer({
    MQTT_URL: broker.url,
    MQTT_CLIENT_ID: 'second',
    DATABASE_URL: first.superuserUrl,
  })
  servers = { first, second }
  controller = await createController()
  await expectStored()
}

/** A gateway that keeps its settings and the list of what it will set by itself, and executes a command once. */
async function createController() {
  const [gateway] = farm.gateways
  const [code] = gateway?.controllers ?? []
  if (!gateway || code === undefined) throw new Error('the farm has no controller')
  const values: Record<string, number> = { [NIGHT]: 0, [OFFSET]: 0 }
  /** How often each command was executed. */
  const carriedOut = new Map<string, number>()
  let returns: { at: number; values: SettingDocument }[] = []
  let version = 1
  let lastId = ''
  let result = 0
  let onCommand = (_answer: () => Promise<void>): void => {}
  const link = await connectPeer(broker.url, { code: gateway.code, password: gateway.password })

  const steer = (name: keyof typeof bookkeeping, value: MetricValue) => metric(name, bookkeeping[name], value)
  const everything = (): Metric[] => [
    ...Object.entries(values).map(([name, value]) =>
      metric(name, settingByName(name)?.datatype ?? DataType.Float, value),
    ),
    steer('Settings/Version', BigInt(version)),
    steer('Command/LastId', lastId),
    steer('Command/Result', result),
    steer('Command/Returns', JSON.stringify(returns)),
  ]
  const tell = () => link.data(code, everything())
  function carryOut(metrics: readonly Metric[]): void {
    const read = (name: string) => metrics.find(one => one.name === name)?.value
    const id = String(read('Command/Id'))
    lastId = id
    if (carriedOut.has(id)) return
    if (Number(read('Command/ExpectedVersion')) !== version) {
      result = commandResults.versionConflict
      return
    }
    for (const name of Object.keys(values)) {
      const value = read(name)
      if (typeof value !== 'number') continue
      values[name] = Number(value.toFixed(1))
    }
    returns = JSON.parse(String(read('Command/Returns') ?? '[]'))
    result = commandResults.ok
    version += 1
    carriedOut.set(id, (carriedOut.get(id) ?? 0) + 1)
  }
  async function bear(): Promise<void> {
    await link.nodeBirth()
    await link.deviceBirth(code as string, everything())
  }
  await link.client.subscribeAsync(`spBv1.0/farm/DCMD/${gateway.code}/#`, { qos: 1 })
  link.client.on('message', (topic, payload) => {
    if (topic.includes('/NCMD/')) void bear().catch(() => {})
    if (!topic.includes('/DCMD/')) return
    carryOut(decodePayload(payload).metrics)
    onCommand(tell)
  })
  await bear()
  return {
    link: link as Peer,
    values,
    carriedOut,
    returns: () => returns,
    /** What to do at the next commands, after they were executed. */
    atCommand(does: typeof onCommand) {
      onCommand = does
    },
    tell,
    /** By its clock the temporary value is over: it sets what its list says. */
    async endTemporary() {
      for (const each of returns) Object.assign(values, each.values)
      returns = []
      version += 1
      await tell()
    },
  }
}

const metric = (name: string, datatype: Metric['datatype'], value: MetricValue): Metric => ({
  name,
  datatype,
  value,
  timestamp: Date.now(),
})

interface Row {
  id: string
  state: string
  origin: string
  failure: string | null
  after: Record<string, number> | null
  returned: boolean
}
async function changes(): Promise<Row[]> {
  const { rows } = await database.pool.query<Row>(
    'select id, state, origin, failure, after, returned_at is not null as returned from setting_change order by made_at, id',
  )
  return rows
}
const changeOf = async (id: string) => (await changes()).find(row => row.id === id)
async function reported() {
  const { rows } = await database.pool.query<{ values: object }>('select "values" from reported_settings')
  return rows[0]?.values
}

/** Requests a change of one process as the screen does; resolves with its id once it is accepted. */
async function send(by: Name, wanted: Record<string, number>, more: object = {}): Promise<string> {
  const [customer] = farm.customers
  const house = customer?.houses[0]?.id ?? ''
  const before = Object.fromEntries(Object.keys(wanted).map(name => [name, controller.values[name]]))
  const answer = await fetch(`${servers[by].url}/api${settings.send.path.replace(':id', house)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Access-Token': customer?.token ?? '' },
    body: JSON.stringify({ group: 'targetTemperature', wanted, before, ...more }),
  })
  const { data } = (await answer.json()) as { data: { id: string } }
  expect(answer.status, JSON.stringify(data)).toBe(200)
  return data.id
}

/** The process that asks knows what the controller reports now. */
const knowsNow = (by: Name) =>
  vi.waitFor(async () => {
    const [customer] = farm.customers
    const house = customer?.houses[0]?.id ?? ''
    const answer = await fetch(
      `${servers[by].url}/api${settings.ofGroup.path.replace(':id', house)}?group=targetTemperature`,
      { headers: { 'Access-Token': customer?.token ?? '' } },
    )
    const { data } = (await answer.json()) as { data: { values: Record<string, number> } }
    expect(data.values).toMatchObject(controller.values)
  }, WAIT)

/** Another value each time, within the safe range. */
let turn = 0
const another = () => -((++turn % 20) + 1) / 10
const answering = (answer: () => Promise<void>) => void answer().catch(() => {})

async function expectDoneOnce(id: string, wanted: number): Promise<void> {
  await expect.poll(() => changeOf(id), WAIT).toMatchObject({ state: 'synced', after: { [NIGHT]: wanted } })
  expect(controller.carriedOut.get(id)).toBe(1)
  await expectStored()
  expect((await changes()).filter(({ origin }) => origin !== 'remote')).toEqual([])
}

/** What the controller reports is stored; where it is not, both are told, and what the processes wrote. */
const expectStored = () =>
  vi.waitFor(async () => {
    const [stored, there] = [await reported(), controller.values]
    const said = names.map(name => servers[name]?.output)
    expect(stored, JSON.stringify({ stored, there, said })).toEqual(there)
  }, WAIT)

/** kill -9 of a process, what happens meanwhile, and its return. */
async function killed(victim: Name, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  await servers[victim].kill()
  await meanwhile()
  await servers[victim].start()
}

/** Each test starts a server again, beside another one. */
const PATIENT = { timeout: 300_000 }

describe.skipIf(noMosquitto)(`two processes on an outside broker, one killed${noMosquitto}`, PATIENT, () => {
  beforeAll(start, 600_000)
  afterAll(async () => {
    controller?.link.cut()
    await database?.close()
    await servers?.second.remove()
    await servers?.first.remove()
    await broker?.remove()
  })

  test.each(names)('the %s right after it accepted a change: it is sent, once', async victim => {
    controller.atCommand(answering)
    const wanted = another()
    await knowsNow(victim)
    const id = await send(victim, { [NIGHT]: wanted })
    await killed(victim)
    await expectDoneOnce(id, wanted)
  })

  test.each(names)(
    'the %s while a command has no answer yet: nothing is synced before it is read back',
    async victim => {
      const came = Promise.withResolvers<void>()
      controller.atCommand(() => came.resolve())
      const wanted = another()
      await knowsNow(victim)
      const id = await send(victim, { [NIGHT]: wanted })
      await came.promise
      await killed(victim, async () => {
        expect((await changeOf(id))?.state).not.toBe('synced')
        controller.atCommand(answering)
        await controller.tell()
      })
      await expectDoneOnce(id, wanted)
    },
  )

  test.each(names)('the %s right after the answer was acknowledged: nothing of it is lost', async victim => {
    const told = Promise.withResolvers<void>()
    controller.atCommand(answer => void answer().then(told.resolve, told.reject))
    const wanted = another()
    await knowsNow(victim)
    const id = await send(victim, { [NIGHT]: wanted })
    await told.promise
    await killed(victim)
    await expectDoneOnce(id, wanted)
  })

  test.each(names)(
    'the %s while a temporary value holds: its end is noted, and nobody is blamed for it',
    async victim => {
      controller.atCommand(answering)
      await knowsNow(victim)
      const base = controller.values[NIGHT] as number
      const wanted = another()
      const returnsAt = new Date(Date.now() + AHEAD_MS).toISOString()
      const id = await send(victim, { [NIGHT]: wanted }, { returnsAt })
      await expectDoneOnce(id, wanted)
      expect(controller.returns()).toMatchObject([{ values: { [NIGHT]: base } }])
      // With the one process gone the other hears of it.
      await killed(victim, () => controller.endTemporary())
      await expect.poll(() => changeOf(id), WAIT).toMatchObject({ state: 'synced', returned: true })
      expect(controller.values[NIGHT]).toBe(base)
      await expectStored()
      expect((await changes()).filter(({ origin }) => origin !== 'remote')).toEqual([])
    },
  )

  test('both at once while a change waits for its answer: the next to start ends it as promised', async () => {
    const came = Promise.withResolvers<void>()
    controller.atCommand(() => came.resolve())
    const wanted = another()
    await knowsNow('first')
    const id = await send('first', { [NIGHT]: wanted })
    await came.promise
    controller.atCommand(answering)
    await servers.second.kill()
    await servers.first.kill()
    await servers.first.start()
    await expectDoneOnce(id, wanted)
    await servers.second.start()
    await knowsNow('second')
  })
})
