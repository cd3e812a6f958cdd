import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer, Pagination, Skeleton, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Device, devices } from '#shared/contracts/devices.ts'
import type { Language } from '#shared/text.ts'
import { useConnectionEvent } from '#web/components/connection-event.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { Moment } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import './device-history.css'

const SIZE = 20

/** A device's history: its connections, and its unreadable messages. */
export function DeviceHistoryDialog({ device, close }: { device: Device; close: () => void }) {
  const { t } = useTranslation('devices')
  const { t: word } = useTranslation('components')
  return (
    <Drawer
      open
      onClose={close}
      size={560}
      title={`${device.code} · ${device.name}`}
      closable={{ 'aria-label': word($ => $.close) }}
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      <Tabs
        items={[
          {
            key: 'connections',
            label: t($ => $.history.connections),
            children: <Connections id={device.id} />,
          },
          { key: 'quarantine', label: t($ => $.history.quarantine), children: <Quarantine id={device.id} /> },
        ]}
      />
    </Drawer>
  )
}

function Connections({ id }: { id: string }) {
  const { t } = useTranslation('devices')
  const wordFor = useConnectionEvent()
  const language = usePreferences(({ language }) => language)
  const [page, setPage] = useState(1)
  const query = useQuery({
    queryKey: [devices.connections.path, id, page],
    queryFn: () => call(devices.connections, { params: { id }, query: { page, size: SIZE } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Entries query={query} page={page} setPage={setPage} nothing={t($ => $.history.noConnections)}>
      {query.data?.items.map(({ id, at, event, detail }) => (
        <li key={id}>
          <Moment at={at} />
          <strong>{wordFor(event)}</strong>
          {detail && <span>{sayDetail(detail, language)}</span>}
        </li>
      ))}
    </Entries>
  )
}

const MINUTES = /^([\d.]+) min$/

/** A detail of an event in the reader's language: how often a device reports, or how late it is. */
function sayDetail(detail: string, language: Language): string {
  const minutes = MINUTES.exec(detail)?.[1]
  return minutes === undefined
    ? detail
    : Number(minutes).toLocaleString(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
}

function Quarantine({ id }: { id: string }) {
  const { t } = useTranslation('devices')
  const [page, setPage] = useState(1)
  const query = useQuery({
    queryKey: [devices.quarantine.path, id, page],
    queryFn: () => call(devices.quarantine, { params: { id }, query: { page, size: SIZE } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Entries query={query} page={page} setPage={setPage} nothing={t($ => $.history.noQuarantine)}>
      {query.data?.items.map(({ id, at, topic, reason, size }) => (
        <li key={id}>
          <Moment at={at} />
          <strong>{reason}</strong>
          <span className="mono">{topic}</span>
          <span className="num">{t($ => $.history.bytes, { size })}</span>
        </li>
      ))}
    </Entries>
  )
}

interface EntriesProps {
  query: {
    data: { total: number } | undefined
    error: Error | null
    isPending: boolean
    refetch: () => unknown
  }
  page: number
  setPage: (page: number) => void
  nothing: string
  children: ReactNode
}

function Entries({ query, page, setPage, nothing, children }: EntriesProps) {
  if (query.error) return <LoadProblem error={query.error} retry={() => void query.refetch()} />
  if (query.isPending) return <Skeleton active paragraph={{ rows: 6 }} />
  if (!query.data?.total) return <p className="empty-list">{nothing}</p>
  return (
    <>
      <ul className="device-history">{children}</ul>
      {query.data.total > SIZE && (
        <Pagination
          size="small"
          current={page}
          pageSize={SIZE}
          total={query.data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  )
}
