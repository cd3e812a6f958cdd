import { reports } from '#shared/contracts/reports.ts'
import { feature } from '../../platform/http/feature.ts'
import { exportDaily } from './daily/report.ts'

export const reportsFeature = feature('reports', reports, { daily: exportDaily })
