import type { z } from 'zod'
import type { HouseController } from '#shared/contracts/houses.ts'

export type LevelSettings = NonNullable<z.infer<typeof HouseController>['levelSettings']>

/** The ventilation level and what it depends on, as far as known. Temperatures in °C, null: not reported. */
export interface LevelNow {
  withoutPower: boolean
  /** code of `Vent/Mode` */
  mode: number | null
  level: number | null
  min: number | null
  max: number | null
  average: number | null
  target: number | null
  outside: number | null
  /** Null: not reported, or not shared. */
  settings: LevelSettings | null
}

/**
 * Why the controller runs its level. `by` is K from the target, always positive; `start` K above the target at which the
 * next level starts; `limit` °C outside from which tunnel ventilation is allowed; `seconds` until a level is taken.
 */
export type LevelReason =
  | { key: 'noPower' | 'off' | 'hand' | 'emergency' | 'minimum' | 'holding' | 'reported' }
  | { key: 'minimumCold' | 'highest' | 'noTunnelYet' | 'last' | 'leaving' | 'untold'; by: number }
  | { key: 'next' | 'nextTunnel'; by: number; start: number }
  | { key: 'tunnelOutside'; by: number; limit: number }
  | { key: 'rising'; by: number; seconds: number }

const OFF = 0
const HAND = 5
const EMERGENCY = 6
/** K from the target that mean nothing: probes and rounding */
const CLOSE = 0.2

/** Why the controller ventilates at its level, or null if it reports none. */
export function levelReason(now: LevelNow): LevelReason | null {
  const { withoutPower, mode, level, min, average, target } = now
  if (withoutPower) return { key: 'noPower' }
  if (mode === OFF) return { key: 'off' }
  if (mode === HAND) return { key: 'hand' }
  if (mode === EMERGENCY) return { key: 'emergency' }
  if (level === null) return null
  const above = average === null || target === null ? null : average - target
  const isLowest = min !== null && level <= min
  if (above === null) return { key: isLowest ? 'minimum' : 'reported' }
  if (above > CLOSE) return heldBelow(now, level, above)
  if (!isLowest) return { key: 'holding' }
  return above < -CLOSE ? { key: 'minimumCold', by: -above } : { key: 'minimum' }
}

/** In a house warmer than its target: what keeps the controller from the next level. */
function heldBelow(now: LevelNow, level: number, by: number): LevelReason {
  const { min, max, target, outside, settings } = now
  const isNextTunnel = settings?.tunnelFrom === level + 1
  if (max !== null && level > max) return { key: 'leaving', by }
  if (max !== null && level === max) return { key: atHighest(level, settings, isNextTunnel), by }
  if (!settings) return { key: 'untold', by }
  const limit = Math.max(settings.tunnelOutside, (target ?? 0) - settings.tunnelBelowTarget)
  if (isNextTunnel && outside !== null && outside < limit) return { key: 'tunnelOutside', by, limit }
  const start = levelStart(settings, level + 1, min ?? 1)
  if (by < start) return { key: isNextTunnel ? 'nextTunnel' : 'next', by, start }
  return { key: 'rising', by, seconds: settings.upDelayS }
}

function atHighest(level: number, settings: LevelSettings | null, isNextTunnel: boolean) {
  if (settings && level >= settings.offsets.length) return 'last'
  return isNextTunnel ? 'noTunnelYet' : 'highest'
}

/**
 * K above the target at which a level starts when `min` is today's lowest: the first above the lowest as early as level 2 in
 * the table, the others at their distances from it, tunnel never below its own difference.
 */
function levelStart({ offsets, tunnelFrom, tunnelStart }: LevelSettings, level: number, min: number): number {
  const offset = (of: number) => offsets[of - 1] ?? 0
  const start = (of: number) => offset(2) + offset(of) - offset(min + 1)
  if (tunnelFrom === null || level < tunnelFrom || min >= tunnelFrom) return start(level)
  return start(level) + Math.max(0, tunnelStart - start(tunnelFrom))
}
