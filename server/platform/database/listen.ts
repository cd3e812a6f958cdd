import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

export interface Listener {
  heard(payload: string): void
  /** Listening begins, or resumes: earlier notifications were missed. */
  began(): void
}

export interface Listening {
  /** Whether a notification sent now would be heard. */
  hears(): boolean
  stop(): Promise<void>
}

/** Pause before listening again. ms */
const AGAIN_MS = 500
/** How often to test that notifications arrive: a proxy in between may swallow them. ms */
const PULSE_MS = 5_000
const PULSE_ANSWER_MS = 2_000
const CONNECT_MS = 3_000

/** Hears NOTIFY on a channel until stopped, through outages of the database. */
export function listenTo(url: string, channel: string, listener: Listener): Listening {
  const stopping = new AbortController()
  let isHearing = false

  async function hearUntilItEnds(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: PULSE_ANSWER_MS,
      keepAlive: true,
    })
    const ending = new AbortController()
    const over = AbortSignal.any([stopping.signal, ending.signal])
    const end = () => {
      isHearing = false
      ending.abort()
    }
    client.on('end', end)
    client.on('error', end)
    // Ending a connection that is still being made does not settle its promise.
    const ended = new Promise<never>((_, reject) => {
      const give = () => {
        client.end().catch(() => {})
        reject(over.reason)
      }
      over.addEventListener('abort', give, { once: true })
    })
    ended.catch(() => {})
    client.on('notification', ({ channel: on, payload = '' }) => {
      if (on === channel) listener.heard(payload)
    })
    try {
      const pulse = `pulse_${randomBytes(8).toString('hex')}`
      await Promise.race([client.connect(), ended])
      await client.query(`listen ${client.escapeIdentifier(channel)}; listen ${pulse}`)
      while (!over.aborted) {
        await arrives(client, pulse, over)
        if (!isHearing) {
          isHearing = true
          listener.began()
        }
        await rest(PULSE_MS, over)
      }
    } finally {
      end()
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Why it ended does not matter: users of `hears` do without until it begins again.
      await hearUntilItEnds().catch(() => {})
      await rest(AGAIN_MS, stopping.signal)
    }
  }
  const running = run()

  return {
    hears: () => isHearing,
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

const rest = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal, ref: false }).catch(() => {})

/** Notifies itself and waits until that is heard; rejects if it is not. */
async function arrives(client: pg.Client, pulse: string, over: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([over, AbortSignal.timeout(PULSE_ANSWER_MS)])
  const heard = once(client, 'notification', { signal })
  heard.catch(() => {})
  await client.query('select pg_notify($1, $2)', [pulse, ''])
  await heard
}
