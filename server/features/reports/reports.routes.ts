import { reports } from '#shared/contracts/reports.ts'
import { feature } from '../../platform/http/feature.ts'
import { exportAlarmLog } from './alarm-log/report.ts'
import { exportDaily } from './daily/report.ts'
import { exportFlock } from './flock/report.ts'

export const reportsFeature = feature('reports', reports, {
  daily: exportDaily,
  flock: exportFlock,
  alarmLog: exportAlarmLog,
})
