import { useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChangingRow, type Job, jobs, type RowChange } from '#shared/contracts/jobs.ts'
import { call } from '#web/data/client.ts'
import { LoadProblem } from '../load-problem.tsx'
import './row-changes.css'

const kinds: readonly RowChange[] = ['added', 'changed', 'unchanged']

/** Rows per page. */
const PAGE = 20

type Changes = NonNullable<NonNullable<Job['summary']>['changes']>

/** What each valid row of a file would do: add a record, change cells of one, or nothing. */
export function RowChanges({ id, changes }: { id: string; changes: Changes }) {
  const { t } = useTranslation('excel')
  const [change, setChange] = useState<RowChange | null>(null)
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: [jobs.rows.path, id, change, page, changes],
    queryFn: () =>
      call(jobs.rows, { params: { id }, query: { page, size: PAGE, change: change ?? undefined } }),
    placeholderData: previous => previous,
  })
  const choose = (next: RowChange | null) => {
    setChange(next)
    setPage(1)
  }
  const all = kinds.reduce((sum, kind) => sum + changes[kind], 0)
  return (
    <div className="import-changes">
      <fieldset className="filter-chips import-chips row wrap stretch gap-15">
        <legend className="visually-hidden">{t($ => $.changes)}</legend>
        <button type="button" aria-pressed={change === null} onClick={() => choose(null)}>
          {t($ => $.all)} <span className="num">{all}</span>
        </button>
        {kinds.map(kind => (
          <button key={kind} type="button" aria-pressed={change === kind} onClick={() => choose(kind)}>
            {t($ => $.change[kind])} <span className="num">{changes[kind]}</span>
          </button>
        ))}
      </fieldset>
      {error ? (
        <LoadProblem error={error} retry={() => void refetch()} />
      ) : (
        data && data.items.length > 0 && <Rows rows={data.items} />
      )}
      {data && data.total > PAGE && (
        <Pagination
          size="small"
          current={page}
          pageSize={PAGE}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </div>
  )
}

function Rows({ rows }: { rows: readonly ChangingRow[] }) {
  const { t } = useTranslation('excel')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
    <section className="import-changed-rows" tabIndex={0} aria-label={t($ => $.changes)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t($ => $.row)}</th>
            <th scope="col">{t($ => $.record)}</th>
            <th scope="col">{t($ => $.does)}</th>
            <th scope="col">{t($ => $.cellsThatChange)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, known, change, cells }) => (
            <tr key={row}>
              <td className="num">{row}</td>
              <th scope="row" className="mono">
                {known}
              </th>
              <td>
                <span className="import-does" data-change={change}>
                  {t($ => $.change[change])}
                </span>
              </td>
              <td>
                {cells.map(({ cell, column, was, found }) => (
                  <div key={cell} className="import-change">
                    <span className="caption">{column}</span>
                    <s>{was ?? t($ => $.empty)}</s>
                    <ArrowRight size={13} aria-label={t($ => $.becomes)} />
                    <b>{found ?? t($ => $.empty)}</b>
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
