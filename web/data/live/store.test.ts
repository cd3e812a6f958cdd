import { describe, expect, test } from 'vitest'
import type { FrameData } from '#shared/realtime.ts'
import { createLiveStore, keyOf } from './store.ts'

/** A store whose screen frames are drawn by hand. */
function aStore() {
  const waiting: (() => void)[] = []
  const store = createLiveStore(flush => waiting.push(flush))
  return {
    ...store,
    waiting,
    draw() {
      for (const flush of waiting.splice(0)) flush()
    },
  }
}

const TEMPERATURE = 'Climate/Temp/Avg'
const DEVICE = 'device of house 1'
const data = (
  chickenHouseId: string,
  value: number,
  at: number,
  heardAt = at,
  iotId = `device of ${chickenHouseId}`,
): FrameData => ({
  dataType: 'DEVICE_DATA',
  iotId,
  chickenHouseId,
  heardAt,
  values: { [TEMPERATURE]: [value, at] },
})
const temperature = keyOf.reading(DEVICE, TEMPERATURE)

describe('live values', () => {
  test('a message reaches the screen with the next frame', () => {
    const store = aStore()
    store.take(data('house 1', 22.5, 1_000, 1_500))
    expect(store.read(temperature)).toBeUndefined()
    store.draw()
    expect(store.read(temperature)).toEqual([22.5, 1_000])
    expect(store.read(keyOf.heard(DEVICE))).toBe(1_500)
  })

  test('an unchanged value told again draws nothing', () => {
    const store = aStore()
    store.take(data('house 1', 22.5, 1_000))
    store.draw()
    const before = store.read(temperature)
    let drawn = 0
    store.subscribe(temperature, () => {
      drawn += 1
    })
    store.take(data('house 1', 22.5, 1_000, 2_000))
    store.draw()
    expect(drawn).toBe(0)
    expect(store.read(temperature)).toBe(before)
    store.take(data('house 1', 22.6, 1_000))
    store.draw()
    expect(drawn).toBe(1)
  })

  test('a thousand messages between two frames are drawn once', () => {
    const store = aStore()
    let drawn = 0
    store.subscribe(temperature, () => {
      drawn += 1
    })
    for (let i = 0; i < 1_000; i += 1) store.take(data('house 1', i, i))
    expect(store.waiting).toHaveLength(1)
    store.draw()
    expect(drawn).toBe(1)
    expect(store.read(temperature)).toEqual([999, 999])
  })

  test('a listener to many values of a device is told once per message', () => {
    const store = aStore()
    let told = 0
    const listen = () => {
      told += 1
    }
    for (const metric of ['Climate/Hum/Avg', TEMPERATURE])
      store.subscribe(keyOf.reading(DEVICE, metric), listen)
    const message = data('house 1', 22.5, 1_000)
    if (message.dataType === 'DEVICE_DATA') message.values['Climate/Hum/Avg'] = [61, 1_000]
    store.take(message)
    store.draw()
    expect(told).toBe(1)
  })

  test('a message of one house redraws nothing of another', () => {
    const store = aStore()
    let drawn = 0
    store.subscribe(temperature, () => {
      drawn += 1
    })
    store.take(data('house 2', 30, 1_000))
    store.draw()
    expect(drawn).toBe(0)
  })

  test('a sample that arrives late does not replace a newer one', () => {
    const store = aStore()
    store.take(data('house 1', 22, 2_000))
    store.take(data('house 1', 19, 1_000))
    store.draw()
    expect(store.read(temperature)).toEqual([22, 2_000])
  })

  test('a frame without a metric keeps its last value', () => {
    const store = aStore()
    store.take(data('house 1', 22, 1_000))
    store.take({ ...data('house 1', 0, 0), values: { 'Air/CO2/S1': [900, 2_000] } } as FrameData)
    store.draw()
    expect(store.read(temperature)).toEqual([22, 1_000])
  })

  test('an old message of a silent device does not count as hearing it now', () => {
    const store = aStore()
    store.take(data('house 1', 22, 1_000, 1_200))
    store.take({ ...data('house 1', 0, 0), heardAt: null, values: {} } as FrameData)
    store.draw()
    expect(store.read(keyOf.heard(DEVICE))).toBe(1_200)
  })

  test('two controllers of one house that report in turn each keep their own values', () => {
    const store = aStore()
    const second = keyOf.reading('second', TEMPERATURE)
    for (let i = 1; i <= 3; i += 1) {
      store.take(data('house 1', 22, 1_000 * i))
      store.take(data('house 1', 35, 1_000 * i + 500, 1_000 * i + 500, 'second'))
      store.draw()
      const shown = [temperature, second].map(key => (store.read(key) as [number] | undefined)?.[0])
      expect(shown).toEqual([22, 35])
    }
    expect(store.read(keyOf.heard(DEVICE))).toBe(3_000)
    expect(store.read(keyOf.heard('second'))).toBe(3_500)
  })

  test('what a device reported in another house does not count for the one it serves now', () => {
    const store = aStore()
    const humidity = keyOf.reading(DEVICE, 'Climate/Hum/Avg')
    store.take({ ...data('house 1', 22, 9_000), values: { 'Climate/Hum/Avg': [60, 9_000] } } as FrameData)
    store.take(data('house 2', 19, 1_000, 1_000, DEVICE))
    store.draw()
    expect([store.read(humidity), store.read(temperature)]).toEqual([undefined, [19, 1_000]])
  })

  test('once a house may not be seen, nothing of its devices stays', () => {
    const store = aStore()
    store.take(data('house 1', 22, 1_000))
    store.take(data('house 1', 35, 1_000, 1_000, 'second'))
    store.take(data('house 2', 20, 1_000))
    store.take({ dataType: 'ACCESS', lost: ['house 1'], rights: false })
    store.draw()
    const devices = [DEVICE, 'second', 'device of house 2']
    expect(devices.map(iotId => store.read(keyOf.reading(iotId, TEMPERATURE)))).toEqual([
      undefined,
      undefined,
      [20, 1_000],
    ])
  })

  test('the state of a house changes with its warning', () => {
    const store = aStore()
    store.take({
      dataType: 'WARNING_MESSAGE',
      chickenHouseId: 'house 1',
      state: 'offline',
      since: 7,
      alarms: [],
    })
    store.draw()
    expect(store.read(keyOf.house('house 1'))).toEqual({ state: 'offline', since: 7, alarms: [] })
  })

  test('signing out leaves nothing of the last user', () => {
    const store = aStore()
    store.take(data('house 1', 22, 1_000))
    store.draw()
    store.clear()
    expect(store.read(temperature)).toBeUndefined()
  })
})
