import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { SYSTEM } from '../database/store.ts'
import type { Services } from '../services.ts'

/** Longer than this and a load balancer should look elsewhere. */
const PATIENCE_MS = 2_000

async function answersInTime(work: PromiseLike<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>(resolve => {
    timer = setTimeout(resolve, PATIENCE_MS, false)
  })
  const answered = Promise.resolve(work).then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answered, late])
  } finally {
    clearTimeout(timer)
  }
}

/** `/api/health`: 200 while the database answers, else 503. Tells nothing about the farm. */
export function mountHealth(app: FastifyInstance, { store }: Services): void {
  app.get('/api/health', async (_, reply) => {
    const isDatabaseUp = await answersInTime(store.scoped(SYSTEM).execute(sql`select 1`))
    return reply
      .code(isDatabaseUp ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: isDatabaseUp ? 'ok' : 'unavailable',
        database: isDatabaseUp,
        upForS: Math.round(process.uptime()),
      })
  })
}
