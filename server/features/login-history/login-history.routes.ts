import { loginHistory } from '#shared/contracts/login-history.ts'
import { feature } from '../../platform/http/feature.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { countLogins, listLogins } from './login-history.queries.ts'
import { loginHistorySheet } from './login-history.sheet.ts'

export const loginHistoryFeature = feature('login-history', loginHistory, {
  export: exporting(loginHistorySheet),
  list: ({ db, query, language }) => listLogins(db, query, language),
  counts: ({ db, query }) => countLogins(db, query),
})
