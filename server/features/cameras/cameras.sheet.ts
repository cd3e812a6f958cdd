import { cameraKindNames, cameraProblems, cameraTransportNames } from '#shared/cameras.ts'
import { type Camera, cameras } from '#shared/contracts/cameras.ts'
import { text } from '#shared/text.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { cameraIds, camerasById, farmsOfCameras } from './cameras.queries.ts'

/** Export of cameras to Excel. */
export const camerasSheet = listSheet({
  list: 'cameras',
  contract: cameras,
  columns: [
    { field: 'id', kind: 'text', width: 28 },
    { field: 'code', kind: 'text' },
    { field: 'name', kind: 'text', width: 28 },
    { field: 'kind', kind: 'text', words: cameraKindNames },
    {
      field: 'officeId',
      kind: 'text',
      width: 28,
      isOthers: true,
      label: text('客户', 'Customer'),
      value: ({ officeName }: Camera) => officeName,
    },
    {
      field: 'houses',
      kind: 'text',
      width: 28,
      value: ({ channels }: Camera) => channels.flatMap(({ houseName }) => houseName ?? []).join(', '),
    },
    { field: 'channelCount', kind: 'whole' },
    { field: 'status', kind: 'text', words: 'deviceStatus', width: 14 },
    { field: 'problem', kind: 'text', words: cameraProblems, width: 28 },
    { field: 'transport', kind: 'text', words: cameraTransportNames },
    { field: 'remoteIp', kind: 'text' },
    { field: 'remotePort', kind: 'whole' },
    { field: 'lastKeepAliveAt', kind: 'instant' },
    { field: 'createdAt', kind: 'instant' },
  ],
  ids: ({ db }, query: Parameters<typeof cameraIds>[1]) => cameraIds(db, query),
  rows: ({ db, language }, ids) => camerasById(db, ids, language),
  seen: ({ db }, ids) => farmsOfCameras(db, ids),
})
