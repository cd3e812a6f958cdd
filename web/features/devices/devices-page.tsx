import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Credential, type Device, devices } from '#shared/contracts/devices.ts'
import { deviceStatuses, deviceTypes } from '#shared/devices.ts'
import { useConnectionEvent } from '#web/components/connection-event.ts'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import { type Column, DataTable } from '#web/components/list/data-table.tsx'
import { ChoiceFilter, SearchFilter } from '#web/components/list/filters.tsx'
import { useList } from '#web/components/list/use-list.ts'
import { StateWord } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { useMayCall } from '#web/data/session.ts'
import { CredentialDialog } from './credential-dialog.tsx'
import { DeviceActions } from './device-actions.tsx'
import { DeviceFormDialog } from './device-form-dialog.tsx'
import { DeviceHistoryDialog } from './device-history-dialog.tsx'

/** Statuses and last messages move; the list is read again this often, ms. */
const REREAD_MS = 15_000

/** A secret to show once, with the word for how it came about. */
export interface Issued {
  credential: z.output<typeof Credential>
  isReset: boolean
}

/** `/deviceManage`: devices, their credentials and their history. */
export function DevicesPage() {
  const { t } = useTranslation('devices')
  const list = useList(devices.list, ['search', 'type', 'status'], REREAD_MS)
  const [editing, setEditing] = useState<Device | 'new' | null>(null)
  const [issued, setIssued] = useState<Issued | null>(null)
  const [shown, setShown] = useState<Device | null>(null)
  const mayCreate = useMayCall(devices.create)
  const create = mayCreate && (
    <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      {t($ => $.new)}
    </Button>
  )
  return (
    <div className="page">
      <div className="list-head">
        <div>
          <h1>{t($ => $.title)}</h1>
          <p className="num">{list.isLoading ? '\u00a0' : t($ => $.says, { count: list.total })}</p>
        </div>
        {create}
      </div>
      <Filters list={list} />
      <DataTable
        list={list}
        columns={useColumns()}
        actions={device => (
          <DeviceActions
            device={device}
            edit={() => setEditing(device)}
            showHistory={() => setShown(device)}
            showCredential={credential => setIssued({ credential, isReset: true })}
          />
        )}
        empty={
          <div className="empty-list">
            <strong>{t($ => $.emptyTitle)}</strong>
            {mayCreate ? t($ => $.emptySays) : t($ => $.emptyReadOnly)}
            {create}
          </div>
        }
      />
      {editing && (
        <DeviceFormDialog
          device={editing === 'new' ? null : editing}
          close={() => setEditing(null)}
          showCredential={credential => setIssued({ credential, isReset: false })}
        />
      )}
      {issued && <CredentialDialog {...issued} close={() => setIssued(null)} />}
      {shown && <DeviceHistoryDialog device={shown} close={() => setShown(null)} />}
    </div>
  )
}

function Filters({ list }: { list: ReturnType<typeof useList<typeof devices.list>> }) {
  const { t } = useTranslation('devices')
  const { t: word } = useTranslation('components')
  return (
    <div className="list-filters">
      <SearchFilter list={list} hint={t($ => $.searchHint)} />
      <ChoiceFilter
        list={list}
        name="type"
        label={t($ => $.fields.type)}
        options={deviceTypes.map(value => ({ value, label: word($ => $.deviceType[value]) }))}
      />
      <ChoiceFilter
        list={list}
        name="status"
        label={t($ => $.fields.status)}
        options={deviceStatuses.map(value => ({ value, label: word($ => $.deviceStatus[value]) }))}
      />
    </div>
  )
}

function useColumns(): Column<Device>[] {
  const { t } = useTranslation('devices')
  const { t: word } = useTranslation('components')
  return [
    {
      key: 'code',
      title: t($ => $.fields.code),
      sort: 'code',
      render: ({ code }) => <span className="mono">{code}</span>,
    },
    { key: 'name', title: t($ => $.fields.name), sort: 'name', render: ({ name }) => name },
    { key: 'type', title: t($ => $.fields.type), render: ({ type }) => word($ => $.deviceType[type]) },
    { key: 'officeId', title: t($ => $.fields.officeId), render: ({ officeName }) => officeName },
    { key: 'house', title: t($ => $.fields.house), render: ({ houseName }) => houseName ?? '—' },
    { key: 'status', title: t($ => $.fields.status), render: device => <Status device={device} /> },
    {
      key: 'since',
      title: t($ => $.fields.since),
      atEnd: true,
      render: ({ statusSince }) => <Age at={statusSince} />,
    },
    {
      key: 'lastMessageAt',
      title: t($ => $.fields.lastMessageAt),
      atEnd: true,
      render: ({ lastMessageAt }) => <Age at={lastMessageAt} />,
    },
  ]
}

function Status({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const wordFor = useConnectionEvent()
  return (
    <>
      <DeviceStatusWord status={device.status} />
      {device.statusReason && device.status === 'OFFLINE' && (
        <div className="caption">{wordFor(device.statusReason)}</div>
      )}
      {device.quarantined > 0 && (
        <div className="caption">
          <StateWord state="watch">{t($ => $.quarantined, { count: device.quarantined })}</StateWord>
        </div>
      )}
    </>
  )
}
