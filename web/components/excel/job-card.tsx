import { App, Button } from 'antd'
import { Download, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Job } from '#shared/contracts/jobs.ts'
import { cancelJob, download, isUnfinished, unfollow, useFollowed } from '#web/data/jobs.ts'
import { StateMark } from '../state-mark.tsx'
import { JobProgress } from './job-progress.tsx'

/** A job's title: its list and direction. */
export function useJobTitle({ kind, title }: Pick<Job, 'kind' | 'title'>): string {
  const { t } = useTranslation('excel')
  return kind === 'export' ? t($ => $.exporting, { title }) : t($ => $.importing, { title })
}

/** A job in the tray: progress, result, actions; `close` closes the tray. */
export function JobCard({ job, close }: { job: Job; close: () => void }) {
  const { t } = useTranslation('excel')
  const { id, title, state, error, source } = job
  const running = isUnfinished(state)
  return (
    <div className="job-card">
      <div className="job-card-head split">
        <strong>{useJobTitle(job)}</strong>
        <Button
          type="text"
          size="small"
          icon={<X size={15} aria-hidden />}
          aria-label={`${running ? t($ => $.cancelJob) : t($ => $.dismiss)} ${title}`}
          onClick={() => (running ? void cancelJob(id).finally(() => unfollow(id)) : unfollow(id))}
        />
      </div>
      {running ? (
        <JobProgress job={job} />
      ) : (
        <p>
          {state === 'failed' && <StateMark state="alarm" />}
          {error ?? (state === 'done' ? (job.file?.name ?? t($ => $.state.done)) : t($ => $.state[state]))}
        </p>
      )}
      <Next job={job} close={close} />
      {source && <span className="caption">{source}</span>}
    </div>
  )
}

/** What the user can do next. */
function Next({ job: { id, kind, state, file }, close }: { job: Job; close: () => void }) {
  const { t } = useTranslation('excel')
  const { message } = App.useApp()
  const fetchFile = async () => {
    const there = await download(id).catch(() => false)
    if (!there) void message.warning(t($ => $.gone))
  }
  if (kind === 'export' && state === 'done' && file)
    return (
      <Button size="small" icon={<Download size={14} aria-hidden />} onClick={() => void fetchFile()}>
        {t($ => $.download)}
      </Button>
    )
  if (kind === 'import' && state === 'checked')
    return (
      <Button
        size="small"
        onClick={() => {
          close()
          useFollowed.setState({ importing: { jobId: id } })
        }}
      >
        {t($ => $.review)}
      </Button>
    )
  return null
}
