import type { Language } from '../text.ts'
import { alarmByMetric } from './alarms.ts'
import { metricByName } from './metrics.ts'
import { settingByName } from './settings.ts'

/** Name of a metric, an alarm or a setting; another maker's goes by its name on the wire. */
export const labelOfMetric = (name: string, language: Language): string =>
  (metricByName.get(name) ?? alarmByMetric.get(name) ?? settingByName(name))?.label[language] ?? name
