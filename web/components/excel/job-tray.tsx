import { FileSpreadsheet } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Job, jobs } from '#shared/contracts/jobs.ts'
import { announce } from '#web/data/announcements.ts'
import { CallError, call } from '#web/data/client.ts'
import { follow, isUnfinished, openFile, useFollowed, useJob } from '#web/data/jobs.ts'
import { PopoverButton } from '../popover-button.tsx'
import { JobCard, useJobTitle } from './job-card.tsx'
import './job-tray.css'

const ImportDialog = lazy(() =>
  import('./import-dialog.tsx').then(found => ({ default: found.ImportDialog })),
)

/**
 * The reader's long-running jobs, on every screen: one button that counts them and opens their progress and results. Jobs
 * from before a reload are found again.
 */
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
  const says = t($ => $.filesCount, { count: shown.length })
  return (
    <>
      {shown.map(id => (
        <Followed key={id} id={id} />
      ))}
      {shown.length > 0 && (
        <PopoverButton
          button={
            <button type="button" className="icon-button" aria-label={says} title={says}>
              <FileSpreadsheet size={18} strokeWidth={1.75} aria-hidden />
              <span className="job-count num" aria-hidden>
                {shown.length}
              </span>
            </button>
          }
          content={close => (
            <section className="job-tray" aria-label={t($ => $.files)}>
              {shown.map(id => (
                <Card key={id} id={id} close={close} />
              ))}
            </section>
          )}
        />
      )}
      {importing && (
        <Suspense fallback={null}>
          <ImportDialog {...importing} />
        </Suspense>
      )}
    </>
  )
}

/** Follows a job while its card is hidden: reports its outcome, and fetches the file if one is awaited. */
function Followed({ id }: { id: string }) {
  const job = useJob(id)
  const isAwaited = useFollowed(({ awaited }) => awaited.includes(id))
  const file = job?.state === 'done' ? job.file : null
  useEffect(() => {
    if (!isAwaited || !file) return
    useFollowed.setState(({ awaited }) => ({ awaited: awaited.filter(each => each !== id) }))
    openFile(file)
  }, [isAwaited, file, id])
  return job ? <News job={job} /> : null
}

function News({ job: { state, error, ...job } }: { job: Job }) {
  const { t } = useTranslation('excel')
  const title = useJobTitle(job)
  useEffect(() => {
    if (state === 'failed' && error) announce({ kind: 'error', title, text: error })
  }, [state, error, title])
  return (
    <span role="status" className="visually-hidden">
      {title}: {t($ => $.state[state])}
    </span>
  )
}

function Card({ id, close }: { id: string; close: () => void }) {
  const job = useJob(id)
  return job ? <JobCard job={job} close={close} /> : null
}
