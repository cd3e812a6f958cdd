import { trajectoryAnalysis } from '#shared/contracts/trajectory.ts'
import { feature } from '../../http/feature.ts'
import { inactiveCustomers, overviewOf } from './trajectory-analysis.queries.ts'

export const trajectoryAnalysisFeature = feature('trajectory-analysis', trajectoryAnalysis, {
  overview: ({ db, query, viewer }) => overviewOf(db, query, viewer.timeZone),
  inactive: ({ db, query, language }) => inactiveCustomers(db, Number(query.days), language),
})
