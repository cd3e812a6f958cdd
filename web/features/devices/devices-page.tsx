import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Credential, type Device, devices } from '#shared/contracts/devices.ts'
import { deviceTypes } from '#shared/devices.ts'
import { markOfStatus } from '#web/components/device-status.tsx'
import { later } from '#web/components/later.tsx'
import { DELETED, isOfDeleted, useDeletedColumns, useDeletedFilter } from '#web/components/list/deleted.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { readListAhead, useList } from '#web/components/list/use-list.ts'
import { type Search, useScreen } from '#web/components/screen-context.tsx'
import { useBulkActions } from './device-bulk.ts'
import { useDeviceColumns } from './device-columns.tsx'
import { DeletedDeviceActions, DeviceRowActions } from './device-row-actions.tsx'

const CredentialDialog = later(() => import('./credential-dialog.tsx').then(file => file.CredentialDialog))
const DeviceFormDialog = later(() => import('./device-form-dialog.tsx').then(file => file.DeviceFormDialog))
const DeviceHistoryDialog = later(() =>
  import('./device-history-dialog.tsx').then(file => file.DeviceHistoryDialog),
)
const ReplaceDialog = later(() => import('./replacement/replace-dialog.tsx').then(file => file.ReplaceDialog))

/** Statuses and last messages move; the list is read again this often, ms. */
const REREAD_MS = 15_000

/** A secret to show once, with the word for how it came about. */
export interface Issued {
  credential: z.output<typeof Credential>
  isReset: boolean
}

/** Filters of the address. */
const FILTERS = ['search', 'type', 'status', DELETED]
/** Columns that say something of a deleted device. */
const KEPT = ['code', 'name', 'type', 'officeId']

/** `/deviceManage`: devices, their credentials and their history. */
export function DevicesPage() {
  const { t } = useTranslation('devices')
  const { t: word } = useTranslation('components')
  const list = useList(devices.list, FILTERS, {
    everyMs: REREAD_MS,
    counts: devices.counts,
  })
  const { search, setSearch } = useScreen()
  const [editing, setEditing] = useState<Device | 'new' | null>(null)
  const [issued, setIssued] = useState<Issued | null>(null)
  const [shown, setShown] = useState<Device | null>(null)
  const isDeleted = isOfDeleted(list)
  const columns = useDeviceColumns()
  const deletedColumns = useDeletedColumns(columns, KEPT)
  const deletedFilter = useDeletedFilter(devices.restore)
  const bulk = useBulkActions()
  const types = deviceTypes.map(value => ({ value, label: word($ => $.deviceType[value]) }))
  const statuses = (['ONLINE', 'OFFLINE', 'UNACTIVE', 'DISABLE'] as const).map(value => ({
    value,
    label: word($ => $.deviceStatus[value]),
    state: markOfStatus[value],
  }))
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={t($ => $.says, { count: list.total })}
      searchHint={t($ => $.searchHint)}
      chips={{ name: 'status', label: t($ => $.fields.status), options: statuses }}
      filters={[{ name: 'type', label: t($ => $.fields.type), options: types }, ...deletedFilter]}
      columns={isDeleted ? deletedColumns : columns}
      {...(!isDeleted && { excel: devices, bulk })}
      create={{ label: t($ => $.new), endpoint: devices.create, run: () => setEditing('new') }}
      actions={device =>
        device.deleted ? (
          <DeletedDeviceActions device={device} />
        ) : (
          <DeviceRowActions
            device={device}
            edit={() => setEditing(device)}
            showHistory={() => setShown(device)}
            replace={() => setSearch({ replace: device.id })}
            showCredential={credential => setIssued({ credential, isReset: true })}
          />
        )
      }
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays), readOnly: t($ => $.emptyReadOnly) }}
    >
      {editing && (
        <DeviceFormDialog
          device={editing === 'new' ? null : editing}
          close={() => setEditing(null)}
          showCredential={credential => setIssued({ credential, isReset: false })}
        />
      )}
      {issued && <CredentialDialog {...issued} close={() => setIssued(null)} />}
      {search.replace && (
        <ReplaceDialog
          id={search.replace}
          goOn={replace => setSearch({ replace })}
          close={() => setSearch({ replace: undefined })}
        />
      )}
      {shown && <DeviceHistoryDialog device={shown} close={() => setShown(null)} />}
    </ListPage>
  )
}
DevicesPage.readAhead = (search: Search) => readListAhead(devices.list, FILTERS, search)
