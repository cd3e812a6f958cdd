import { BEIJING, type LoginEntry, loginHistory } from '#shared/contracts/login-history.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { loginIds, loginsById } from './login-history.queries.ts'

/** The login history in Excel, in Beijing time as on the screen. */
export const loginHistorySheet = listSheet({
  list: 'login-history',
  contract: loginHistory,
  timeZone: BEIJING,
  columns: [
    { field: 'at', kind: 'instant' },
    { field: 'platform', kind: 'text', words: 'platform' },
    { field: 'operation', kind: 'text', words: 'loginOperation' },
    { field: 'actualName', kind: 'text' },
    { field: 'username', kind: 'text' },
    { field: 'customerName', kind: 'text', width: 28 },
    { field: 'ip', kind: 'text' },
    { field: 'lastLoginAt', kind: 'instant' },
  ],
  ids: ({ db }, query: Parameters<typeof loginIds>[1]) => loginIds(db, query),
  rows: ({ db, language }, ids): Promise<LoginEntry[]> => loginsById(db, ids, language),
})
