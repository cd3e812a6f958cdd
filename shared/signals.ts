/** The signal model: what a house measures, what it warns of and what can be set. One source for all sides. */
export {
  type AlarmSignal,
  alarmByMetric,
  alarmOfLatch,
  alarmSaid,
  alarms,
  LATCHED,
  type Severity,
  severities,
} from './signals/alarms.ts'
export { bookkeeping, isBookkeeping } from './signals/bookkeeping.ts'
export { checkSettings } from './signals/check-settings.ts'
export { formatSignal, unitWord } from './signals/format.ts'
export { labelOfMetric } from './signals/label.ts'
export { metricByName, metrics, metricsFor } from './signals/metrics.ts'
export {
  type SettingDocument,
  type SettingGroupKey,
  type SettingProblem,
  type SettingSignal,
  type SettingValue,
  settingGroupKeys,
} from './signals/setting.ts'
export { sayProblem } from './signals/setting-texts.ts'
export {
  isOfOneHouse,
  isSharedGroup,
  settingByName,
  settingGroupNames,
  settingGroups,
  settingsInGroup,
} from './signals/settings.ts'
export {
  type HouseType,
  houseTypeNames,
  houseTypes,
  type MetricSignal,
} from './signals/signal.ts'
export { type Storage, storageOf } from './signals/storage.ts'
