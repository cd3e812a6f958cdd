import { App, Button } from 'antd'
import { Download, X } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Job, jobs } from '#shared/contracts/jobs.ts'
import { CallError, call } from '#web/data/client.ts'
import {
  cancelJob,
  download,
  follow,
  isUnfinished,
  openFile,
  unfollow,
  useFollowed,
  useJob,
} from '#web/data/jobs.ts'
import { StateMark } from '../state-mark.tsx'
import { JobProgress } from './job-progress.tsx'
import './job-tray.css'

const ImportDialog = lazy(() =>
  import('./import-dialog.tsx').then(found => ({ default: found.ImportDialog })),
)

/** Long work of the reader, on every screen: how far it is, what came of it. What ran before a reload is found again. */
export function JobTray() {
  const { t } = useTranslation('excel')
  const { ids, importing } = useFollowed()
  useEffect(() => {
    call(jobs.list).then(
      found => follow(found.toReversed().filter(({ state }) => isUnfinished(state) || state === 'checked')),
      (error: unknown) => {
        // Without an answer there is nothing to follow; the next page load asks again.
        if (!(error instanceof CallError)) throw error
      },
    )
    return () => useFollowed.setState({ ids: [], awaited: [], importing: null })
  }, [])
  const shown = ids.filter(id => id !== importing?.jobId)
  return (
    <>
      {shown.length > 0 && (
        <section className="job-tray" aria-label={t($ => $.files)}>
          {shown.map(id => (
            <Followed key={id} id={id} />
          ))}
        </section>
      )}
      {importing && (
        <Suspense fallback={null}>
          <ImportDialog {...importing} />
        </Suspense>
      )}
    </>
  )
}

function Followed({ id }: { id: string }) {
  const job = useJob(id)
  const isAwaited = useFollowed(({ awaited }) => awaited.includes(id))
  const file = job?.state === 'done' ? job.file : null
  useEffect(() => {
    if (!isAwaited || !file) return
    useFollowed.setState(({ awaited }) => ({ awaited: awaited.filter(each => each !== id) }))
    openFile(file)
  }, [isAwaited, file, id])
  return job ? <Card job={job} /> : null
}

function Card({ job }: { job: Job }) {
  const { t } = useTranslation('excel')
  const { id, kind, title, state, error, source } = job
  const running = isUnfinished(state)
  return (
    <div className="job-card" role="status">
      <div className="job-card-head">
        <strong>{kind === 'export' ? t($ => $.exporting, { title }) : t($ => $.importing, { title })}</strong>
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
      <Next job={job} />
      {source && <span className="caption">{source}</span>}
    </div>
  )
}

/** What one can do about it. */
function Next({ job: { id, kind, state, file } }: { job: Job }) {
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
      <Button size="small" onClick={() => useFollowed.setState({ importing: { jobId: id } })}>
        {t($ => $.review)}
      </Button>
    )
  return null
}
