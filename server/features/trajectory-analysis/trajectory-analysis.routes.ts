import { trajectoryAnalysis } from '#shared/contracts/trajectory.ts'
import { feature } from '../../platform/http/feature.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { overviewOf } from './overview.queries.ts'
import { inactiveCustomers } from './trajectory-analysis.queries.ts'
import { inactiveSheet } from './trajectory-analysis.sheet.ts'

export const trajectoryAnalysisFeature = feature('trajectory-analysis', trajectoryAnalysis, {
  export: exporting(inactiveSheet),
  overview: ({ transaction, query, viewer }) => overviewOf(transaction, viewer.scope, query, viewer.timeZone),
  inactive: ({ db, query, language }) => inactiveCustomers(db, Number(query.days), language),
})
