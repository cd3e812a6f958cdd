import { useQuery } from '@tanstack/react-query'
import { Pagination, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ChangingRow,
  type DoubtAnswer,
  type DoubtAnswers,
  doubtAnswers,
  type Job,
  jobs,
} from '#shared/contracts/jobs.ts'
import { call } from '#web/data/client.ts'
import { LoadProblem } from '../load-problem.tsx'
import { StateMark } from '../state-mark.tsx'

/** Rows per page. */
const PAGE = 20

export const noAnswers: DoubtAnswers = { rows: [] }

/** Rows in doubt without an answer so far. */
export const unanswered = (
  summary: Pick<NonNullable<Job['summary']>, 'doubted'>,
  { rows, others }: DoubtAnswers,
): number => (others ? 0 : Math.max(0, (summary.doubted ?? 0) - rows.length))

interface Props {
  id: string
  count: number
  answers: DoubtAnswers
  answer: (next: DoubtAnswers) => void
}

/** What the form of a day would ask, for each day of a file: it is right, it stays in doubt, or it is left out. */
export function DoubtTable({ id, count, answers, answer }: Props) {
  const { t } = useTranslation('excel')
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: [jobs.rows.path, id, 'doubted', page, count],
    queryFn: () => call(jobs.rows, { params: { id }, query: { page, size: PAGE, change: 'doubted' } }),
    placeholderData: previous => previous,
  })
  const options = doubtAnswers.map(value => ({ value, label: t($ => $.doubts.answers[value]) }))
  const put = (row: number, said: DoubtAnswer) =>
    answer({
      ...answers,
      rows: [...answers.rows.filter(each => each.row !== row), { row, answer: said }],
    })
  const saidOf = (row: number) =>
    answers.rows.find(each => each.row === row)?.answer ?? answers.others ?? null
  return (
    <section className="import-changes" aria-label={t($ => $.doubts.title, { count })}>
      <h3 className="import-heading">
        <StateMark state="watch" /> {t($ => $.doubts.title, { count })}
      </h3>
      <div className="row wrap gap-2">
        <span className="caption">{t($ => $.doubts.says)}</span>
        <Select
          value={answers.others ?? null}
          aria-label={t($ => $.doubts.all)}
          placeholder={t($ => $.doubts.all)}
          options={options}
          popupMatchSelectWidth={false}
          onChange={others => answer({ rows: [], others })}
        />
      </div>
      {error ? (
        <LoadProblem error={error} retry={() => void refetch()} />
      ) : (
        data && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
          <section className="import-changed-rows" tabIndex={0} aria-label={t($ => $.doubts.rows)}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t($ => $.record)}</th>
                  <th scope="col">{t($ => $.doubts.asks)}</th>
                  <th scope="col">{t($ => $.doubts.answer)}</th>
                </tr>
              </thead>
              <tbody>
                {data.items.map(({ row, known, doubts }) => (
                  <tr key={row}>
                    <th scope="row" className="mono">
                      {known}
                    </th>
                    <td>
                      <Asked doubts={doubts} />
                    </td>
                    <td>
                      <Select
                        value={saidOf(row)}
                        aria-label={t($ => $.doubts.answerOf, { known })}
                        placeholder={t($ => $.doubts.answer)}
                        options={options}
                        popupMatchSelectWidth={false}
                        onChange={said => put(row, said)}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )
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
    </section>
  )
}

const Asked = ({ doubts = [] }: Pick<ChangingRow, 'doubts'>) => (
  <>
    {doubts.map(({ cell, column, asks }) => (
      <div key={`${cell} ${asks}`} className="import-change">
        <span className="caption">{[column, cell].filter(Boolean).join(' · ')}</span>
        <span>{asks}</span>
      </div>
    ))}
  </>
)
