import type { DeviceStatus, DeviceType } from '#shared/devices.ts'
import { RESTORABLE_MS } from '#shared/limits.ts'

export interface Standing {
  status: DeviceStatus
  /** Whether it was ever born. */
  wasBorn: boolean
}

/**
 * The status after an administrator's action, or undefined when it changes nothing: enabling an enabled device, disabling a
 * disabled one. An enabled device has to sign in again.
 */
export function statusAfter(
  action: 'enable' | 'disable',
  { status, wasBorn }: Standing,
): DeviceStatus | undefined {
  if ((status === 'DISABLE') === (action === 'disable')) return undefined
  if (action === 'disable') return 'DISABLE'
  return wasBorn ? 'OFFLINE' : 'UNACTIVE'
}

export interface Connected {
  type: DeviceType
  gatewayId?: string | null | undefined
  speaksMqtt: boolean
}
type Fault = {
  field: 'gatewayId' | 'speaksMqtt'
  message: 'device.gatewayNone' | 'device.onlyController' | 'device.ownGateway' | 'device.gatewayRequired'
}

/** What is wrong with a device's connection settings; undefined when nothing is. */
export function connectionFault({ type, gatewayId, speaksMqtt }: Connected): Fault | undefined {
  if (speaksMqtt && type !== 'controller') return { field: 'speaksMqtt', message: 'device.onlyController' }
  if (type === 'gateway') return gatewayId ? { field: 'gatewayId', message: 'device.gatewayNone' } : undefined
  if (speaksMqtt) return gatewayId ? { field: 'gatewayId', message: 'device.ownGateway' } : undefined
  return gatewayId ? undefined : { field: 'gatewayId', message: 'device.gatewayRequired' }
}

/** Codes are unique regardless of case. */
export const codeKey = (code: string): string => code.toLowerCase()

/** When the code of a device deleted at this time becomes free. */
export const freeFrom = (deletedAt: Date): Date => new Date(deletedAt.getTime() + RESTORABLE_MS)

export interface Successor {
  status: DeviceStatus
  statusSince: Date
  lastMessageAt: Date | null
  /** When it replaced another device; null if it never did. */
  replacedAt: Date | null
}

/** Whether a replacement device has not been heard since. */
export function awaitsBirth({ status, statusSince, lastMessageAt, replacedAt }: Successor): boolean {
  if (replacedAt === null) return false
  // The time of the last message is stored only occasionally, a birth at once.
  const wasBorn = status === 'ONLINE' && statusSince >= replacedAt
  return !wasBorn && !(lastMessageAt !== null && lastMessageAt >= replacedAt)
}
