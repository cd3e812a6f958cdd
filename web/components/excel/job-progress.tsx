import { useTranslation } from 'react-i18next'
import type { Job } from '#shared/contracts/jobs.ts'
import { usePreferences } from '#web/data/preferences.ts'

/** A bar and the rows behind it; a bar without a figure while the number of rows is not known. */
export function JobProgress({ job: { state, done, total, title } }: { job: Job }) {
  const { t } = useTranslation('excel')
  const language = usePreferences(({ language }) => language)
  const number = (value: number) => value.toLocaleString(language)
  const says =
    total === null ? t($ => $.state[state]) : t($ => $.progress, { done: number(done), total: number(total) })
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
