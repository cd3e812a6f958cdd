import { useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FaultyRow, type Job, jobs } from '#shared/contracts/jobs.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { LoadProblem } from '../load-problem.tsx'
import { StateMark } from '../state-mark.tsx'
import { FaultTable } from './fault-table.tsx'
import { OwnLayout } from './own-layout.tsx'
import { ReadingsPreview } from './readings-preview.tsx'
import { RowChanges } from './row-changes.tsx'

type Summary = NonNullable<Job['summary']>

/** Faulty rows per page. */
const PAGE = 20

/** The result of a check: how many rows, which cells are wrong and why. */
export function Report({ job }: { job: Job }) {
  const { t } = useTranslation('excel')
  const [field, setField] = useState<string | null>(null)
  const [page, setPage] = useState(1)
  const { summary, id } = job
  const { data, error, refetch } = useQuery({
    queryKey: [jobs.faults.path, id, field, page, summary?.faulty],
    queryFn: () =>
      call(jobs.faults, { params: { id }, query: { page, size: PAGE, field: field ?? undefined } }),
    enabled: (summary?.faulty ?? 0) > 0,
    placeholderData: previous => previous,
  })
  if (!summary) return null
  const choose = (next: string | null) => {
    setField(next)
    setPage(1)
  }
  return (
    <div className="import-report">
      {summary.isAnew && (
        <p className="import-anew" role="alert">
          <StateMark state="watch" /> {t($ => $.anew)}
        </p>
      )}
      {summary.own && <OwnLayout key={id} id={id} own={summary.own} />}
      <Counts summary={summary} />
      <Headings summary={summary} />
      {summary.unknown.length > 0 && (
        <p className="caption">{t($ => $.unknown, { titles: summary.unknown.join(', ') })}</p>
      )}
      {summary.readings && <ReadingsPreview readings={summary.readings} />}
      {summary.changes && <RowChanges id={id} changes={summary.changes} />}
      {summary.faulty > 0 && (
        <>
          <ColumnChips summary={summary} field={field} choose={choose} />
          {error ? (
            <LoadProblem error={error} retry={() => void refetch()} />
          ) : (
            data && <Faults key={`${field} ${page}`} summary={summary} field={field} rows={data.items} />
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
        </>
      )}
    </div>
  )
}

/** Columns that would be left out because nothing tells what they are. */
function Headings({ summary: { headings } }: { summary: Summary }) {
  const { t } = useTranslation('excel')
  if (!headings?.length) return null
  return (
    <section className="import-headings" role="alert">
      <h3 className="import-heading">
        <StateMark state="alarm" /> {t($ => $.headings, { count: headings.length })}
      </h3>
      <ul>
        {headings.map(({ cell, title, reason }) => (
          <li key={cell}>
            <b className="num">{cell}</b> {title && <q>{title}</q>} {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Counts({ summary }: { summary: Summary }) {
  const { t } = useTranslation('excel')
  const language = usePreferences(({ language }) => language)
  const { rows, valid, faulty, columns, headings } = summary
  const number = (value: number) => value.toLocaleString(language)
  const cells = columns.reduce((sum, { faults }) => sum + faults, 0)
  const isNothing = valid > 0 && summary.changes?.unchanged === valid
  const leavesOut = summary.own?.layout.sheets.some(({ houses }) => houses?.some(({ house }) => !house))
  const saysAll = headings?.length
    ? t($ => $.saysHeadings)
    : leavesOut
      ? t($ => $.saysSome)
      : t($ => $.saysValid)
  const says = isNothing
    ? t($ => $.saysNothing)
    : faulty === 0 && valid > 0
      ? saysAll
      : valid === 0
        ? summary.own
          ? t($ => $.saysAbove)
          : t($ => $.saysNone)
        : t($ => $.saysFaulty)
  return (
    <dl className="import-counts">
      <div>
        <dt>{t($ => $.rows)}</dt>
        <dd className="num">{number(rows)}</dd>
      </div>
      <div>
        <dt>
          <StateMark state="normal" /> {t($ => $.valid)}
        </dt>
        <dd className="num">{number(valid)}</dd>
      </div>
      {faulty > 0 && (
        <div>
          <dt>
            <StateMark state="alarm" /> {t($ => $.faulty)}
          </dt>
          <dd className="num">
            {number(faulty)} <small>{t($ => $.cells, { count: cells })}</small>
          </dd>
        </div>
      )}
      <div className="import-says">
        <dt className="visually-hidden">{t($ => $.state.checked)}</dt>
        <dd>{says}</dd>
      </div>
    </dl>
  )
}

interface ChipProps {
  summary: Summary
  field: string | null
  choose: (field: string | null) => void
}

function ColumnChips({ summary, field, choose }: ChipProps) {
  const { t } = useTranslation('excel')
  const faulty = summary.columns.filter(({ faults }) => faults > 0)
  if (faulty.length < 2) return null
  const chips = [{ field: null, title: t($ => $.all), faults: summary.faulty }, ...faulty]
  return (
    <fieldset className="filter-chips import-chips row wrap stretch gap-15">
      <legend className="visually-hidden">{t($ => $.column)}</legend>
      {chips.map(chip => (
        <button
          key={chip.field ?? ''}
          type="button"
          aria-pressed={chip.field === field}
          onClick={() => choose(chip.field)}
        >
          {chip.title} <span className="num">{chip.faults}</span>
        </button>
      ))}
    </fieldset>
  )
}

/** The faults, and the row of the chosen one as it stands in the file. */
function Faults({
  summary,
  field,
  rows,
}: {
  summary: Summary
  field: string | null
  rows: readonly FaultyRow[]
}) {
  const { t } = useTranslation('excel')
  const [chosen, setChosen] = useState<string | null>(null)
  const faults = rows.flatMap(row =>
    row.faults
      .filter(fault => field === null || fault.field === field)
      .map((fault, i) => ({ ...fault, row, key: `${row.row} ${i} ${fault.cell}` })),
  )
  const current = faults.find(({ key }) => key === chosen) ?? faults[0]
  const cell = useRef<HTMLTableCellElement>(null)
  useEffect(() => {
    if (chosen) cell.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  if (!current) return null
  const place = summary.own
    ? t($ => $.inFileAt, { cell: current.cell })
    : t($ => $.inFile, { row: current.row.row })
  return (
    <>
      <FaultTable faults={faults} current={current.key} choose={setChosen} />
      <div className="import-in-file">
        <h3 className="import-heading">{place}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
        <section className="import-row" tabIndex={0} aria-label={place}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t($ => $.row)}</th>
                {summary.columns.map(({ field, letters, title }) => (
                  <th key={field} scope="col">
                    <b>{letters}</b> {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row" className="num">
                  {summary.own ? current.cell : current.row.row}
                </th>
                {summary.columns.map(({ field }, i) => (
                  <td
                    key={field}
                    ref={current.field === field ? cell : undefined}
                    data-fault={current.row.faults.some(fault => fault.field === field) || undefined}
                    data-current={current.field === field || undefined}
                  >
                    {current.row.cells[i]}
                  </td>
                ))}
              </tr>
            </tbody>
          </table>
        </section>
      </div>
    </>
  )
}
