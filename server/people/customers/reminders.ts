import { sql } from 'drizzle-orm'
import type { BusinessType } from '#shared/contracts/notices.ts'
import type { Unheard } from '#shared/contracts/system-monitor.ts'
import type { Grant } from '#shared/permissions.ts'
import { bothNames, type Text } from '#shared/text.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { consentLog, reminder, type reminderKinds } from '../../platform/database/tables/consents.ts'
import { type Message, say } from '../../platform/http/texts.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Services } from '../../platform/services.ts'
import { peopleAbove } from '../notices/above.ts'
import { tell } from '../notices/tell.ts'
import { notingNobody } from '../notices/unreached.ts'
import { tellOldCodes } from './old-codes.ts'
import { ACTS, agentsPeople, managersOf, OWNS, ownersOf, type Told } from './people.ts'
import { watchPromises } from './promises.ts'

type Parts = Pick<Services, 'store' | 'events'>
type Kind = Exclude<(typeof reminderKinds)[number], 'onCallHole' | 'onCallUnreached'>

/** Some customer's day begins in any such interval; a server that was down catches up at its start. ms */
const EVERY_MS = 10 * 60_000
/** No reminders for what ended longer ago. Days */
const PAST_DAYS = 30

interface Due extends Record<string, unknown> {
  officeId: string
  /** Id of the office as agent; null if it never was one. */
  agencyId: string | null
  path: string
  chineseName: string
  englishName: string
  isDisabled: boolean
  kind: Kind
  /** By the office's calendar. */
  due: string
  daysLeft: number
  /** Reminders that have come due and were not given, as days before the date. */
  steps: number[]
}

/**
 * Everything that now needs a reminder. Days are the office's own: a contract 90, 30, 7 and 0 days before its last day, a
 * trial 7, 3, 1 and 0, maintenance 7 and 0, a consent 7 days before and the day after (-1), an agent's rights like a
 * contract and the day after.
 */
async function readDue(db: Db): Promise<Due[]> {
  const { rows } = await db.execute<Due>(sql`
    select o.id as "officeId", a.id as "agencyId", o.path, o.chinese_name as "chineseName", o.english_name as "englishName",
      o.disabled_at is not null as "isDisabled", v.kind, v.due::text as due, (v.due - t.today)::int as "daysLeft",
      array_agg(s.step order by s.step) as steps
    from office o left join customer c on c.office_id = o.id left join agency a on a.office_id = o.id
      cross join lateral (select (now() at time zone o.time_zone)::date as today) t
      cross join lateral (values
        ('contract', case c.stage when 'formal' then c.contract_ends_on end, array[90, 30, 7, 0]),
        ('trial', case c.stage when 'trial' then c.trial_ends_on end, array[7, 3, 1, 0]),
        ('maintenance', c.next_maintenance_on, array[7, 0]),
        ('farmAccess', ((o.farm_access_until - interval '1 millisecond') at time zone o.time_zone)::date, array[7, -1]),
        ('remoteControl', ((o.remote_control_until - interval '1 millisecond') at time zone o.time_zone)::date,
          array[7, -1]),
        ('agency', case when coalesce(a.state, o.kind) in ('passed', 'agent') then o.agent_ends_on end,
          array[90, 30, 7, 0, -1])
      ) v(kind, due, steps)
      cross join lateral unnest(v.steps) s(step)
    where (c.approval = 'passed' or o.kind = 'agent') and o.deleted_at is null
      and v.due - t.today <= s.step and v.due >= t.today - ${PAST_DAYS}::int
      and not exists (select from reminder r
        where r.office_id = o.id and r.kind = v.kind and r.due = v.due and r.days_before = s.step)
    group by o.id, a.id, v.kind, v.due, t.today`)
  return rows
}

/** Gives each due reminder once, in its own transaction. Returns how many there were. */
export async function remind({ store, events }: Parts): Promise<number> {
  const due = await readDue(store.scoped(SYSTEM))
  for (const each of due) {
    const told = await store.transaction(SYSTEM, db => give(db, each))
    if (told.length > 0) events.emit('notice', { accountIds: told })
  }
  return due.length
}

/** If several steps were missed, only the nearest is given. Another process at the same point takes the row first. */
async function give(db: Db, due: Due): Promise<string[]> {
  const { officeId, path: officePath, kind, steps } = due
  const rows = steps.map(daysBefore => ({ officeId, officePath, kind, due: due.due, daysBefore }))
  const given = await db.insert(reminder).values(rows).onConflictDoNothing().returning()
  const nearest = steps[0]
  if (nearest === undefined || !given.some(({ daysBefore }) => daysBefore === nearest)) return []
  if (kind === 'agency') return tellAgency(db, due)
  return kind === 'farmAccess' || kind === 'remoteControl'
    ? tellConsent(db, due, kind === 'farmAccess' ? 'farm' : 'remote')
    : tellStanding(db, due, kind)
}

async function tellConsent(db: Db, due: Due, consent: 'farm' | 'remote'): Promise<string[]> {
  const hasEnded = due.daysLeft < 0
  if (hasEnded)
    await db
      .insert(consentLog)
      .values({ officePath: due.path, subjectPath: due.path, event: 'ended', consent })
  const says = sayOf(due, name => [
    `consent.told.${hasEnded ? 'ended' : 'ends'}.${consent}`,
    { customer: name, date: due.due },
  ])
  const people = [
    ...(await peopleAbove(db, due.path, 'consent')),
    ...(await ownersToTell(db, due, 'consent')),
  ]
  return tellAll(db, people, says, { businessType: 'consent', subjectId: due.officeId })
}

const CUSTOMER_GRANTS = {
  contract: ['custom_manage:query'],
  trial: ['try_custom_manage:query'],
  maintenance: ['custom_manage:query', 'device_overhaul:query'],
} as const

const whenOf = ({ daysLeft }: Due) => (daysLeft > 0 ? 'soon' : daysLeft === 0 ? 'today' : 'past')

async function tellStanding(db: Db, due: Due, kind: keyof typeof CUSTOMER_GRANTS): Promise<string[]> {
  const says = sayOf(due, name => [
    `reminder.${kind}.${whenOf(due)}`,
    { customer: name, date: due.due, days: due.daysLeft },
  ])
  const people = [
    ...(await staffToTell(db, due, CUSTOMER_GRANTS[kind], 'customer')),
    ...(await ownersToTell(db, due, 'customer')),
  ]
  return tellAll(db, people, says, { businessType: 'customer', subjectId: due.officeId })
}

/** Tells the agent's people, and the staff who can extend its rights. */
async function tellAgency(db: Db, due: Due): Promise<string[]> {
  const says = sayOf(due, name => [
    `reminder.agency.${whenOf(due)}`,
    { customer: name, date: due.due, days: due.daysLeft },
  ])
  const staff = await staffToTell(db, due, ['user_manage:edit'], 'agent')
  const agents = due.isDisabled
    ? []
    : await notingNobody(db, await agentsPeople(db, due.path, ACTS), {
        side: 'agent',
        path: due.path,
        business: 'agent',
        grants: ACTS,
      })
  const people = [...staff, ...agents]
  return tellAll(db, people, says, { businessType: 'agent', subjectId: due.agencyId })
}

async function staffToTell(
  db: Db,
  { path }: Due,
  grants: readonly Grant[],
  business: Unheard,
): Promise<Told[]> {
  const staff = await managersOf(db, path, grants)
  return notingNobody(db, staff, { side: 'provider', path, business, grants })
}

/** A disabled customer is not told. */
async function ownersToTell(db: Db, { path, isDisabled }: Due, business: Unheard): Promise<Told[]> {
  if (isDisabled) return []
  return notingNobody(db, await ownersOf(db, path), { side: 'farm', path, business, grants: OWNS })
}

const sayOf = (due: Due, message: (name: string) => Message): Text => {
  const names = bothNames(due)
  return { 'zh-CN': say('zh-CN', message(names['zh-CN'])), 'en-US': say('en-US', message(names['en-US'])) }
}

/** One message to each person. */
function tellAll(
  db: Db,
  people: readonly Told[],
  title: Text,
  about: { businessType: BusinessType; subjectId: string | null },
): Promise<string[]> {
  const once = [...new Map(people.map(person => [person.id, person])).values()]
  return tell(db, once, { title, level: 'info', messageType: 'to_do', ...about })
}

/** Reminds, also of old codes of houses, and watches promised answers, at the start and every ten minutes; any number of processes may do so. */
export const startReminders = (services: Parts & Pick<Services, 'log'>): { stop(): Promise<void> } =>
  startRounds({
    name: 'reminders',
    everyMs: EVERY_MS,
    round: async () => {
      await remind(services)
      const told = await tellOldCodes(services.store)
      if (told.length > 0) services.events.emit('notice', { accountIds: told })
      await watchPromises(services)
    },
    log: services.log,
  })
