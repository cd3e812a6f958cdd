import { isWorse, platformAlarms } from '#shared/alarms.ts'
import { ageInDays } from '#shared/flock.ts'
import type { Severity } from '#shared/signals.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import type { KnownHouse } from '../house-state/house-directory.ts'
import { setBack, startWatch, type Watch, watchStep } from './delayed.ts'
import { GAS_RETURN, type GasCode, gasMetrics, gasSteps } from './gas-rule.ts'

export interface GasVerdict {
  code: GasCode
  due: 'raise' | 'escalate' | 'clear'
  level: Severity
  since: number | null
  value: number
  limit: number | null
  /** Time of the sample, ms since 1970. */
  at: number
}

/** Checks the air of houses against its limits, unless the controller has such an alarm of its own. */
export interface GasWatch {
  /** Judges a live sample of a device; `standing`: the level of our active alarm, null without one. */
  judge(
    deviceId: string,
    house: KnownHouse,
    latest: LatestState,
    standing: (code: GasCode) => Severity | null,
  ): GasVerdict[]
  forget(deviceId: string): void
}

const codes = Object.keys(gasMetrics) as GasCode[]

export function createGasWatch(): GasWatch {
  /** By device, code and step. */
  const watches = new Map<string, Map<string, Watch>>()

  function judgeOne(
    deviceId: string,
    { house, latest, code }: { house: KnownHouse; latest: LatestState; code: GasCode },
    standing: Severity | null,
  ): GasVerdict | null {
    const reading = latest.readings.get(gasMetrics[code])
    if (typeof reading?.value !== 'number') return null
    const { value, at } = reading
    const hasOwn = latest.readings.get(`Alarm/${platformAlarms[code].covers}`) !== undefined
    const steps = hasOwn ? [] : gasSteps(code, house.type, ageInDays(house, house.timeZone, new Date(at)))
    const known = watches.get(deviceId) ?? new Map<string, Watch>()
    watches.set(deviceId, known)
    let worst: Pick<GasVerdict, 'level' | 'since' | 'limit'> | null = null
    for (const [index, { limit, level, delayMs }] of steps.entries()) {
      const key = `${code} ${index}`
      const before = setBack(known.get(key) ?? startWatch(false), at)
      const { watch } = watchStep(before, { breach: value > limit, back: value <= limit }, at, delayMs)
      known.set(key, watch)
      if (watch.active) worst = { level, limit, since: watch.since }
    }
    const told = { code, value, at }
    const isBack = steps[0] === undefined || value <= steps[0].limit * GAS_RETURN
    if (standing !== null && isBack)
      return { ...told, due: 'clear', level: standing, since: null, limit: null }
    if (worst === null) return null
    if (standing === null) return { ...told, due: 'raise', ...worst }
    return isWorse(worst.level, standing) ? { ...told, due: 'escalate', ...worst } : null
  }

  return {
    judge: (deviceId, house, latest, standing) =>
      codes.flatMap(code => judgeOne(deviceId, { house, latest, code }, standing(code)) ?? []),
    forget(deviceId) {
      watches.delete(deviceId)
    },
  }
}
