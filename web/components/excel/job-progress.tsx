import { useTranslation } from 'react-i18next'
import type { Job } from '#shared/contracts/jobs.ts'
import { reportLists } from '#shared/reports.ts'
import { usePreferences } from '#web/data/preferences.ts'

/** A bar with the rows done, or the houses of a report; indeterminate while their number is unknown. */
export function JobProgress({ job: { list, state, done, total, title } }: { job: Job }) {
  const { t } = useTranslation('excel')
  const language = usePreferences(({ language }) => language)
  const number = (value: number) => value.toLocaleString(language)
  const says =
    total === null
      ? t($ => $.state[state])
      : t($ => (reportLists.has(list) ? $.progressHouses : $.progress), {
          done: number(done),
          total: number(total),
        })
  return (
    <div className="job-progress">
      <progress
        aria-label={title}
        max={total === null ? undefined : Math.max(total, 1)}
        {...(total !== null && { value: done })}
      />
      <span className="num caption">{says}</span>
    </div>
  )
}
