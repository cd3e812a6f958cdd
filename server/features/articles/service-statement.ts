import { serviceStatementContract } from '#shared/contracts/service-statement.ts'
import { statementNow } from '../../people/service-statement.ts'
import { feature } from '../../platform/http/feature.ts'

export const serviceStatementFeature = feature('service-statement', serviceStatementContract, {
  read: ({ services }) => statementNow(services.store),
})
