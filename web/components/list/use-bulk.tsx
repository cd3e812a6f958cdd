import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { changedBy, type Endpoint, type RowResults } from '#shared/endpoint.ts'
import { CallError, call } from '#web/data/client.ts'
import { readAgain } from '#web/data/queries.ts'
import './bulk-result.css'

type Results = z.output<typeof RowResults>

interface Bulk<T> {
  rows: readonly T[]
  /** The body beside the ids, the same for all of them. */
  body: object
  /** Deselects rows that are done. */
  drop: (rows: readonly T[]) => void
}

/**
 * Changes several rows in one call and reports how many are done and why the others are not, row by row; those stay
 * selected. Returns whether the server has answered for the rows.
 */
export function useBulk<T extends { id: string }>(endpoint: Endpoint) {
  const { t } = useTranslation('components')
  const { message, modal } = App.useApp()
  const cache = useQueryClient()
  const changed = changedBy(endpoint)
  return async ({ rows, body, drop }: Bulk<T>): Promise<boolean> => {
    const ids = rows.map(({ id }) => id)
    try {
      const results = (await call(endpoint, { body: { ...body, ids } } as never)) as Results
      const refused = results.rows.filter(row => row.refused !== null)
      const says = t($ => $.bulkDone, { done: results.done, all: ids.length })
      drop(rows.filter(({ id }) => !refused.some(row => row.id === id)))
      if (refused.length === 0) void message.success(says)
      else void modal.warning({ title: says, width: 560, content: <Refused rows={refused} /> })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const why = error.fields[0]?.message || error.message || t($ => $.noAnswer)
      if (!error.told) void modal.error({ title: t($ => $.notSaved), content: why })
      return false
    } finally {
      // Without an answer some rows may have changed anyway.
      if (changed !== null) void readAgain(cache, [changed])
    }
    return true
  }
}

function Refused({ rows }: { rows: Results['rows'] }) {
  const { t } = useTranslation('components')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
    <section className="bulk-refused" tabIndex={0} aria-label={t($ => $.bulkRefused)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t($ => $.bulkRow)}</th>
            <th scope="col">{t($ => $.bulkRefused)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, refused }) => (
            <tr key={id}>
              <td className="mono">{name || '—'}</td>
              <td>{refused}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
