import type { z } from 'zod'
import type { Endpoint, RowResults } from '#shared/endpoint.ts'
import type { Db } from '../database/store.ts'
import type { ChangingCall } from './call.ts'
import { answerTo, Refusal } from './errors.ts'
import { notesOf, writeHistory } from './history.ts'

type RowCall = ChangingCall & { params: { id: string } }

interface EachRow<C extends RowCall> {
  /** The endpoint that does this to one row, with its module and name in the history. */
  module: string
  type: string
  endpoint: Endpoint
  rows: readonly { id: string; name: string }[]
  /** Does it to one row, as that endpoint would. */
  run(call: C): Promise<unknown>
}

/**
 * Does to each row what its own endpoint does: a refused row stays as it is and says why, without holding up the others.
 * Each row done gets its own line in the operation history, for its own office. Any other failure undoes everything.
 */
export async function eachRow<C extends ChangingCall & { body: unknown }>(
  call: C,
  each: EachRow<C & RowCall>,
): Promise<z.output<typeof RowResults>> {
  const rows: z.output<typeof RowResults>['rows'] = []
  for (const { id, name } of each.rows) {
    const refused = await call.db
      .transaction(db => oneRow({ ...call, db: db as Db, params: { id } }, each))
      .then(() => null)
      .catch((error: unknown) => {
        if (error instanceof Refusal) return wordsOf(error, call)
        throw error
      })
    rows.push({ id, name, refused })
  }
  return { rows, done: rows.filter(({ refused }) => refused === null).length }
}

async function oneRow<C extends RowCall & { body: unknown }>(call: C, each: EachRow<C>): Promise<void> {
  const { viewer, ip, params, body, afterwards } = call
  const { noted, ...notes } = notesOf(viewer)
  const later: (() => void)[] = []
  const result = await each.run({
    ...call,
    ...notes,
    afterwards: (work: () => void) => {
      later.push(work)
    },
  })
  const { module, type, endpoint } = each
  await writeHistory(call.db, { module, type, endpoint, viewer, ip, params, body, result, ...noted })
  for (const work of later) afterwards(work)
}

/** What is wrong with a field says more than that something is wrong. */
function wordsOf(refusal: Refusal, { language }: ChangingCall): string {
  const { data, message } = answerTo(refusal, language).body
  const [fault] = Array.isArray(data) ? (data as { message: string }[]) : []
  return fault?.message ?? message
}
