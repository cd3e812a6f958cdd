import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { devices } from '#shared/contracts/devices.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { useConnectionEvent } from '#web/components/connection-event.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { NotShared } from '#web/components/not-shared.tsx'
import { Moment } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'

const STEP = 25
const MOST = 100

/** Births, deaths, connects and refusals of a device, newest first. */
export function Connections({ deviceId }: { deviceId: string }) {
  const eventOf = useConnectionEvent()
  return (
    <Past
      endpoint={devices.connections}
      deviceId={deviceId}
      read={size => call(devices.connections, { params: { id: deviceId }, query: { size } })}
      row={({ id, at, event, detail }) => (
        <tr key={id}>
          <td>
            <Moment at={at} />
          </td>
          <th scope="row">{eventOf(event)}</th>
          <td>{detail}</td>
        </tr>
      )}
    />
  )
}

/** Messages of a device that could not be parsed, newest first. */
export function Quarantine({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('controller-details')
  return (
    <Past
      endpoint={devices.quarantine}
      deviceId={deviceId}
      read={size => call(devices.quarantine, { params: { id: deviceId }, query: { size } })}
      row={({ id, at, reason, topic, size, payload }) => (
        <tr key={id}>
          <td>
            <Moment at={at} />
          </td>
          <th scope="row">{reason}</th>
          <td>
            <span className="mono">{topic}</span> {t($ => $.bytes, { size })}
            {payload === null && <NotShared />}
            {payload && (
              <details>
                <summary>{t($ => $.firstBytes)}</summary>
                <pre className="mono details-bytes">{dumpOf(payload)}</pre>
              </details>
            )}
          </td>
        </tr>
      )}
    />
  )
}

const DUMPED = 512

/** The beginning of a message as hex dump: offset, bytes, characters. */
function dumpOf(base64: string): string {
  const bytes = Uint8Array.from(atob(base64).slice(0, DUMPED), letter => letter.charCodeAt(0))
  const lines: string[] = []
  for (let from = 0; from < bytes.length; from += 16) {
    const row = Array.from(bytes.slice(from, from + 16))
    const hex = row.map(byte => byte.toString(16).padStart(2, '0')).join(' ')
    const letters = row.map(byte => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('')
    lines.push(`${from.toString(16).padStart(4, '0')}  ${hex.padEnd(47)}  ${letters}`)
  }
  return lines.join('\n')
}

interface Page<T> {
  total: number
  items: T[]
}
interface Props<T> {
  /** The endpoint to read, from the start or the next page. */
  endpoint: Endpoint
  deviceId: string
  read: (size: number) => Promise<Page<T>>
  row: (item: T) => ReactNode
}

function Past<T>({ endpoint, deviceId, read, row }: Props<T>) {
  const { t } = useTranslation('controller-details')
  const mayRead = useMayCall(endpoint)
  const [size, setSize] = useState(STEP)
  const { data, error, refetch } = useQuery({
    queryKey: [endpoint.path, deviceId, size],
    queryFn: () => read(size),
    enabled: mayRead,
    placeholderData: previous => previous,
  })
  if (!mayRead) return <p className="caption">{t($ => $.notForYou)}</p>
  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 5 }} />
  if (data.items.length === 0) return <p className="caption">{t($ => $.nothing)}</p>
  return (
    <>
      <table className="details-past num">
        <tbody>{data.items.map(row)}</tbody>
      </table>
      {data.total > data.items.length && size < MOST && (
        <Button onClick={() => setSize(MOST)}>{t($ => $.more)}</Button>
      )}
      {data.total > data.items.length && (
        <p className="caption">{t($ => $.ofAll, { shown: data.items.length, total: data.total })}</p>
      )}
    </>
  )
}
