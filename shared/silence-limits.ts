import { NO_DATA_CRITICAL_S, NO_DATA_WARNING_S } from './limits.ts'

/** How long a house may send no data before that is a warning, and offline; then critical. Seconds. */
export interface SilenceLimits {
  warningS: number
  criticalS: number
}

/** What holds in a house whose farm has set nothing. */
export const USUAL_SILENCE: SilenceLimits = { warningS: NO_DATA_WARNING_S, criticalS: NO_DATA_CRITICAL_S }

/** As stored with a house: both, or none where the usual limits hold. */
interface Stored {
  noDataWarningS: number | null
  noDataCriticalS: number | null
}

/** What holds in a house. */
export const silenceLimitsOf = (stored: Stored | null): SilenceLimits => ({
  warningS: stored?.noDataWarningS ?? USUAL_SILENCE.warningS,
  criticalS: stored?.noDataCriticalS ?? USUAL_SILENCE.criticalS,
})

/** What to store with a house: nothing where the usual limits hold, so that they can change. */
export function storedSilence({ warningS, criticalS }: SilenceLimits): Stored {
  const isUsual = warningS === USUAL_SILENCE.warningS && criticalS === USUAL_SILENCE.criticalS
  return isUsual
    ? { noDataWarningS: null, noDataCriticalS: null }
    : { noDataWarningS: warningS, noDataCriticalS: criticalS }
}
