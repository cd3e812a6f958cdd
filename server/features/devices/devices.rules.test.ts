import { expect, test } from 'vitest'
import { codeKey, connectionFault, freeFrom, statusAfter } from './devices.rules.ts'

test('a disabled controller that was never born waits for its first birth when it is enabled', () => {
  expect(statusAfter('enable', { status: 'DISABLE', wasBorn: false })).toBe('UNACTIVE')
})

test('a disabled controller that once spoke is offline when it is enabled', () => {
  expect(statusAfter('enable', { status: 'DISABLE', wasBorn: true })).toBe('OFFLINE')
})

test('enabling a device that is enabled changes nothing', () => {
  for (const status of ['UNACTIVE', 'ONLINE', 'OFFLINE'] as const)
    expect(statusAfter('enable', { status, wasBorn: true })).toBeUndefined()
})

test('every device that is not disabled can be disabled, once', () => {
  for (const status of ['UNACTIVE', 'ONLINE', 'OFFLINE'] as const)
    expect(statusAfter('disable', { status, wasBorn: true })).toBe('DISABLE')
  expect(statusAfter('disable', { status: 'DISABLE', wasBorn: true })).toBeUndefined()
})

test('a gateway speaks for itself, a scale needs a gateway, a controller may be its own', () => {
  const at = (type: 'gateway' | 'scale' | 'controller', gatewayId: string | null, speaksMqtt: boolean) =>
    connectionFault({ type, gatewayId, speaksMqtt })?.message
  expect(at('gateway', null, false)).toBeUndefined()
  expect(at('gateway', 'g', false)).toBe('device.gatewayNone')
  expect(at('scale', null, false)).toBe('device.gatewayRequired')
  expect(at('scale', 'g', false)).toBeUndefined()
  expect(at('scale', null, true)).toBe('device.onlyController')
  expect(at('controller', null, true)).toBeUndefined()
  expect(at('controller', 'g', true)).toBe('device.ownGateway')
  expect(at('controller', null, false)).toBe('device.gatewayRequired')
})

test('codes differ by more than upper and lower case', () => {
  expect(codeKey('EC-7:a')).toBe(codeKey('ec-7:A'))
})

test('the code of a deleted device is free thirty days later', () => {
  expect(freeFrom(new Date('2026-01-31T08:00:00Z')).toISOString()).toBe('2026-03-02T08:00:00.000Z')
})
