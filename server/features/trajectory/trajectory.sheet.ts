import { trajectory } from '#shared/contracts/trajectory.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { visitIds, visitsById } from './trajectory.queries.ts'

/** Screen visits in Excel; a screen is named by its path. */
export const trajectorySheet = listSheet({
  list: 'trajectory',
  contract: trajectory,
  columns: [
    { field: 'startedAt', kind: 'instant' },
    { field: 'actualName', kind: 'text' },
    { field: 'username', kind: 'text' },
    { field: 'customerName', kind: 'text', width: 28 },
    { field: 'screen', kind: 'text', width: 32 },
    { field: 'durationMin', kind: 'number' },
  ],
  ids: ({ db }, query: Parameters<typeof visitIds>[1]) => visitIds(db, query),
  rows: ({ db, language }, ids) => visitsById(db, ids, language),
})
