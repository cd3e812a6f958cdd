import { useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { ArrowRight, Check, Download, Upload } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DoubtAnswers, Job } from '#shared/contracts/jobs.ts'
import type { FileLayout } from '#shared/file-layout.ts'
import {
  cancelJob,
  confirmImport,
  download,
  follow,
  type Importing,
  isUnfinished,
  unfollow,
  useFollowed,
  useJob,
} from '#web/data/jobs.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { DoubtTable, noAnswers, unanswered } from './doubt-table.tsx'
import { JobProgress } from './job-progress.tsx'
import { Report } from './report.tsx'
import { UploadStep } from './upload-step.tsx'
import { useAttempt } from './use-attempt.ts'
import './import.css'

const close = () => useFollowed.setState({ importing: null })
const showJob = (jobId: string | null) =>
  useFollowed.setState(({ importing }) => (importing ? { importing: { ...importing, jobId } } : {}))

/** An import from template to result. If closed while running, it goes on in the tray. */
export function ImportDialog(importing: Importing) {
  const { jobId } = importing
  const { t } = useTranslation('excel')
  const { t: word } = useTranslation('components')
  const job = useJob(jobId)
  const cache = useQueryClient()
  const isWritten = job?.state === 'done'
  useEffect(() => {
    // Whole lists are imported here, and other screens depend on them.
    if (isWritten) void cache.invalidateQueries()
  }, [isWritten, cache])
  const hide = () => {
    if (job && (isUnfinished(job.state) || job.state === 'checked')) follow([job])
    else if (job) unfollow(job.id)
    close()
  }
  const title = job?.title
  const summary = job?.summary
  // Another reading of the file is asked about anew.
  const [answered, setAnswered] = useState({ of: summary, answers: noAnswers })
  const answers = answered.of === summary ? answered.answers : noAnswers
  const answer = (next: DoubtAnswers) => setAnswered({ of: summary, answers: next })
  return (
    <Modal
      open
      width={1020}
      className="import-dialog"
      style={{ top: 32 }}
      title={
        <span className="import-title">
          {title ? t($ => $.title, { title }) : t($ => $.import)}
          <Steps job={job} />
        </span>
      }
      onCancel={hide}
      mask={{ closable: false }}
      closable={{ 'aria-label': word($ => $.close) }}
      footer={<Foot job={job} importing={importing} answers={answers} hide={hide} />}
    >
      <Content job={job} importing={importing} answers={answers} answer={answer} />
    </Modal>
  )
}

interface ContentProps {
  job: Job | undefined
  importing: Importing
  answers: DoubtAnswers
  answer: (next: DoubtAnswers) => void
}

function Content({ job, importing, answers, answer }: ContentProps) {
  const { t } = useTranslation('excel')
  const { jobId, import: endpoint, template, query, ownFiles = false, isReadings = false } = importing
  if (jobId === null || !job)
    return endpoint ? (
      <UploadStep
        endpoint={endpoint}
        template={template}
        ownFiles={ownFiles}
        isReadings={isReadings}
        query={query}
        uploaded={showJob}
      />
    ) : null
  const { state, summary, source, error } = job
  const isWriting = summary !== null && state !== 'checked'
  if (isUnfinished(state))
    return (
      <div className="import-wait" role="status">
        <strong>{isWriting ? t($ => $.writing) : t($ => $.checking, { name: source })}</strong>
        <JobProgress job={job} />
      </div>
    )
  if (state === 'checked')
    return (
      <>
        <Report job={job} />
        {summary?.doubted ? (
          <DoubtTable id={job.id} count={summary.doubted} answers={answers} answer={answer} />
        ) : null}
      </>
    )
  if (state === 'done') return <Result job={job} />
  return (
    <div className="import-wait" role="alert">
      <strong>{state === 'failed' ? t($ => $.cannot) : t($ => $.wasCancelled)}</strong>
      {state === 'failed' && <p>{error ?? t($ => $.failed)}</p>}
    </div>
  )
}

function Result({ job: { summary } }: { job: Job }) {
  const { t } = useTranslation('excel')
  const language = usePreferences(({ language }) => language)
  const written = summary?.written ?? 0
  const left = summary?.faulty ?? 0
  const doubted = summary?.leftOut ?? 0
  const same = summary?.changes?.unchanged ?? 0
  return (
    <div className="import-wait" role="status">
      <strong>{t($ => $.written, { count: written, number: written.toLocaleString(language) })}</strong>
      {same > 0 && <p>{t($ => $.leftAsIs, { count: same, number: same.toLocaleString(language) })}</p>}
      {doubted > 0 && (
        <p>{t($ => $.leftDoubted, { count: doubted, number: doubted.toLocaleString(language) })}</p>
      )}
      {left > 0 && !summary?.readings && (
        <p>{t($ => $.leftOut, { count: left, number: left.toLocaleString(language) })}</p>
      )}
    </div>
  )
}

const steps = ['upload', 'check', 'write'] as const

function Steps({ job }: { job: Job | undefined }) {
  const { t } = useTranslation('excel')
  const isWriting = job?.summary != null && job.state !== 'checked' && job.state !== 'cancelled'
  const at = !job ? 0 : isWriting ? 2 : 1
  const reached = job?.state === 'done' ? steps.length : at
  return (
    <ol className="import-steps row stretch gap-4">
      {steps.map((step, i) => (
        <li key={step} aria-current={i === reached ? 'step' : undefined} data-past={i < reached || undefined}>
          <span className="num">{i < reached ? <Check size={13} aria-hidden /> : i + 1}</span>
          {t($ => $.steps[step])}
        </li>
      ))}
    </ol>
  )
}

function Foot({
  job,
  importing,
  answers,
  hide,
}: {
  job: Job | undefined
  importing: Importing
  answers: DoubtAnswers
  hide: () => void
}): ReactNode {
  const { t } = useTranslation('excel')
  const [busy, attempt] = useAttempt()
  if (!job)
    return (
      <div className="dialog-foot">
        <span className="dialog-foot-says">{t($ => $.nothingYet)}</span>
        <Button onClick={hide}>{t($ => $.close)}</Button>
      </div>
    )
  const { id, state, summary } = job
  const mayCancel = isUnfinished(state) || state === 'checked'
  const isOver = state === 'failed' || state === 'cancelled' || state === 'done'
  return (
    <div className="dialog-foot">
      {mayCancel && (
        <Button disabled={busy} onClick={() => void attempt(() => cancelJob(id))}>
          {t($ => $.cancel)}
        </Button>
      )}
      <span className="dialog-foot-says">{state === 'checked' && t($ => $.kept)}</span>
      {job.file && (
        <Button icon={<Download size={15} aria-hidden />} onClick={() => void attempt(() => download(id))}>
          {t($ => $.remarks)}
        </Button>
      )}
      {importing.import && (state === 'checked' || state === 'failed' || state === 'cancelled') && (
        <Button icon={<Upload size={15} aria-hidden />} onClick={() => showJob(null)}>
          {state === 'checked' ? t($ => $.corrected) : t($ => $.again)}
        </Button>
      )}
      {state === 'checked' && summary && written(summary) > 0 && (
        <WriteButton
          busy={busy}
          summary={summary}
          answers={answers}
          write={() =>
            void attempt(() => confirmImport(id, leavesOut(summary), summary.doubted ? answers : undefined))
          }
        />
      )}
      {isOver && (
        <Button type={state === 'done' ? 'primary' : 'default'} onClick={hide}>
          {t($ => $.close)}
        </Button>
      )}
    </div>
  )
}

type Summary = NonNullable<Job['summary']>

/** Whether rows or columns of the file would not be imported. */
const leavesOut = ({ faulty, headings, own }: Summary) =>
  faulty > 0 || (headings?.length ?? 0) > 0 || awaitsWord(own?.layout)
/** Whether columns are only proposed so far. */
const awaitsWord = (layout: FileLayout | undefined): boolean =>
  layout?.sheets.some(({ isUsed, columns }) => isUsed && columns.some(({ proposed }) => proposed)) ?? false

/** Rows that would be written; unchanged ones would not. */
const written = ({ valid, changes }: Summary) => valid - (changes?.unchanged ?? 0)

interface WriteProps {
  busy: boolean
  summary: Summary
  answers: DoubtAnswers
  write: () => void
}

/** Rows in doubt that are left out. */
function leftOutBy({ doubted }: Summary, { rows, others }: DoubtAnswers): number {
  const left = rows.filter(({ answer }) => answer === 'leftOut').length
  return left + (others === 'leftOut' ? Math.max(0, (doubted ?? 0) - rows.length) : 0)
}

function WriteButton({ busy, summary, answers, write }: WriteProps) {
  const { t } = useTranslation('excel')
  const language = usePreferences(({ language }) => language)
  const open = unanswered(summary, answers)
  const count = written(summary) - leftOutBy(summary, answers)
  const number = count.toLocaleString(language)
  return (
    <Button
      type="primary"
      loading={busy}
      disabled={open > 0 || count <= 0}
      icon={<ArrowRight size={15} aria-hidden />}
      onClick={write}
    >
      {open > 0
        ? t($ => $.doubts.first, { count: open })
        : summary.faulty > 0
          ? t($ => $.writeValid, { count, number })
          : leavesOut(summary)
            ? t($ => $.writeKnown, { count, number })
            : t($ => $.write, { count, number })}
    </Button>
  )
}
