import { type ConsentEntry, farmAccess } from '#shared/contracts/farm-access.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { entriesById, entryIds, refuseOthers } from './farm-access.queries.ts'

/** The log of how a customer's consents were used, in Excel. */
export const farmAccessSheet = listSheet({
  list: 'farm-access',
  contract: farmAccess,
  columns: [
    { field: 'at', kind: 'instant' },
    { field: 'event', kind: 'text', words: 'consentEvent' },
    { field: 'consent', kind: 'text', words: 'consent' },
    { field: 'what', kind: 'text', words: 'consentUse', width: 28 },
    { field: 'houseName', kind: 'text', width: 24 },
    { field: 'channelName', kind: 'text', width: 24 },
    { field: 'by', kind: 'text' },
    { field: 'program', kind: 'text' },
    { field: 'office', kind: 'text', width: 28 },
    { field: 'roles', kind: 'text', width: 24 },
    { field: 'endsOn', kind: 'date', value: ({ endsOn }: ConsentEntry) => endsOn },
  ],
  ids: ({ db, viewer }, query: Parameters<typeof entryIds>[2]) => {
    refuseOthers(viewer)
    return entryIds(db, viewer, query)
  },
  rows: ({ db, viewer, language }, ids) => entriesById(db, viewer, ids, language),
})
