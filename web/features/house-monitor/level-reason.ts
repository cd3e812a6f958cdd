/** What is known of the ventilation level and of what it follows from. Temperatures in °C, null: not reported. */
export interface LevelNow {
  withoutMains: boolean
  /** code of `Vent/Mode` */
  mode: number | null
  level: number | null
  min: number | null
  max: number | null
  average: number | null
  target: number | null
}

/** Why the controller stands at its level; `by` is K from the target, always positive. */
export type LevelReason =
  | { key: 'noMains' | 'off' | 'hand' | 'emergency' | 'minimum' | 'holding' | 'reported' }
  | { key: 'minimumCold' | 'highest' | 'warm'; by: number }

const OFF = 0
const HAND = 5
const EMERGENCY = 6
/** K from the target that say nothing: probes and rounding */
const CLOSE = 0.2

/** Why the controller ventilates at its level, or null when it reports none. */
export function levelReason({
  withoutMains,
  mode,
  level,
  min,
  max,
  average,
  target,
}: LevelNow): LevelReason | null {
  if (withoutMains) return { key: 'noMains' }
  if (mode === OFF) return { key: 'off' }
  if (mode === HAND) return { key: 'hand' }
  if (mode === EMERGENCY) return { key: 'emergency' }
  if (level === null) return null
  const above = average === null || target === null ? null : average - target
  if (min !== null && level <= min)
    return above !== null && above < -CLOSE ? { key: 'minimumCold', by: -above } : { key: 'minimum' }
  if (above === null) return { key: 'reported' }
  if (above <= CLOSE) return { key: 'holding' }
  return max !== null && level >= max ? { key: 'highest', by: above } : { key: 'warm', by: above }
}
