import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { settings } from '#shared/contracts/settings.ts'
import { commandResults } from '#shared/setting-changes.ts'
import { bookkeeping, settingByName } from '#shared/signals.ts'
import { decodePayload } from '#shared/sparkplug/decode.ts'
import { DataType, type Metric, type MetricValue } from '#shared/sparkplug/types.ts'
import { connectPeer, type Peer } from '../../telemetry/testing/peer.ts'
import { type BusyFarm, type FarmDb, fillFarm, openFarmDb } from '../../testing/busy-farm.ts'
import { type RealServer, startRealServer } from '../../testing/real-server.ts'
import { zoneAtNoon } from '../../testing/zone-at-noon.ts'

const NIGHT = 'Settings/Temp/NightSetback'
const OFFSET = 'Settings/Temp/TargetOffset'
/** Of each step of a change; each begins with what the previous one left. */
const ROUNDS = 4
const WAIT = { timeout: 60_000, interval: 20 }

let server: RealServer
let database: FarmDb
let farm: BusyFarm
let controller: ReturnType<typeof createController>

beforeAll(async () => {
  server = await startRealServer()
  database = openFarmDb(server.superuserUrl)
  farm = await fillFarm(database, { customers: 1, gateways: 1, controllers: 1 })
  // No change waits past midnight at its house.
  await database.pool.query(`update office set time_zone = $1 where kind = 'customer'`, [zoneAtNoon()])
  await database.pool.query(
    `update role set permissions = permissions || '[{"permissionId":"device_setting","actionList":["query","get","edit"]}]'
     where chinese_name = 'busy-farmer-0'`,
  )
  await database.close()
  await server.stop()
  await server.start()
  database = openFarmDb(server.superuserUrl)
  controller = createController()
  await controller.connect()
  await vi.waitFor(async () => expect(await reported()).toEqual(controller.values), WAIT)
})
afterAll(async () => {
  controller?.cut()
  await database?.close()
  await server?.remove()
})

/** A controller that keeps its settings over every cut, and executes a command once however often it comes. */
function createController() {
  const [gateway] = farm.gateways
  const [code] = gateway?.controllers ?? []
  if (!gateway || code === undefined) throw new Error('the farm has no controller')
  const values: Record<string, number> = { [NIGHT]: 0, [OFFSET]: 0 }
  /** How often each command was executed. */
  const carriedOut = new Map<string, number>()
  let version = 1
  let lastId = ''
  let result = 0
  let peer: Peer | undefined
  let onCommand = (_id: string, _answer: () => Promise<void>): void => {}

  const everything = (): Metric[] => [
    ...Object.entries(values).map(([name, value]) =>
      metric(name, settingByName(name)?.datatype ?? DataType.Float, value),
    ),
    metric('Settings/Version', bookkeeping['Settings/Version'], BigInt(version)),
    metric('Command/LastId', bookkeeping['Command/LastId'], lastId),
    metric('Command/Result', bookkeeping['Command/Result'], result),
  ]
  const carryOut = (metrics: readonly Metric[]) => {
    const read = (name: string) => metrics.find(one => one.name === name)?.value
    const id = String(read('Command/Id'))
    const isKnown = carriedOut.has(id)
    lastId = id
    if (isKnown) return
    if (Number(read('Command/ExpectedVersion')) !== version) {
      result = commandResults.versionConflict
      return
    }
    for (const name of Object.keys(values)) {
      const value = read(name)
      if (typeof value === 'number') values[name] = Number(value.toFixed(1))
    }
    result = commandResults.ok
    version += 1
    carriedOut.set(id, (carriedOut.get(id) ?? 0) + 1)
  }
  return {
    values,
    carriedOut,
    /** What to do at the next command, after it was executed. */
    atCommand(does: typeof onCommand) {
      onCommand = does
    },
    turnAtPanel(name: string, value: number) {
      values[name] = value
      version += 1
    },
    async connect() {
      const link = await connectPeer(`mqtt://127.0.0.1:${server.mqttPort}`, {
        code: gateway.code,
        password: gateway.password,
      })
      peer = link
      await link.client.subscribeAsync(`spBv1.0/farm/DCMD/${gateway.code}/#`, { qos: 1 })
      link.client.on('message', (topic, payload) => {
        if (topic.includes('/DCMD/')) {
          carryOut(decodePayload(payload).metrics)
          onCommand(lastId, () => link.data(code, everything()))
        } else if (topic.includes('/NCMD/')) void bear(link).catch(() => {})
      })
      await bear(link)
    },
    cut: () => peer?.cut(),
  }
  async function bear(link: Peer) {
    await link.nodeBirth()
    await link.deviceBirth(code as string, everything())
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
}
async function changes(): Promise<Row[]> {
  const { rows } = await database.pool.query<Row>(
    'select id, state, origin, failure, after from setting_change order by made_at, id',
  )
  return rows
}
const changeOf = async (id: string) => (await changes()).find(row => row.id === id)
async function reported() {
  const { rows } = await database.pool.query<{ values: object }>('select "values" from reported_settings')
  return rows[0]?.values
}

/** Requests a change as the screen does, again while the server is too busy; resolves with its id once it is accepted. */
async function send(wanted: Record<string, number>): Promise<string> {
  const customer = farm.customers[0]
  const house = customer?.houses[0]?.id ?? ''
  const before = Object.fromEntries(Object.keys(wanted).map(name => [name, controller.values[name]]))
  const answer = await fetch(`${server.url}/api${settings.send.path.replace(':id', house)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Access-Token': customer?.token ?? '' },
    body: JSON.stringify({ group: 'targetTemperature', wanted, before }),
  })
  if (answer.status === 503) return send(wanted)
  const { data } = (await answer.json()) as { data: { id: string } }
  expect(answer.status, JSON.stringify(data)).toBe(200)
  return data.id
}

/** kill -9, then another process in its place; the controller is told nothing and comes back when the test says so. */
async function killAndStart() {
  await server.kill()
  controller.cut()
  await server.start()
}
/** Another value each time, within the safe range. */
let turn = 0
const another = () => -((++turn % 20) + 1) / 10

async function expectDoneOnce(id: string, wanted: number) {
  await expect.poll(() => changeOf(id), WAIT).toMatchObject({ state: 'synced', after: { [NIGHT]: wanted } })
  expect(controller.carriedOut.get(id)).toBe(1)
  expect(controller.values[NIGHT]).toBe(wanted)
  await expect.poll(reported, WAIT).toEqual(controller.values)
  expect((await changes()).filter(({ origin }) => origin === 'panel')).toEqual([])
}
const rounds = Array.from({ length: ROUNDS }, (_, index) => index + 1)

test.each(rounds)('kill -9 after a change was accepted sends it once (%i)', async () => {
  controller.atCommand((_id, answer) => void answer().catch(() => {}))
  const wanted = another()
  const id = await send({ [NIGHT]: wanted })
  await killAndStart()
  await controller.connect()
  await expectDoneOnce(id, wanted)
})

test.each(rounds)('kill -9 while a change waits for its controller sends it once (%i)', async () => {
  controller.atCommand((_id, answer) => void answer().catch(() => {}))
  controller.cut()
  const wanted = another()
  const id = await send({ [NIGHT]: wanted })
  await killAndStart()
  expect((await changeOf(id))?.state).not.toBe('synced')
  await controller.connect()
  await expectDoneOnce(id, wanted)
})

test.each(rounds)(
  'kill -9 between command and answer calls nothing synced before it was told (%i)',
  async () => {
    const came = Promise.withResolvers<void>()
    controller.atCommand(() => came.resolve())
    const wanted = another()
    const id = await send({ [NIGHT]: wanted })
    await came.promise
    await killAndStart()
    expect((await changeOf(id))?.state).not.toBe('synced')
    await controller.connect()
    await expectDoneOnce(id, wanted)
  },
)

test.each(rounds)('kill -9 right after the answer was acknowledged loses nothing of it (%i)', async () => {
  const told = Promise.withResolvers<void>()
  controller.atCommand((_id, answer) => void answer().then(told.resolve, told.reject))
  const wanted = another()
  const id = await send({ [NIGHT]: wanted })
  await told.promise
  await killAndStart()
  await controller.connect()
  await expectDoneOnce(id, wanted)
})

test.each(rounds)(
  'a panel edit while the server was dead puts a waiting change in conflict (%i)',
  async () => {
    controller.atCommand((_id, answer) => void answer().catch(() => {}))
    controller.cut()
    const id = await send({ [NIGHT]: another() })
    await killAndStart()
    const byHand = another()
    controller.turnAtPanel(NIGHT, byHand)
    await controller.connect()
    await expect.poll(() => changeOf(id), WAIT).toMatchObject({ state: 'conflict' })
    expect(controller.carriedOut.has(id)).toBe(false)
    await expect
      .poll(async () => (await changes()).filter(({ origin }) => origin === 'panel').at(-1), WAIT)
      .toMatchObject({ after: { [NIGHT]: byHand } })
    expect(controller.values[NIGHT]).toBe(byHand)
  },
)
