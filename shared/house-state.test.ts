import { expect, test } from 'vitest'
import { houseStateOf, type ServingNow, sameAlarms } from './house-state.ts'

const now = 1_000_000_000
const online: ServingNow = {
  iotId: 'main',
  isMain: true,
  status: 'ONLINE',
  aliveAt: now - 5_000,
  activeAlarms: [],
}

test('a house is offline at the limit its farm has set', () => {
  const limits = { warningS: 300, criticalS: 600 }
  const silentFor = (ms: number) => houseStateOf([{ ...online, aliveAt: now - ms }], now, [], limits).state
  expect(silentFor(299_999)).toBe('normal')
  expect(silentFor(300_000)).toBe('offline')
})

test('a house without a controller is offline', () => {
  expect(houseStateOf([], now).state).toBe('offline')
})

test('a house whose controller reports and has no alarm is normal', () => {
  expect(houseStateOf([online], now).state).toBe('normal')
})

test('a controller that has been silent for 180 seconds makes its house offline', () => {
  expect(houseStateOf([{ ...online, aliveAt: now - 179_999 }], now).state).toBe('normal')
  expect(houseStateOf([{ ...online, aliveAt: now - 180_000 }], now).state).toBe('offline')
})

test('a house is offline with its main controller, whatever else reports, and online with it, whatever else is silent', () => {
  const second = { ...online, isMain: false }
  expect(houseStateOf([{ ...online, status: 'OFFLINE' }, second], now).state).toBe('offline')
  expect(houseStateOf([{ ...second, status: 'OFFLINE' }, online], now).state).toBe('normal')
})

test('a grave alarm of another device is the house’s alarm, even while the main controller is silent', () => {
  const hot = { ...online, iotId: 'second', isMain: false, activeAlarms: ['Alarm/HighTemp'] }
  expect(houseStateOf([online, hot], now)).toEqual({
    state: 'alarm',
    alarms: [{ code: 'HighTemp', level: 'critical', iotId: 'second' }],
  })
  expect(houseStateOf([{ ...online, aliveAt: null }, hot], now).state).toBe('alarm')
  expect(houseStateOf([online, { ...hot, status: 'OFFLINE' }], now).state).toBe('alarm')
})

test('a critical alarm is an alarm, a warning is not, and the worst comes first', () => {
  const warned = houseStateOf([{ ...online, activeAlarms: ['Alarm/SomethingForeign'] }], now)
  expect(warned.state).toBe('normal')
  expect(warned.alarms).toEqual([{ code: 'SomethingForeign', level: 'warning', iotId: 'main' }])
  const hot = houseStateOf([{ ...online, activeAlarms: ['Alarm/SomethingForeign', 'Alarm/HighTemp'] }], now)
  expect(hot.state).toBe('alarm')
  expect(hot.alarms[0]?.code).toBe('HighTemp')
})

test('an offline house keeps its last alarms visible', () => {
  const gone = houseStateOf([{ ...online, status: 'OFFLINE', activeAlarms: ['Alarm/HighTemp'] }], now)
  expect(gone.state).toBe('offline')
  expect(gone.alarms).toHaveLength(1)
})

test('an alarm that two controllers have counts once for each', () => {
  const hot = { ...online, activeAlarms: ['Alarm/HighTemp'] }
  const { alarms } = houseStateOf([hot, { ...hot, iotId: 'second', isMain: false }], now)
  expect(alarms.map(({ code, iotId }) => [code, iotId])).toEqual([
    ['HighTemp', 'main'],
    ['HighTemp', 'second'],
  ])
  expect(sameAlarms(alarms, alarms.toReversed())).toBe(false)
})
