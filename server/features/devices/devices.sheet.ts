import { type Device, DeviceForm, devices } from '#shared/contracts/devices.ts'
import { deviceTypes } from '#shared/devices.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { checkDevices, resolveDevices, writeDevices } from './device-import.ts'
import { deviceIds, devicesById } from './devices.queries.ts'

/** Export and import of devices in Excel. */
export const devicesSheet = listSheet({
  list: 'devices',
  contract: devices,
  columns: [
    { field: 'code', kind: 'text' },
    { field: 'name', kind: 'text', width: 28 },
    { field: 'type', kind: 'text', words: 'deviceType' },
    { field: 'status', kind: 'text', words: 'deviceStatus', width: 14 },
    { field: 'statusSince', kind: 'instant' },
    { field: 'lastMessageAt', kind: 'instant' },
    {
      field: 'officeId',
      kind: 'text',
      width: 28,
      isOthers: true,
      value: ({ officeName }: Device) => officeName,
    },
    { field: 'houseName', kind: 'text' },
    { field: 'gatewayId', kind: 'text', value: ({ gatewayCode }: Device) => gatewayCode },
    { field: 'quarantined', kind: 'whole' },
    { field: 'createdAt', kind: 'instant' },
  ],
  ids: ({ db }, query: Parameters<typeof deviceIds>[1]) => deviceIds(db, query),
  rows: ({ db, language }, ids) => devicesById(db, ids, language),
  import: {
    form: DeviceForm,
    columns: [
      { field: 'code', kind: 'text', isRequired: true },
      { field: 'name', kind: 'text', isRequired: true, width: 28 },
      { field: 'type', kind: 'text', words: 'deviceType', choices: deviceTypes, isRequired: true },
      { field: 'officeId', kind: 'text', width: 28 },
      { field: 'gatewayId', kind: 'text' },
    ],
    resolve: resolveDevices,
    check: checkDevices,
    write: writeDevices,
    tell: (events, ids) => void events.emit('registry', { deviceIds: ids }),
  },
})
