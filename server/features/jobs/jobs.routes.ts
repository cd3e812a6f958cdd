import { eq, sql } from 'drizzle-orm'
import { type DoubtAnswers, jobs } from '#shared/contracts/jobs.ts'
import type { FileLayout } from '#shared/file-layout.ts'
import { JOB_KEPT_MS } from '#shared/limits.ts'
import { job } from '../../platform/database/tables/jobs.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { askForProof } from '../../platform/http/proof.ts'
import { lineFrom } from '../../platform/jobs/file-line.ts'
import {
  answerDoubts,
  listChanges,
  listFaults,
  listJobs,
  lockJob,
  showJob,
} from '../../platform/jobs/jobs.queries.ts'
import { enqueue, readerOf } from '../../platform/jobs/requests.ts'
import { importOf } from '../../platform/jobs/workbook.ts'
import { changeOwn } from '../../platform/records/rows.ts'
import { workbooks } from '../sheets.ts'

const importInto = (name: string) => {
  const source = workbooks.find(({ list }) => list === name)
  return source && importOf(source)
}

type Call = ChangingCall & { params: { id: string } }

/** Lets a checked import be written, once: a second confirmation finds it running or done. */
async function confirm(call: Call & { body: { acceptFaulty: boolean; doubts?: DoubtAnswers | undefined } }) {
  const { db, viewer, params, body, services } = call
  const row = await lockJob(db, viewer, params.id)
  const current = await showJob(db, readerOf(call), row.id)
  if (row.kind === 'import' && row.step === 'write') return current
  if (row.state !== 'checked' || !row.summary)
    throw refuse.conflict({ yours: body, current }, 'job.notChecked')
  const { needs, wantsProof } = importInto(row.list) ?? {}
  if (!needs || !viewer.grants.has(needs)) throw refuse.forbidden()
  if (wantsProof) await askForProof(viewer, services)
  const { valid, faulty, headings } = row.summary
  if (valid === 0) throw refuse.invalid([{ field: 'acceptFaulty', message: 'import.noneValid' }])
  if ((faulty > 0 || headings?.length) && !body.acceptFaulty)
    throw refuse.invalid([{ field: 'acceptFaulty', message: 'import.hasFaults' }])
  const leftOut = row.summary.doubted ? await answerDoubts(db, row.id, body.doubts) : 0
  if (leftOut === valid) throw refuse.invalid([{ field: 'doubts', message: 'import.noneValid' }])
  await db
    .update(job)
    .set({
      step: 'write',
      state: 'waiting',
      done: 0,
      total: valid - leftOut,
      summary: {
        ...row.summary,
        valid: valid - leftOut,
        leftOut: (row.summary.leftOut ?? 0) + leftOut,
        doubted: 0,
      },
      endedAt: null,
      expiresAt: new Date(Date.now() + JOB_KEPT_MS),
      told: row.told && { ...row.told, ...lineFrom(viewer, call.ip) },
    })
    .where(eq(job.id, row.id))
  await enqueue(call, row.id)
  return showJob(db, readerOf(call), row.id)
}

/** Lets a checked file be read again under another layout. */
async function readAnew(call: Call & { body: FileLayout }) {
  const { db, viewer, params, body } = call
  const row = await lockJob(db, viewer, params.id)
  if (row.state !== 'checked' || !row.summary?.own) {
    const current = await showJob(db, readerOf(call), row.id)
    throw refuse.conflict({ yours: body, current }, 'job.notChecked')
  }
  const { needs } = importInto(row.list) ?? {}
  if (!needs || !viewer.grants.has(needs)) throw refuse.forbidden()
  await db
    .update(job)
    .set({
      request: { ...row.request, layout: body },
      step: 'check',
      state: 'waiting',
      done: 0,
      total: null,
      summary: null,
      endedAt: null,
    })
    .where(eq(job.id, row.id))
  await enqueue(call, row.id)
  return showJob(db, readerOf(call), row.id)
}

/** Ends a job that is queued, running or waiting for its owner. Written rows are not undone. */
async function cancel(call: Call) {
  const { db, viewer, params } = call
  const row = await lockJob(db, viewer, params.id)
  const read = () => showJob(db, readerOf(call), row.id)
  if (row.state === 'cancelled') return read()
  if (!['waiting', 'running', 'checked'].includes(row.state))
    throw refuse.conflict({ yours: null, current: await read() }, 'job.isOver')
  const { id: jobId, accountId, programId, done, total } = row
  call.afterwards(() =>
    call.services.events.emit('job', { accountId, programId, jobId, state: 'cancelled', done, total }),
  )
  return changeOwn(call, read, () =>
    db.update(job).set({ state: 'cancelled', endedAt: sql`now()` }).where(eq(job.id, row.id)),
  )
}

export const jobsFeature = feature('jobs', jobs, {
  list: call => listJobs(call.db, readerOf(call)),
  get: call => showJob(call.db, readerOf(call), call.params.id),
  faults: async ({ db, viewer, params, query, ...call }) => {
    const reader = readerOf({ ...call, viewer })
    const { id, list, summary } = await showJob(db, reader, params.id)
    return listFaults(db, { id, list, summary, language: call.language, units: call.units }, query)
  },
  rows: async ({ db, viewer, params, query, ...call }) => {
    const { id, summary } = await showJob(db, readerOf({ ...call, viewer }), params.id)
    return listChanges(db, { id, summary }, query)
  },
  confirm,
  layout: readAnew,
  cancel,
})
