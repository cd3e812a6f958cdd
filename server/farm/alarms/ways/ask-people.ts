import { eq, type SQL, sql } from 'drizzle-orm'
import type { ProvenWay } from '#shared/alarm-ways.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import type { PushContent } from '#shared/push-content.ts'
import { paths } from '#shared/screens.ts'
import { type Language, languages, type Text } from '#shared/text.ts'
import { isHeld } from '../../../people/customers/held.ts'
import { holders, OWNS, ownersOf, type Told } from '../../../people/customers/people.ts'
import { tell } from '../../../people/notices/tell.ts'
import { notingNobody } from '../../../people/notices/unreached.ts'
import { anyOf, insertAll } from '../../../platform/database/any-of.ts'
import { newId } from '../../../platform/database/ids.ts'
import { type Db, SYSTEM } from '../../../platform/database/store.ts'
import { personWay } from '../../../platform/database/tables/alarm-ways.ts'
import { house } from '../../../platform/database/tables/farms.ts'
import { account, office } from '../../../platform/database/tables/offices.ts'
import { push, pushSubscription } from '../../../platform/database/tables/push.ts'
import { say, sayBoth } from '../../../platform/http/texts.ts'
import { queueMails } from '../../../platform/mail/queue-mail.ts'
import { lasts } from '../../../platform/push/listening.ts'
import { startRounds } from '../../../platform/rounds.ts'
import { proofToken } from '../../../platform/secrets/proof-token.ts'
import type { Services } from '../../../platform/services.ts'
import { silenceOf } from '../../../platform/silence.ts'

type Parts = Pick<Services, 'config' | 'store'>
type AskedWay = Exclude<ProvenWay, 'call'>

const HOUR_MS = 3_600_000
/** How often a proof is asked for: a browser answers by itself, a mail wants a tap. ms */
const EVERY_MS: Record<AskedWay, number> = { push: 20 * HOUR_MS, mail: 7 * 24 * HOUR_MS }
/** How long it may be missing before the farm is told. ms */
const PATIENCE_MS: Record<AskedWay, number> = { push: 48 * HOUR_MS, mail: 72 * HOUR_MS }
/** By the farm's clocks: nobody is asked at night. */
const HOURS = { from: 10, until: 18 }
/** People asked in one round. */
const AT_ONCE = 500
const ROUND_MS = 300_000
/** A test that did not go out within this is of no use. ms */
const USEFUL_MS = HOUR_MS

const reaches: Record<AskedWay, SQL> = {
  mail: sql`${account.email} is not null and not ${isHeld()}`,
  push: sql`exists (select from ${pushSubscription} where ${pushSubscription.accountId} = ${account.id})`,
}

/** People who hear alarms of a farm with houses, whose way has not been tried for a while, by day. */
async function dueFor(db: Db, way: AskedWay, now: Date): Promise<Told[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  // Worked out once, not for each account.
  const isByDay = sql`${account.officeId} = any(array(
    select o.id from ${office} o join ${office} f on f.path = o.farm_path where f.deleted_at is null and f.disabled_at is null
      and extract(hour from ${at} at time zone f.time_zone) >= ${HOURS.from}
      and extract(hour from ${at} at time zone f.time_zone) < ${HOURS.until}
      and exists (select from ${house} h where starts_with(h.office_path, f.path) and h.deleted_at is null)))`
  const isRecent = sql`exists (select from ${personWay} w where w.account_id = ${account.id} and w.way = ${way}
    and w.asked_at > ${at} - ${EVERY_MS[way]} * interval '1 ms')`
  const found = await holders(
    db,
    CUSTOMER,
    ['house_alarm:query'],
    sql`${reaches[way]} and ${isByDay} and not ${isRecent}`,
  )
  return found.slice(0, AT_ONCE)
}

/** Notes that people are asked; what was owed before is owed since then. */
async function noteAsked(db: Db, way: AskedWay, people: readonly Told[], now: Date): Promise<void> {
  if (people.length === 0) return
  await db
    .insert(personWay)
    .values(
      people.map(({ id, officePath }) => ({ accountId: id, way, officePath, askedAt: now, owedSince: now })),
    )
    .onConflictDoUpdate({
      target: [personWay.accountId, personWay.way],
      set: { askedAt: now, owedSince: sql`coalesce(${personWay.owedSince}, excluded.owed_since)` },
    })
}

async function askByMail(db: Db, { config }: Parts, now: Date): Promise<void> {
  // Nobody would get what is only written into files.
  if (!config.smtpUrl) return
  const people = await dueFor(db, 'mail', now)
  const { appSecret } = config
  await queueMails(
    db,
    people.flatMap(({ id, email, actualName, language }) => {
      if (email === null) return []
      const token = proofToken(appSecret, { way: 'mail', accountId: id, at: now.getTime() })
      const reader: Language = language ?? config.defaultLanguage ?? 'en-US'
      const secret = { values: { token }, appSecret }
      return [
        { to: email, language: reader, template: 'wayProof' as const, values: { name: actualName }, secret },
      ]
    }),
  )
  await noteAsked(db, 'mail', people, now)
}

async function askByPush(db: Db, { config }: Parts, now: Date): Promise<void> {
  const people = new Map((await dueFor(db, 'push', now)).map(person => [person.id, person]))
  const browsers = await db
    .select({ sessionId: pushSubscription.sessionId, accountId: pushSubscription.accountId })
    .from(pushSubscription)
    .where(
      sql`${anyOf(pushSubscription.accountId, people.keys())} and ${lasts(db, pushSubscription.sessionId)}`,
    )
  const at = now.getTime()
  const contentFor = (accountId: string): PushContent => {
    const language = people.get(accountId)?.language ?? config.defaultLanguage ?? 'en-US'
    return {
      tag: 'proof',
      title: say(language, 'push.proof.title'),
      body: say(language, 'push.proof.body'),
      opens: paths.alarmRules,
      isGrave: false,
      isQuiet: true,
      language,
      at,
      receipt: proofToken(config.appSecret, { way: 'push', accountId, at }),
    }
  }
  await insertAll(
    db,
    push,
    browsers.map(({ sessionId, accountId }) => ({
      id: newId(),
      sessionId,
      content: contentFor(accountId),
      usefulUntil: new Date(at + USEFUL_MS),
    })),
  )
  // Somebody whose sessions have all ended is not asked.
  const asked = new Set(browsers.map(({ accountId }) => accountId))
  await noteAsked(
    db,
    'push',
    [...people.values()].filter(({ id }) => asked.has(id)),
    now,
  )
}

/** Tells owners, once, whose proof is missing, and those people themselves by what is left. Returns the accounts that were told. */
async function tellMissing(db: Db, now: Date): Promise<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const late = (way: AskedWay) =>
    sql`(${personWay.way} = ${way} and ${personWay.owedSince} < ${at} - ${PATIENCE_MS[way]} * interval '1 ms')`
  const rows = await db
    .update(personWay)
    .set({ toldAt: now })
    .from(account)
    .where(
      sql`${eq(account.id, personWay.accountId)} and ${personWay.toldAt} is null and (${late('mail')} or ${late('push')})
        and ${account.deletedAt} is null and ${account.disabledAt} is null`,
    )
    .returning({
      way: personWay.way,
      id: account.id,
      officePath: account.officePath,
      name: account.actualName,
      officeId: account.officeId,
    })
  const farms = await db
    .select({ id: office.id, farmPath: office.farmPath })
    .from(office)
    .where(anyOf(office.id, new Set(rows.map(({ officeId }) => officeId))))
  const farmOf = new Map(farms.map(({ id, farmPath }) => [id, farmPath]))
  const told: string[] = []
  for (const [path, those] of Map.groupBy(rows, ({ officeId }) => farmOf.get(officeId) ?? '')) {
    if (path === '') continue
    const meant = { side: 'farm', path, business: 'duty', grants: OWNS } as const
    const owners = await notingNobody(db, await ownersOf(db, path), meant)
    const named = (language: Language) =>
      those
        .map(({ name, way }) =>
          say(language, ['way.unproven.one', { name, way: say(language, `way.name.${way}`) }]),
        )
        .join(language === 'zh-CN' ? '、' : ', ')
    const title = Object.fromEntries(
      languages.map(language => [language, say(language, ['way.unproven', { people: named(language) }])]),
    ) as Text
    const about = { level: 'warning', messageType: 'to_do', businessType: 'duty', subjectId: null } as const
    told.push(...(await tell(db, owners, { ...about, title })))
    // Who can mend it soonest; an owner has been told of their own.
    for (const { way, ...person } of those.filter(({ id }) => !told.includes(id))) {
      const yours = sayBoth(['way.unproven.yours', { way: sayBoth(`way.name.${way}`) }])
      const besides = way === 'mail' ? (['push'] as const) : (['mail'] as const)
      told.push(...(await tell(db, [person], { ...about, title: yours, besides })))
    }
  }
  return told
}

/** Asks people to prove the ways to them, and tells farms whose proof is missing. Returns the accounts that were told. */
export function askPeople(parts: Parts, now = new Date()): Promise<string[]> {
  return parts.store.transaction(SYSTEM, async db => {
    if (await silenceOf(db)) return []
    const lock = await db.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('person_way', 0)) as free`,
    )
    if (!lock.rows[0]?.free) return []
    await askByMail(db, parts, now)
    await askByPush(db, parts, now)
    return tellMissing(db, now)
  })
}

/** Does so while the server runs. Nobody lives in a demonstration. */
export function startProofs({ config, store, events, log }: Parts & Pick<Services, 'events' | 'log'>): {
  stop(): Promise<void>
} {
  const round = async () => {
    const accountIds = config.demo ? [] : await askPeople({ config, store })
    if (accountIds.length > 0) events.emit('notice', { accountIds })
  }
  return startRounds({ name: 'proofs', everyMs: ROUND_MS, round, log })
}
