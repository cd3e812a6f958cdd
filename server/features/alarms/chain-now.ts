import { asc, eq, sql } from 'drizzle-orm'
import { chainAt, saidBy, stepsAt } from '#shared/alarm-chain.ts'
import { shelvesExpired } from '#shared/alarm-shelf.ts'
import { isGrave } from '#shared/alarms.ts'
import type { AlarmDetail, AlarmEvent } from '#shared/contracts/alarms.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { chainFacts } from '../../farm/alarms/chain-facts.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { type alarm, alarmEvent } from '../../platform/database/tables/alarms.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import type { Services } from '../../platform/services.ts'
import { numbersOf } from './numbers.ts'

type AlarmRow = typeof alarm.$inferSelect
interface Asking {
  db: Db
  viewer: Viewer
  services?: Pick<Services, 'store' | 'config'>
}

/** Attempts and answers shown, the newest. */
const SHOWN = 200

/** Whom an alarm was told, what they said, and whom its chain tells next. */
export async function chainOf(
  { db, viewer, services }: Asking,
  row: AlarmRow,
): Promise<Pick<AlarmDetail, 'events' | 'chain'>> {
  const rows = await db
    .select()
    .from(alarmEvent)
    .where(eq(alarmEvent.alarmId, row.id))
    .orderBy(asc(alarmEvent.at), sql`coalesce(${alarmEvent.step}, 0) desc`, alarmEvent.id)
  const over = row.clearedAt ?? (row.handling === 'solved' ? row.handledAt : null)
  const expired = shelvesExpired(rows, over).map(at => ({ ...BY_ITSELF, at: at.toISOString() }))
  const events = [...rows.map(event => shownEvent(event, viewer)), ...expired]
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .slice(-SHOWN)
  const { chainFrom } = row
  const isRunning = row.condition !== 'cleared' && isGrave(row.level) && row.handling !== 'solved'
  if (!services || !chainFrom || !isRunning) return { events, chain: null }
  // Colleagues above a farm team are on its plan too.
  const system = services.store.scoped(SYSTEM)
  const facts = (await chainFacts(system, [row], services.config)).get(row.id)
  if (!facts) return { events, chain: null }
  const [from, harmAt] = [chainFrom.getTime(), row.harmAt?.getTime() ?? null]
  const begun = { level: row.level, from, harmAt, spared: facts.spared }
  const now = Date.now()
  const { ahead, next } = chainAt(facts.rota, begun, facts.answers, now)
  const mine = saidBy(begun, facts.answers, viewer.accountId, now)
  const [following] = ahead
  const nameOf = (id: string) => facts.people.get(id)?.actualName ?? '—'
  const [first = []] = stepsAt(facts.rota, 'critical', now)
  const onCall = new Set(first)
  return {
    events,
    chain: {
      next: following
        ? { at: new Date(following.at).toISOString(), names: following.accountIds.map(nameOf) }
        : null,
      isOver: next === null,
      mine: mine && { answer: mine.answer, isHeld: now < mine.until },
      numbers: viewer.kind === CUSTOMER ? await numbersOf(system, viewer, facts.people.values(), onCall) : [],
    },
  }
}

const iso = (at: Date | null) => at?.toISOString() ?? null

/** A shelf that ran out. */
const BY_ITSELF: Omit<AlarmEvent, 'at'> = {
  kind: 'expired',
  name: null,
  isMine: false,
  step: 0,
  mailedAt: null,
  mailResult: null,
  pushedAt: null,
  pushResult: null,
  calledAt: null,
  callResult: null,
  answer: null,
  via: null,
  isProven: false,
  heardAt: null,
  until: null,
  note: null,
}

function shownEvent(event: typeof alarmEvent.$inferSelect, viewer: Viewer): AlarmEvent {
  const { kind, at, actorName, accountId, step, mailedAt, pushedAt, calledAt, note } = event
  const { mailResult, pushResult, callResult, answer, via, isProven } = event
  return {
    kind,
    at: at.toISOString(),
    name: actorName,
    isMine: accountId === viewer.accountId,
    step: step ?? 0,
    mailedAt: iso(mailedAt),
    mailResult,
    pushedAt: iso(pushedAt),
    pushResult,
    calledAt: iso(calledAt),
    callResult,
    answer,
    via,
    isProven,
    heardAt: iso(event.heardAt),
    until: iso(event.shelvedUntil),
    note,
  }
}
