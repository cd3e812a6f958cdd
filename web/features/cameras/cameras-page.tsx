import { useTranslation } from 'react-i18next'
import { cameras } from '#shared/contracts/cameras.ts'
import { useStatusChoices } from '#web/components/device-status.tsx'
import { later } from '#web/components/later.tsx'
import { useCustomerFilter } from '#web/components/list/customer-filter.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { useOpened } from '#web/components/list/use-opened.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useMayCall } from '#web/data/session.ts'
import { CameraRowActions } from './camera-actions.tsx'
import { useCameraColumns } from './camera-columns.tsx'

const CameraDetail = later(() => import('./camera-detail.tsx').then(file => file.CameraDetail))
const CameraWizard = later(() => import('./camera-wizard.tsx').then(file => file.CameraWizard))

/** How often the list is read again, ms: cameras are tried every minute. */
const REREAD_MS = 15_000
/** Filters in the address. */
const FILTERS = ['search', 'status', 'officeId']

/** `/deivce/camera`: cameras, whether they are online, and why not; one with its channels beside the list (`?open=`). */
export function CamerasPage() {
  const { t } = useTranslation('cameras')
  const list = useList(cameras.list, FILTERS, { everyMs: REREAD_MS, counts: cameras.counts })
  const opened = useOpened(list)
  const { setSearch } = useScreen()
  const { row: editing, open: edit, close } = useEdited(list, cameras)
  const mayRead = useMayCall(cameras.get)
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      chips={{ name: 'status', label: t($ => $.fields.status), options: useStatusChoices() }}
      filters={useCustomerFilter()}
      columns={useCameraColumns()}
      excel={cameras}
      create={{ label: t($ => $.new), endpoint: cameras.create, run: () => edit('new') }}
      actions={camera => <CameraRowActions camera={camera} edit={() => edit(camera)} show={opened.open} />}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays), readOnly: t($ => $.emptyReadOnly) }}
      {...(mayRead && {
        detail: { opened, show: id => <CameraDetail key={id} id={id} opened={opened} edit={edit} /> },
      })}
    >
      {editing && (
        <CameraWizard
          camera={editing === 'new' ? null : editing}
          close={close}
          show={id => setSearch({ id: undefined, open: id })}
        />
      )}
    </ListPage>
  )
}
CamerasPage.readAhead = listReadAhead(cameras.list, FILTERS)
