import { inArray, type SQL, sql } from 'drizzle-orm'
import { type NewNotice, tellEach } from '../../people/notices/tell.ts'
import { replaceUnread } from '../../people/notices/unread.ts'
import { insertAll } from '../../platform/database/any-of.ts'
import { newId } from '../../platform/database/ids.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { alarmRule } from '../../platform/database/tables/alarm-rules.ts'
import { alarm, alarmEvent } from '../../platform/database/tables/alarms.ts'
import {
  type Chain,
  chainsOf,
  clockOf,
  farmsOfChains,
  isChainDue,
  isChained,
  isGraveAlarm,
  lookAgain,
  mayChain,
  type ReadingParts,
} from './chain.ts'
import { FARM_RULE } from './farm-rules.ts'
import { type Concerned, type Parcel, parcelsOf } from './parcels.ts'
import { placing } from './placing.ts'
import {
  type Customer,
  customerOf,
  hiddenText,
  ofCustomer,
  type Receiver,
  receiversOf,
  waysFor,
} from './receivers.ts'
import type { Bundle, Rung } from './rung.ts'
import { alarmTitle, listedPlaces, type RingReason } from './titles.ts'

/** What telling people of alarms depends on. */
export interface RingParts extends ReadingParts {
  store: Store
}

/** After how many minutes a warning of a farm's own rule that nobody has seen is told again; null: it is not. Grave ones have a chain. */
const unseenMinutes = sql`case when starts_with(a.rule, ${FARM_RULE}) and not ${isGraveAlarm}
  then (select r.unseen_minutes from ${alarmRule} r where r.id = substr(a.rule, ${FARM_RULE.length + 1})) end`
const isUnseen = sql`a.condition <> 'cleared' and a.handling = 'new' and a.rung_at is not null and a.live
  and (a.ring_at is null or a.ring_at > now()) and a.rung_at + make_interval(mins => ${unseenMinutes}) <= now()`
/** Those that came within the last seconds (`sparedS`) may still be gathered with others. */
const rings = (sparedS: number) =>
  sql`a.ring_at is not null and a.ring_at <= now() - make_interval(secs => ${sparedS})`
/** Alarms to be told now: each part has its index. */
const due = (sparedS: number, of: SQL = sql`true`) => sql`(
  select a.id, a.farm_path from ${alarm} a where ${of} and ${rings(sparedS)}
  union all select a.id, a.farm_path from ${alarm} a where ${of} and ${isUnseen})`

/** Farms with alarms that are to be told now: new ones, those nobody has seen, and those whose chain goes on. */
export async function farmsToTell(parts: RingParts, sparedS: number): Promise<string[]> {
  const db = parts.store.scoped(SYSTEM)
  const { rows } = await db.execute<{ farmPath: string }>(
    sql`select distinct due.farm_path as "farmPath" from ${due(sparedS)} due`,
  )
  return [...new Set([...rows.map(({ farmPath }) => farmPath), ...(await farmsOfChains(db, parts))])]
}

/**
 * Takes what is to be told of a farm, each for one process. What came back or got worse is new, however far somebody had taken it,
 * and its chain begins anew: proof and causes were of what it was. As arrays the ids are looked up one by one, whatever the planner believes of a table that has
 * just had a thousand alarms.
 */
async function take(db: Db, parts: RingParts, farmPath: string, sparedS: number): Promise<Rung[]> {
  const { rows } = await db.execute<{ id: string; why: RingReason }>(sql`
    with due as (
      select a.id, case when a.ring_at <= now() then a.ring else 'unseen' end as why,
        ${isGraveAlarm} and a.condition <> 'cleared' as is_grave, a.handling,
        ${mayChain} as may_chain, ${isChained} as is_chained
      from ${alarm} a where a.id = any(array(select id from ${due(sparedS, sql`a.farm_path = ${farmPath}`)} found))
        and (${rings(sparedS)} or ${isUnseen}) for update skip locked
    ), fresh as (
      select id, why, is_new, why <> 'unseen' and (is_chained or is_new and may_chain) as is_chained
      from (select *, is_grave and (why in ('again', 'worse') or why = 'raised' and handling = 'solved') as is_new from due) those
    )
    update ${alarm} a set ring = null, ring_at = null, rung_at = now(), rings = a.rings + 1,
      chain_from = case when f.is_chained then date_trunc('milliseconds', now()) else a.chain_from end,
      chain_at = case when f.is_chained then now() else a.chain_at end,
      chain_ring = case when f.is_chained then f.why else a.chain_ring end,
      handling = case when f.is_new then 'new' else a.handling end,
      handled_by = case when f.is_new then null else a.handled_by end,
      handled_at = case when f.is_new then null else a.handled_at end
    from fresh f where a.id = f.id and a.id = any(array(select id from due)) returning a.id, f.why`)
  const whys = new Map(rows.map(({ id, why }) => [id, why]))
  const { rows: chained } = await db.execute<{ id: string }>(sql`
    select a.id from ${alarm} a where a.farm_path = ${farmPath} and ${isChainDue} for update skip locked`)
  const { receivers, ways, limit, action } = alarmRule
  const taken = await db
    .select({ alarm, rule: { receivers, ways, limit, action } })
    .from(alarm)
    .leftJoin(alarmRule, sql`${alarm.rule} = ${FARM_RULE} || ${alarmRule.id}`)
    .where(inArray(alarm.id, [...whys.keys(), ...chained.map(({ id }) => id)]))
  const alarms = taken.filter(({ alarm }) => alarm.chainAt !== null).map(({ alarm }) => alarm)
  const chains = await chainsOf(db, alarms, parts, await clockOf(db))
  await lookAgain(db, chains)
  return taken.map(({ alarm, rule }) => ({
    ...alarm,
    limit: rule?.limit ?? alarm.limit,
    ownAction: rule?.action || null,
    calls: rule ? { receivers: rule.receivers, ways: rule.ways } : undefined,
    why: whys.get(alarm.id) ?? reasonOf(chains.get(alarm.id)),
    chain: chains.get(alarm.id) ?? null,
  }))
}

/** Why an alarm is told along its chain. */
const reasonOf = (chain: Chain | undefined): RingReason =>
  (chain?.facts.answers.length ?? 0) > 0 ? 'absent' : 'unseen'

/**
 * Tells the people of a farm what is to be told now: all of one kind in one message, whatever the number of houses, and what
 * one of them explains with it, in the transaction that notes it as told. Returns the accounts that were told.
 */
export function ringFarm(parts: RingParts, farmPath: string, sparedS = 0): Promise<string[]> {
  return parts.store.transaction(SYSTEM, async db => {
    const due = await take(db, parts, farmPath, sparedS)
    if (due.length === 0) return []
    const customer = await customerOf(db, farmPath)
    if (!customer) return []
    const telling = {
      db,
      customer,
      receivers: rememberReceivers(db, customer),
      place: await placing(db, parts, due),
    }
    const told = new Set<string>()
    for (const parcel of parcelsOf(await concernedBy(telling, due)))
      for (const id of await tellParcel(telling, parcel)) told.add(id)
    return [...told]
  })
}

type Ask = Parameters<typeof receiversOf>[3]
interface Telling {
  db: Db
  customer: Customer
  receivers(officePath: string, ask: Ask): Promise<Receiver[]>
  place: Awaited<ReturnType<typeof placing>>
}

/** Reads the receivers of each office and kind of alarm once. */
function rememberReceivers(db: Db, customer: Customer): Telling['receivers'] {
  const known = new Map<string, Promise<Receiver[]>>()
  return (officePath, { woken, ...ask }) => {
    const key = JSON.stringify([officePath, ask, woken && [...woken].toSorted()])
    const found =
      known.get(key) ??
      receiversOf(db, { officePath, farmPath: customer.path }, customer, { ...ask, ...(woken && { woken }) })
    known.set(key, found)
    return found
  }
}

/** Whom to tell of one alarm: whom its chain wakes now, and of news everybody else as they chose. */
function receiversFor({ receivers, customer }: Telling, rung: Rung): Promise<Receiver[]> {
  const { officePath, level, calls, why, chain } = rung
  if (!chain) return receivers(officePath, { level, calls, why })
  if (why === 'unseen' || why === 'absent') return Promise.resolve(wokenBy(chain, level, customer))
  const woken = new Set(chain.fresh.map(({ accountId }) => accountId))
  return receivers(officePath, { level, calls, why, woken })
}

const wokenBy = ({ fresh, facts }: Chain, level: Rung['level'], { isShared }: Customer): Receiver[] =>
  fresh.flatMap(({ accountId }) => {
    const person = facts.people.get(accountId)
    if (!person) return []
    const { id, officePath, actualName, isStaff } = person
    const as = isStaff ? (isShared ? 'customers' : 'hidden') : 'own'
    return [{ id, officePath, actualName, besides: isStaff ? [] : waysFor(level, []), as } as const]
  })

/** Everybody whom one of the alarms concerns, each with those that do. */
async function concernedBy(telling: Telling, due: readonly Rung[]): Promise<Concerned[]> {
  const people = new Map<string, Concerned>()
  for (const rung of due)
    for (const receiver of await receiversFor(telling, rung)) {
      const person = people.get(receiver.id) ?? { ...receiver, heard: [] }
      person.heard.push({ rung, besides: receiver.besides })
      people.set(receiver.id, person)
    }
  return [...people.values()]
}

/** Tells people who get the same message, and notes in each alarm whom it was told. */
async function tellParcel(telling: Telling, { people, bundle }: Parcel): Promise<string[]> {
  const { db } = telling
  const rungs = [...bundle.first, ...bundle.under]
  const message = messageOf(telling, bundle, people[0])
  const [{ why }] = bundle.first
  if (why === 'unseen' || why === 'absent')
    await replaceUnread(db, people, { ...message, also: message.also ?? [] })
  const messages = await tellEach(db, people, message)
  await noteTold(db, rungs, people, messages)
  return [...messages.keys()]
}

/** Notes in each alarm whom it was told, at which step of its chain. */
async function noteTold(
  db: Db,
  rungs: readonly Rung[],
  people: readonly Receiver[],
  messages: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = rungs.flatMap(({ id, officePath, farmPath, chain, chainFrom }) =>
    people.map(person => {
      const telling = chain?.fresh.find(({ accountId }) => accountId === person.id)
      return {
        id: newId(),
        alarmId: id,
        officePath,
        farmPath,
        kind: 'told' as const,
        accountId: person.id,
        actorName: person.actualName,
        chainFrom: chain ? chainFrom : null,
        step: telling?.step ?? 0,
        round: telling?.round ?? 0,
        messageId: messages.get(person.id) ?? null,
      }
    }),
  )
  await insertAll(db, alarmEvent, rows)
}

function messageOf(
  { customer, place }: Telling,
  bundle: Bundle<Rung>,
  { as, besides }: Receiver,
): NewNotice & { subjectId: string | null } {
  const { subject, ids } = place(bundle)
  const [{ level }] = bundle.first
  const about = { level, besides, messageType: 'device_alarm', businessType: 'alarm' } as const
  if (as === 'hidden') return { ...about, ...hiddenText(customer), subjectId: null }
  const text = alarmTitle(subject)
  const [subjectId = null, ...also] = ids
  return {
    ...about,
    ...(as === 'customers' ? ofCustomer(text, customer) : text),
    subjectId,
    also: also.length > 0 ? also : null,
    listed: listedPlaces(subject),
  }
}
