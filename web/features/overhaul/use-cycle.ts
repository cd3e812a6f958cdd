import { useTranslation } from 'react-i18next'
import type { CycleKind } from '#shared/overhaul.ts'

/** A cycle in words: `every 30 days`, `each empty period`. */
export function useCycle() {
  const { t } = useTranslation('overhaul')
  return ({ cycleKind, cycle }: { cycleKind: CycleKind; cycle: number }): string =>
    cycleKind === 'emptyPeriod' ? t($ => $.eachEmpty) : t($ => $.everyDays, { count: cycle })
}
