import { useTranslation } from 'react-i18next'
import type texts from './en-US.json'

/** Label for the first part of a metric's name; unknown ones of other makers stay as they are. */
export function useMetricGroup(): (first: string) => string {
  const { t } = useTranslation('components')
  return first =>
    t($ => $.metricGroups[first as keyof (typeof texts)['metricGroups']], { defaultValue: first })
}
