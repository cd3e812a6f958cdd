import pg, { type Client } from 'pg'
import { PgBoss } from 'pg-boss'
import { StartError } from '../start-error.ts'
import { APP } from './roles.ts'

/** The queue's own tables. They hold job ids and nothing about any customer. */
export const QUEUE_SCHEMA = 'pgboss'
/** Jobs waiting for a worker, and those that failed at every try. */
export const JOBS = 'jobs'
export const GIVEN_UP = 'jobs-given-up'

/** A worker silent for longer is dead, and its job goes to another. Seconds */
const HEARTBEAT_S = 10
/** No job takes longer. Seconds */
const LONGEST_S = 1_800
/** After a crash a job is tried again; one that crashes every time is given up. */
const TRIES = 3
/** Pause before the first retry; doubles each time. Seconds */
const RETRY_S = 2
/** How long finished jobs stay in the queue. Seconds */
const KEPT_S = 3_600
/** "insufficient privilege" */
const DENIED = '42501'

/**
 * Creates or updates the queue's tables and lets the role that serves requests use them. Call it under the migration
 * lock, as the owner. Throws StartError if the owner may not.
 */
export async function prepareQueue(owner: Client): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => owner.query(text, values) },
    schema: QUEUE_SCHEMA,
    supervise: false,
    schedule: false,
  })
  try {
    await boss.start()
    const tries = { retryLimit: TRIES, retryDelay: RETRY_S, retryBackoff: true }
    const times = { heartbeatSeconds: HEARTBEAT_S, expireInSeconds: LONGEST_S, deleteAfterSeconds: KEPT_S }
    await boss.createQueue(GIVEN_UP, { ...times, ...tries })
    await boss.createQueue(JOBS, { ...times, ...tries, deadLetter: GIVEN_UP })
    // An existing queue keeps the options it was created with.
    for (const name of [JOBS, GIVEN_UP]) await boss.updateQueue(name, { ...times, ...tries })
    await owner.query(`grant usage on schema ${QUEUE_SCHEMA} to ${APP};
      grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to ${APP};
      grant usage on all sequences in schema ${QUEUE_SCHEMA} to ${APP}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== DENIED) throw error
    throw new StartError(
      `DATABASE_URL: the role ${owner.user} may not create the schema ${QUEUE_SCHEMA}; grant it CREATE on the database`,
    )
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
}
