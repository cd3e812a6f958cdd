import { useTranslation } from 'react-i18next'
import type texts from './en-US.json'

/** What the first part of a metric's name is called; one of another maker stays as it is. */
export function useMetricGroup(): (first: string) => string {
  const { t } = useTranslation('components')
  return first =>
    t($ => $.metricGroups[first as keyof (typeof texts)['metricGroups']], { defaultValue: first })
}
