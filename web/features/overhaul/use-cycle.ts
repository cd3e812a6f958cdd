import { useTranslation } from 'react-i18next'
import { type CycleKind, type Machine, machines } from '#shared/overhaul.ts'
import { usePreferences } from '#web/data/preferences.ts'

interface Cycle {
  cycleKind: CycleKind
  cycle: number
  machine: Machine | null
}

/** A cycle in words: `every 30 days`, `every 500 h (Fans)`, `each empty period`. */
export function useCycle() {
  const { t } = useTranslation('overhaul')
  const language = usePreferences(each => each.language)
  return ({ cycleKind, cycle, machine }: Cycle): string => {
    if (cycleKind === 'emptyPeriod') return t($ => $.eachEmpty)
    return cycleKind === 'runningHours' && machine
      ? t($ => $.everyHours, { count: cycle, machine: machines[machine][language] })
      : t($ => $.everyDays, { count: cycle })
  }
}
