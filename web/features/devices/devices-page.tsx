import { useTranslation } from 'react-i18next'
import { devices } from '#shared/contracts/devices.ts'
import { later } from '#web/components/later.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useBulkActions } from './device-bulk.ts'
import { useDeviceColumns } from './device-columns.tsx'
import { DeletedDeviceActions, DeviceRowActions } from './device-row-actions.tsx'
import { FILTERS, useDeviceFilters } from './use-device-filters.ts'

const DeviceFormDialog = later(() => import('./device-form-dialog.tsx').then(file => file.DeviceFormDialog))
const ReplaceDialog = later(() => import('./replacement/replace-dialog.tsx').then(file => file.ReplaceDialog))

/** How often the list is read again, ms, since statuses and last messages change. */
const REREAD_MS = 15_000

/** Columns that still mean something for a deleted device. */
const KEPT = ['code', 'name', 'type', 'officeId']

/** `/deviceManage`: devices, their credentials and their history. */
export function DevicesPage() {
  const { t } = useTranslation('devices')
  const list = useList(devices.list, FILTERS, { everyMs: REREAD_MS, counts: devices.counts })
  const { search, setSearch } = useScreen()
  const { row: editing, open: edit, close } = useEdited(list, devices)
  const replace = (id: string | undefined) => setSearch({ replace: id })
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      {...useDeviceFilters()}
      columns={useDeviceColumns()}
      excel={devices}
      bulk={useBulkActions()}
      create={{ label: t($ => $.new), endpoint: devices.create, run: () => edit('new') }}
      actions={device => (
        <DeviceRowActions device={device} edit={() => edit(device)} replace={() => replace(device.id)} />
      )}
      deleted={{
        restore: devices.restore,
        kept: KEPT,
        actions: device => <DeletedDeviceActions device={device} />,
      }}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays), readOnly: t($ => $.emptyReadOnly) }}
    >
      {editing && <DeviceFormDialog device={editing === 'new' ? null : editing} close={close} />}
      {search.replace && (
        <ReplaceDialog id={search.replace} goOn={replace} close={() => replace(undefined)} />
      )}
    </ListPage>
  )
}
DevicesPage.readAhead = listReadAhead(devices.list, FILTERS)
