import { get as sparkplugPayload } from 'sparkplug-payload'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DataType } from '#shared/sparkplug/types.ts'
import { soon } from '#shared/testing/soon.ts'
import { BUFFERED_METRICS } from './gateway.ts'
import { type Heard, openFarm } from './testing/farm.ts'

let farm: Awaited<ReturnType<typeof openFarm>>

beforeEach(async () => {
  farm = await openFarm()
})

afterEach(() => farm.close())

describe('births and deaths', () => {
  test('nothing is sent before the host listens; then the births come first and in order', async () => {
    farm.gateway.node.start()
    await soon(() => expect(farm.broker.connectedClients).toBe(1))
    farm.gateway.tick(5, Date.now())
    expect(farm.heard).toEqual([])
    farm.sayHost(true)
    await soon(() => expect(farm.of('DDATA').length).toBeGreaterThan(0))
    expect(farm.heard.slice(0, 3).map(({ type, device }) => [type, device])).toEqual([
      ['NBIRTH', undefined],
      ['DBIRTH', 'C-1'],
      ['DBIRTH', 'C-2'],
    ])
    expect(farm.heard.map(message => message.payload.seq)).toEqual(farm.heard.map((_, i) => i % 256))
    expect(farm.heard.every(message => message.qos === 1)).toBe(true)
    expect(typeof farm.reading(farm.of('NBIRTH')[0], 'bdSeq')).toBe('bigint')
    expect(farm.reading(farm.of('NBIRTH')[0], 'Node Control/Rebirth')).toBe(false)
  })

  test('a birth names every metric with alias, unit and range, and every setting, readable for a foreign peer', async () => {
    await farm.born()
    const [birth] = farm.of('DBIRTH')
    const metrics = birth?.payload.metrics ?? []
    const average = metrics.find(metric => metric.name === 'Climate/Temp/Avg')
    expect(average?.properties).toMatchObject({
      engUnit: { value: '°C' },
      engLow: { value: -40 },
      engHigh: { value: 90 },
      decimals: { value: 1 },
    })
    const aliases = metrics.map(metric => metric.alias)
    expect(new Set(aliases).size).toBe(metrics.length)
    expect(farm.reading(birth, 'Settings/Vent/L07/SideInlet')).toBe(38)
    expect(farm.reading(birth, 'Settings/Version')).toBe(1n)
    const foreign = sparkplugPayload('spBv1.0')?.decodePayload(birth?.bytes ?? Buffer.alloc(0))
    expect(foreign?.metrics?.map(metric => metric.name)).toEqual(metrics.map(metric => metric.name))
    const theirs = foreign?.metrics?.find(metric => metric.name === 'Bird/Count')
    expect(theirs?.value).toBe(farm.reading(birth, 'Bird/Count'))
  })

  test('an alias stands for one name in the whole edge node', async () => {
    await farm.born()
    const aliases = farm.of('DBIRTH').flatMap(({ payload }) => payload.metrics.map(metric => metric.alias))
    expect(farm.of('DBIRTH').length).toBeGreaterThan(1)
    expect(new Set(aliases).size).toBe(aliases.length)
  })

  test('a gateway reports its signal at birth, and again when it has moved by some dB', async () => {
    await farm.born()
    const told = () =>
      [...farm.of('NBIRTH'), ...farm.of('NDATA')].map(message => farm.reading(message, 'Node Info/Signal'))
    const now = Date.now()
    farm.gateway.tick(5, now + 1)
    expect(farm.of('NDATA')).toEqual([])
    // In some hours it hardly moves.
    const minutes = 720
    for (let minute = 1; minute <= minutes; minute++) farm.gateway.tick(5, now + minute * 60_000)
    await soon(() => expect(farm.of('NDATA').length).toBeGreaterThan(1))
    const levels = told() as number[]
    for (const level of levels) expect([level >= -120, level <= 0]).toEqual([true, true])
    for (const [i, level] of levels.slice(1).entries())
      expect(Math.abs(level - (levels[i] as number))).toBeGreaterThanOrEqual(3)
    expect(farm.of('NDATA').length).toBeLessThan(minutes / 2)
  })

  test('a rebirth starts again at sequence 0 with the same bdSeq', async () => {
    await farm.born()
    farm.command('spBv1.0/farm/NCMD/GW-1', [
      { name: 'Node Control/Rebirth', datatype: DataType.Boolean, value: true },
    ])
    await soon(() => expect(farm.of('DBIRTH')).toHaveLength(4))
    const [first, second] = farm.of('NBIRTH')
    expect(second?.payload.seq).toBe(0)
    expect(farm.reading(second, 'bdSeq')).toBe(farm.reading(first, 'bdSeq'))
  })

  test('a cut link is announced by the will, and the next connection has the next number', async () => {
    await farm.born()
    farm.gateway.node.setLink(false)
    await soon(() => expect(farm.of('NDEATH')).toHaveLength(1))
    const before = farm.reading(farm.of('NBIRTH')[0], 'bdSeq')
    expect(farm.reading(farm.of('NDEATH')[0], 'bdSeq')).toBe(before)
    expect(farm.gateway.node.isBorn()).toBe(false)
    farm.gateway.node.setLink(true)
    await soon(() => expect(farm.of('NBIRTH')).toHaveLength(2))
    expect(farm.reading(farm.of('NBIRTH')[1], 'bdSeq')).toBe(
      (Number(before) + 1) % 256 === 0 ? 0n : BigInt(Number(before) + 1),
    )
  })

  test('a planted link fault cuts the link until it is ended, and the reports in between follow as the past', async () => {
    await farm.born()
    const now = Date.now()
    const link = { device: 'C-2', fault: 'link', number: 0 } as const
    farm.gateway.plant({ ...link, isPlanted: true })
    farm.gateway.tick(10, now + 10_000)
    await soon(() => expect(farm.of('NDEATH')).toHaveLength(1))
    for (const s of [20, 30]) farm.gateway.tick(10, now + s * 1_000)
    expect(farm.of('NBIRTH')).toHaveLength(1)
    farm.gateway.plant({ ...link, isPlanted: false })
    farm.gateway.tick(10, now + 40_000)
    await soon(() => expect(farm.of('NBIRTH')).toHaveLength(2))
    const isPast = ({ payload }: (typeof farm.heard)[number]) =>
      payload.metrics.some(({ isHistorical, timestamp }) => isHistorical && timestamp === now + 20_000)
    await soon(() => expect(farm.of('DDATA').some(isPast)).toBe(true))
  })

  test('stopping publishes the deaths of the controllers and of the node', async () => {
    await farm.born()
    await farm.gateway.stop()
    expect(farm.heard.slice(-3).map(({ type, device }) => [type, device])).toEqual([
      ['DDEATH', 'C-1'],
      ['DDEATH', 'C-2'],
      ['NDEATH', undefined],
    ])
    expect(farm.reading(farm.of('NDEATH')[0], 'bdSeq')).toBe(farm.reading(farm.of('NBIRTH')[0], 'bdSeq'))
  })
})

describe('data', () => {
  test('sequence numbers run from 255 to 0, and only what changed is sent between snapshots', async () => {
    await farm.born()
    const now = Date.now()
    for (let i = 1; i <= 150; i++) farm.gateway.tick(5, now + i * 100)
    await soon(() => expect(farm.of('DDATA').length).toBeGreaterThan(260))
    // What a slow broker has not taken yet would hold up the snapshot.
    await soon(() => expect(farm.gateway.log.waiting()).toBe(0))
    expect(farm.heard.map(message => message.payload.seq)).toEqual(farm.heard.map((_, i) => i % 256))
    const sizes = farm.of('DDATA').map(message => message.payload.metrics.length)
    expect(Math.max(...sizes)).toBeLessThan(60)
    const metrics = farm.of('DDATA').flatMap(message => message.payload.metrics)
    expect(metrics.every(metric => metric.timestamp !== undefined && metric.name === undefined)).toBe(true)
    farm.gateway.tick(5, now + 90_000)
    await soon(() => expect(farm.of('DDATA').at(-1)?.payload.metrics.length).toBeGreaterThan(100))
  })

  test('what was measured while the host was away comes as history after the births, in small messages', async () => {
    await farm.born()
    farm.sayHost(false)
    await soon(() => expect(farm.of('NDEATH')).toHaveLength(1))
    const away = Date.now() + 1000
    for (let i = 0; i < 20; i++) farm.gateway.tick(5, away + i * 5000)
    const births = farm.heard.length
    farm.sayHost(true)
    await soon(() => expect(farm.gateway.log.waiting()).toBe(0))
    const late = farm.heard.slice(births)
    expect(late.slice(0, 3).map(message => message.type)).toEqual(['NBIRTH', 'DBIRTH', 'DBIRTH'])
    const history = late.filter(message => message.payload.metrics.some(metric => metric.isHistorical))
    expect(history.every(({ payload }) => payload.metrics.length <= BUFFERED_METRICS)).toBe(true)
    const times = new Set(history.flatMap(({ payload }) => payload.metrics.map(metric => metric.timestamp)))
    expect([...times]).toEqual(Array.from({ length: 20 }, (_, i) => away + i * 5000))
  })

  test('the host can request a range again', async () => {
    await farm.born()
    const now = Date.now()
    for (let i = 1; i <= 10; i++) farm.gateway.tick(5, now + i * 5000)
    // Both controllers have sent all of it: what comes now was requested.
    const isLast = ({ payload }: Heard) => payload.metrics.some(({ timestamp }) => timestamp === now + 50_000)
    await soon(() => expect(farm.of('DDATA').filter(isLast)).toHaveLength(2))
    await soon(() => expect(farm.gateway.log.waiting()).toBe(0))
    const before = farm.heard.length
    farm.command('spBv1.0/farm/NCMD/GW-1', [
      { name: 'Node Control/Replay From', datatype: DataType.DateTime, value: now + 15_000 },
      { name: 'Node Control/Replay To', datatype: DataType.DateTime, value: now + 25_000 },
    ])
    await soon(() => {
      const times = new Set(
        farm.heard.slice(before).flatMap(({ payload }) => payload.metrics.map(metric => metric.timestamp)),
      )
      expect([...times].sort()).toEqual([now + 15_000, now + 20_000, now + 25_000])
    })
    const again = farm.heard.slice(before).flatMap(({ payload }) => payload.metrics)
    expect(again.every(metric => metric.isHistorical)).toBe(true)
  })
})
