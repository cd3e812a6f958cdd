import { inArray, type SQL, sql } from 'drizzle-orm'
import { type Amount, type ListedPlace, placeText, withAmounts } from '#shared/amounts.ts'
import { clockOf, dayOf } from '#shared/dates.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import type { Severity } from '#shared/signals.ts'
import type { Language, Text } from '#shared/text.ts'
import type { Reader, UnitSystem } from '#shared/units.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { workWhenTold } from '../../platform/database/work-when-told.ts'
import { viewerOfAccount } from '../../platform/http/identify.ts'
import { say } from '../../platform/http/texts.ts'
import { oneLine } from '../../platform/mail/message.ts'
import type { Services } from '../../platform/services.ts'
import { silenceOf } from '../../platform/silence.ts'

/** A channel that reaches people who are not looking. */
export interface Channel {
  /** Names its lock, and the notification sent when a message wants it. */
  name: 'notice_mail' | 'notice_push' | 'notice_call'
  /** Columns of a message: whether it still waits, and when it was sent. */
  wanted: 'mail_wanted' | 'push_wanted' | 'call_wanted'
  toldAt: 'mailed_at' | 'pushed_at' | 'called_at'
  /** Whether it can reach the account `a`. */
  reaches: SQL
  /**
   * Pause between sendings to a person, ms: for one that cannot wait, and for others. The next one has the rest. What was sent
   * holds nothing back that is graver.
   */
  pauseMs: { grave: number; other: number }
  /** Sendings of what cannot wait within its pause: another alarm goes out at once, only a flood is held together. */
  burst: number
  /** A message that waited longer is not sent any more. ms */
  usefulMs: number
  /** Gives up what it need not tell any more. */
  dropNeedless?: (db: Db) => Promise<void>
}

/** How long messages that are only read stay useful: quiet hours are over by then. ms */
export const USEFUL_MS = 86_400_000
/** People told at a time, and messages listed for each, the gravest first. */
const PEOPLE = 200
const LISTED = 20
/** How often to look for people whose pause or quiet hours have ended. ms */
const LOOK_MS = 10_000
/** Messages that come within this time of the first are told together. ms */
const GATHER_MS = 1_000

interface Listed {
  id: string
  title: Text
  amounts: readonly Amount[] | null
  level: Severity
  /** ms since 1970 */
  writtenAt: number
  business: string
  subject: string | null
  /** Every place it tells of, where the title names only some. */
  places: readonly ListedPlace[] | null
  /** About an alarm its reader may not see through their own office; later: or may not see any more. */
  isHidden: boolean
}
/** Somebody to tell now, and what. */
export interface Ready extends Record<string, unknown> {
  accountId: string
  email: string | null
  name: string
  language: Language | null
  units: UnitSystem | null
  zone: string
  count: number
  listed: [Listed, ...Listed[]]
}

const isGrave = sql`level in ('critical', 'emergency')`
/** The place of a level among the others: 1 is the gravest. */
const rank = (level: SQL) => sql`array_position(array['emergency', 'critical', 'warning', 'info'], ${level})`
/** Whether the message `t` to `r` is about an alarm of a farm they do not belong to. */
const isOthers = sql`t.business_type = 'alarm' and t.subject_id is not null and (r.kind <> ${CUSTOMER}
  or exists (select from ${alarm} al where al.id = t.subject_id and not starts_with(al.office_path, r.office_path)))`
const ago = (ms: number) => sql`now() - ${ms} * interval '1 ms'`

/** Those to tell now; marks their messages as told. */
async function take(db: Db, channel: Channel): Promise<Ready[]> {
  const { reaches, pauseMs, burst } = channel
  const wanted = sql.identifier(channel.wanted)
  const toldAt = sql.identifier(channel.toldAt)
  const { rows } = await db.execute<Ready>(sql`
    with waiting as (
      select account_id, bool_or(${isGrave}) as is_grave, min(${rank(sql`level`)}) as gravest
      from notice_message where ${wanted} group by account_id
    ), ready as (
      select a.id, a.email, a.actual_name, a.language, a.units, a.kind, a.office_path, zone, is_quiet
      from waiting w join account a on a.id = w.account_id join office o on o.id = a.office_id
      left join notice_choice c on c.account_id = a.id
      cross join lateral (select coalesce(a.time_zone, o.time_zone) as zone) z
      cross join lateral (select (now() at time zone zone)::time as clock) t
      cross join lateral (select coalesce(case when c.quiet_from < c.quiet_until
        then clock >= c.quiet_from and clock < c.quiet_until
        else clock >= c.quiet_from or clock < c.quiet_until end, false) as is_quiet) q
      where ${reaches} and a.deleted_at is null and a.disabled_at is null and (w.is_grave or not is_quiet)
        and (select count(distinct m.${toldAt}) from notice_message m where m.account_id = a.id
            and ${rank(sql`m.level`)} <= w.gravest
            and m.${toldAt} > case when w.is_grave then ${ago(pauseMs.grave)} else ${ago(pauseMs.other)} end)
          < case when w.is_grave then ${burst}::int else 1 end
      limit ${PEOPLE}
    ), taken as (
      update notice_message n set ${wanted} = false, ${toldAt} = now()
      from ready r where n.account_id = r.id and n.${wanted} and (not r.is_quiet or ${isGrave})
      returning n.*
    ), ranked as (
      select *, count(*) over (partition by account_id) as total, row_number() over (partition by account_id
        order by ${rank(sql`level`)}, created_at desc) as place
      from taken
    )
    select r.id as "accountId", r.email, r.actual_name as name, r.language, r.units, r.zone, t.total::int as count, jsonb_agg(
      jsonb_build_object('id', t.id, 'title', t.title, 'amounts', t.amounts, 'level', t.level, 'business', t.business_type,
        'subject', t.subject_id, 'places', t.listed, 'isHidden', ${isOthers},
        'writtenAt', floor(extract(epoch from t.created_at) * 1000)) order by t.place) as listed
    from ranked t join ready r on r.id = t.account_id where t.place <= ${LISTED}
    group by r.id, r.email, r.actual_name, r.language, r.units, r.zone, t.total`)
  return rows
}

/**
 * Hides messages about a farm that shares no more, or is no longer theirs, as the list of messages does: a message may have
 * waited for a night.
 */
async function hideLost(store: Store, person: Ready): Promise<Ready> {
  const others = person.listed.flatMap(({ isHidden, subject }) => (isHidden && subject ? [subject] : []))
  if (others.length === 0) return person
  const viewer = await viewerOfAccount(store, person.accountId)
  const { id } = alarm
  const seen = viewer
    ? await store.scoped(viewer.scope).select({ id }).from(alarm).where(inArray(id, others))
    : []
  const known = new Set(seen.map(row => row.id))
  const shown = (one: Listed): Listed =>
    one.isHidden && !known.has(one.subject ?? '') ? { ...one, subject: null } : { ...one, isHidden: false }
  const [first, ...more] = person.listed
  return { ...person, listed: [shown(first), ...more.map(shown)] }
}

/** The messages in their reader's language, units and zone; one line each. */
export function toldTo({ language, units, zone, listed }: Ready, otherwise: Language) {
  const read = language ?? otherwise
  const reader: Reader = { language: read, units: units ?? 'metric' }
  return {
    language: read,
    told: listed.map(({ title, amounts, places, level, writtenAt, isHidden }) => ({
      /** Every place it tells of, where it names only some; else empty. */
      places: isHidden ? '' : placesText(places ?? [], reader),
      says: isHidden ? say(read, 'notice.hidden') : oneLine(withAmounts(title[read], amounts, reader)),
      level: say(read, `severity.${level}`),
      at: `${dayOf(writtenAt, read, zone)} ${clockOf(writtenAt, zone)}`,
    })),
  }
}

const placesText = (places: readonly ListedPlace[], reader: Reader): string =>
  places.map(place => oneLine(placeText(place, reader))).join(reader.language === 'zh-CN' ? '、' : ', ')

/**
 * Takes the messages waiting for a channel and writes what is sent, in one transaction: each is told once, whatever dies
 * meanwhile. Only one process at a time does this, and none while the installation is silent. Returns how many people it was.
 */
export function tellWaiting(
  store: Store,
  channel: Channel,
  write: (db: Db, people: readonly Ready[]) => Promise<void>,
): Promise<number> {
  return store.transaction(SYSTEM, async db => {
    if (await silenceOf(db)) return 0
    const lock = await db.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${channel.name}, 0)) as free`,
    )
    if (!lock.rows[0]?.free) return 0
    const wanted = sql.identifier(channel.wanted)
    await db.execute(sql`update notice_message set ${wanted} = false
      where ${wanted} and created_at < ${ago(channel.usefulMs)}`)
    await channel.dropNeedless?.(db)
    const ready = await take(db, channel)
    const people: Ready[] = []
    for (const person of ready) people.push(await hideLost(store, person))
    await write(db, people)
    return ready.length
  })
}

/** Does `work` soon after a message for the channel was written, and when a pause or quiet hours have ended. */
export const startTelling = (
  { store, log }: Pick<Services, 'store' | 'log'>,
  { name: channel }: Channel,
  work: () => Promise<number>,
): { stop(): Promise<void> } =>
  workWhenTold({
    store,
    channel,
    everyMs: LOOK_MS,
    gatherMs: GATHER_MS,
    name: 'notices',
    round: async () => (await work()) === PEOPLE,
    log,
  })
