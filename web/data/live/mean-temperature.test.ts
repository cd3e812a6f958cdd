import { expect, test } from 'vitest'
import type { FrameData } from '#shared/realtime.ts'
import { createLiveStore, keyOf } from './store.ts'

const MEAN = 'Climate/Temp/Avg'
const probe = (number: number) => `Climate/Temp/S${number}`
const eight = Object.fromEntries(
  [21, 21.2, 21.4, 21.6, 21.8, 22, 22.2, 22.4].map((at, i) => [probe(i + 1), at]),
)

type Values = Record<string, number | null>
const told = (values: Values, at = 1_000): FrameData => ({
  dataType: 'DEVICE_DATA',
  iotId: 'd',
  chickenHouseId: 'h',
  heardAt: at,
  values: Object.fromEntries(Object.entries(values).map(([metric, value]) => [metric, [value, at]])),
})
const alarms = (codes: readonly string[]): FrameData => ({
  dataType: 'WARNING_MESSAGE',
  chickenHouseId: 'h',
  state: 'normal',
  since: 0,
  alarms: codes.map(code => ({ code, level: 'warning' as const, iotId: 'd', since: 0 })),
})

function shownAfter(...frames: readonly FrameData[]) {
  const waiting: (() => void)[] = []
  const store = createLiveStore(flush => waiting.push(flush))
  for (const frame of frames) store.take(frame)
  for (const flush of waiting) flush()
  const [value, at] = (store.read(keyOf.reading('d', MEAN)) as [number | null, number] | undefined) ?? []
  return {
    value: typeof value === 'number' ? Number(value.toFixed(2)) : value,
    at,
    probes: store.read(keyOf.workedOut('d')),
  }
}
const stuck = (metric: string) => `ProbeWrong.stuck:${metric}`

test.each<[string, FrameData[], { value: number | null | undefined; probes: number | undefined }]>([
  ['told by its controller', [told({ ...eight, [MEAN]: 21.9 })], { value: 21.9, probes: undefined }],
  ['eight probes and no mean', [told(eight)], { value: 21.7, probes: 8 }],
  [
    'a mean that its controller no longer has',
    [told({ ...eight, [MEAN]: null })],
    { value: 21.7, probes: 8 },
  ],
  ['a mean that no house has', [told({ ...eight, [MEAN]: 85 })], { value: 21.7, probes: 8 }],
  [
    'a probe in doubt and no mean',
    [told({ ...eight, [probe(8)]: 35 }), alarms([stuck(probe(8))])],
    { value: 21.6, probes: 7 },
  ],
  [
    'the doubt before the values',
    [alarms([stuck(probe(8))]), told({ ...eight, [probe(8)]: 35 })],
    { value: 21.6, probes: 7 },
  ],
  [
    'a probe that its controller calls broken',
    [told({ ...eight, [probe(8)]: 35 }), alarms(['SensorTemp8'])],
    { value: 21.6, probes: 7 },
  ],
  [
    'a mean spoilt by a probe in doubt',
    [told({ ...eight, [probe(8)]: 45, [MEAN]: 24.6 }), alarms([stuck(probe(8))])],
    { value: 21.6, probes: 7 },
  ],
  [
    'a mean that a probe in doubt did not move',
    [told({ ...eight, [MEAN]: 21.8 }), alarms([stuck(probe(8))])],
    { value: 21.8, probes: undefined },
  ],
  ['a mean in doubt', [told({ ...eight, [MEAN]: 30 }), alarms([stuck(MEAN)])], { value: 21.7, probes: 8 }],
  [
    'nothing but a mean in doubt',
    [told({ [MEAN]: 30 }), alarms([stuck(MEAN)])],
    { value: 30, probes: undefined },
  ],
  [
    'a doubt that has ended',
    [told({ ...eight, [probe(8)]: 24.4 }), alarms([stuck(probe(8))]), alarms([])],
    { value: 21.95, probes: 8 },
  ],
  ['probes all dead', [told({ [probe(1)]: null })], { value: undefined, probes: undefined }],
])('the temperature of a house: %s', (_, frames, shown) => {
  expect(shownAfter(...frames)).toMatchObject(shown)
})

test('it is as old as the newest probe it is worked out from', () => {
  expect(shownAfter(told(eight), told({ [probe(3)]: 21 }, 5_000)).at).toBe(5_000)
})
