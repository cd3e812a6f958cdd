import { trajectoryAnalysis } from '#shared/contracts/trajectory.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { inactiveById, inactiveIds } from './trajectory-analysis.queries.ts'

/** Inactive customers in Excel. */
export const inactiveSheet = listSheet({
  list: 'trajectory-analysis',
  contract: trajectoryAnalysis,
  columns: [
    { field: 'name', kind: 'text', width: 28 },
    { field: 'users', kind: 'number' },
    { field: 'lastSeenAt', kind: 'instant' },
  ],
  ids: ({ db }, { days }: { days: string }) => inactiveIds(db, Number(days)),
  rows: ({ db, language }, ids) => inactiveById(db, ids, language),
})
