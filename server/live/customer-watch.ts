import { sql } from 'drizzle-orm'
import type { WebSocket } from 'ws'
import type { CustomerStatus, Stage } from '#shared/customers.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { statusOf } from '../people/customers/status.ts'
import { isInScope } from '../platform/database/scope.ts'
import { type Store, SYSTEM } from '../platform/database/store.ts'
import { customer } from '../platform/database/tables/customers.ts'
import { office } from '../platform/database/tables/offices.ts'
import type { Viewer } from '../platform/http/identify.ts'
import { frame } from './frames.ts'
import { send } from './house-feed.ts'

/** How often open lists are compared with the database, only while one is open. ms */
const LOOK_MS = 2_000

/** Customers per statement: its parameters are built on the thread that stores readings. */
const AT_ONCE = 1_000

/** A watched customer as it was last told. */
interface Known {
  status: CustomerStatus
  officePath: string
  carePath: string | null
  stage: Stage
}

interface Watcher {
  socket: WebSocket
  viewer: Viewer
}

const listOf = { formal: 'custom_manage:query', trial: 'try_custom_manage:query' } as const

const hasList = ({ grants }: Viewer): boolean => Object.values(listOf).some(grant => grants.has(grant))

/** Whose lists show the customer; its being online is not farm data. */
const maySee = ({ grants, scope }: Viewer, { stage, officePath, carePath }: Known): boolean =>
  grants.has(listOf[stage]) && isInScope(scope, { path: officePath, farmPath: officePath, carePath })

/**
 * Tells browsers whether the customers they show are online: first what is known, then every change, whoever makes it, also
 * when five minutes of silence do. One query asks for all of them and answers only what differs.
 */
export function watchCustomers(store: Store, onError: (error: unknown) => void) {
  const watchers = new Map<Watcher, ReadonlySet<string>>()
  const known = new Map<string, Known>()

  function tell(watcher: Watcher, ids: Iterable<string>): void {
    const statuses: Record<string, CustomerStatus> = {}
    for (const id of ids) {
      const now = known.get(id)
      if (now && maySee(watcher.viewer, now)) statuses[id] = now.status
    }
    if (Object.keys(statuses).length > 0)
      send(watcher.socket, frame({ dataType: 'CUSTOMER_STATUS', statuses }))
  }

  const look = oneAtATime(async (all: typeof watchers) => {
    const shown = new Set([...all.values()].flatMap(ids => [...ids]))
    for (const id of known.keys()) if (!shown.has(id)) known.delete(id)
    if (shown.size === 0) return
    const [ids, changed] = [[...shown], new Set<string>()]
    for (let from = 0; from < ids.length; from += AT_ONCE)
      for (const { id, ...now } of await readChanged(store, ids.slice(from, from + AT_ONCE), known)) {
        known.set(id, now)
        changed.add(id)
      }
    if (changed.size === 0) return
    for (const [watcher, ids] of all)
      tell(
        watcher,
        [...ids].filter(id => changed.has(id)),
      )
  })
  const lookNow = () => void look(watchers).catch(onError)
  const timer = setInterval(lookNow, LOOK_MS)

  return {
    /** What the client shows from now on; tells it what is known, even if told before. */
    watch(client: Watcher, customerIds: readonly string[]): void {
      const ids = hasList(client.viewer) ? customerIds : []
      if (ids.length === 0) watchers.delete(client)
      else watchers.set(client, new Set(ids))
      tell(client, ids)
      if (ids.some(id => !known.has(id))) lookNow()
    },
    forget: (client: Watcher) => void watchers.delete(client),
    stop: () => clearInterval(timer),
  }
}

/** Those of the shown customers that differ from what is known; deleted ones are left out. */
async function readChanged(store: Store, ids: readonly string[], known: ReadonlyMap<string, Known>) {
  const was = (field: keyof Known) => sql.param(ids.map(id => known.get(id)?.[field] ?? null))
  const { officeId, officePath, stage, deletedAt } = customer
  const { rows } = await store.scoped(SYSTEM).execute<Known & { id: string } & Record<string, unknown>>(sql`
    select ${officeId} as id, ${statusOf} as status, ${officePath} as "officePath",
      ${office.carePath} as "carePath", ${stage} as stage
    from unnest(${sql.param(ids)}::text[], ${was('status')}::text[], ${was('officePath')}::text[],
      ${was('carePath')}::text[], ${was('stage')}::text[]) as was (id, status, path, care, stage)
    join customer on ${officeId} = was.id join office on ${office.id} = was.id
    where ${deletedAt} is null
      and (${statusOf}, ${officePath}, ${office.carePath}, ${stage})
        is distinct from (was.status, was.path, was.care, was.stage)`)
  return rows
}
