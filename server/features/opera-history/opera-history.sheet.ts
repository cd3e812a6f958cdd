import { type HistoryEntry, operaHistory } from '#shared/contracts/opera-history.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { operationIds, operationsById } from './opera-history.queries.ts'

/** The operation history in Excel. */
export const operaHistorySheet = listSheet({
  list: 'opera-history',
  contract: operaHistory,
  columns: [
    { field: 'at', kind: 'instant' },
    { field: 'moduleName', kind: 'text' },
    { field: 'typeName', kind: 'text' },
    { field: 'description', kind: 'text', width: 48 },
    { field: 'operatorName', kind: 'text' },
    { field: 'operatorRoles', kind: 'text' },
    { field: 'operatorOffice', kind: 'text', width: 28 },
    { field: 'officeName', kind: 'text', width: 28 },
    { field: 'ip', kind: 'text' },
  ],
  ids: ({ db, ...reader }, query: Parameters<typeof operationIds>[1]) => operationIds(db, query, reader),
  rows: ({ db, ...reader }, ids): Promise<HistoryEntry[]> => operationsById(db, ids, reader),
})
