import { inArray, type SQL, sql } from 'drizzle-orm'
import { adviceOf, sameBirds } from '#shared/alarm-advice.ts'
import { causeOf, type LikelyCause } from '#shared/alarm-cause.ts'
import { clockOf as clockIn } from '#shared/dates.ts'
import { type NewNotice, tellEach } from '../../people/notices/tell.ts'
import { replaceUnread } from '../../people/notices/unread.ts'
import { insertAll } from '../../platform/database/any-of.ts'
import { newId } from '../../platform/database/ids.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { alarmRule } from '../../platform/database/tables/alarm-rules.ts'
import { alarm, alarmEvent } from '../../platform/database/tables/alarms.ts'
import { device } from '../../platform/database/tables/farms.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import type { HouseDirectory, KnownHouse } from '../house-state/house-directory.ts'
import { standingAlarms } from './alarm-record.ts'
import { birdsIn } from './birds-in.ts'
import { type Chain, chainsOf, clockOf, farmsOfChains, isChainDue, isChained, lookAgain } from './chain.ts'
import { FARM_RULE } from './farm-rules.ts'
import { figuresNow } from './figures-now.ts'
import {
  type Calls,
  type Customer,
  customerOf,
  hiddenText,
  ofCustomer,
  type Receiver,
  receiversOf,
  waysFor,
} from './receivers.ts'
import { alarmTitle, type LastWord, listedPlaces, type RingReason, type Where } from './titles.ts'

/** What telling people of alarms depends on. */
export interface RingParts {
  store: Store
  directory: Pick<HouseDirectory, 'house' | 'houseOfDevice'>
  devices: { latest(deviceId: string): LatestState | undefined }
}

/** After how many minutes an alarm of a farm's own rule that nobody has seen is told again; null: it is not. */
const unseenMinutes = sql`case when starts_with(a.rule, ${FARM_RULE})
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

/** An alarm that people are told of. */
type Rung = Pick<
  typeof alarm.$inferSelect,
  | 'id'
  | 'rule'
  | 'code'
  | 'source'
  | 'level'
  | 'subjectId'
  | 'houseIds'
  | 'officePath'
  | 'farmPath'
  | 'repeats'
> & {
  value: number | null
  limit: number | null
  raisedAt: Date
  why: RingReason
  calls: Calls | undefined
  /** Null for an alarm that is not told along the chain. */
  chain: Chain | null
  chainFrom: Date | null
}

/**
 * Takes what is to be told of a farm, each for one process; having seen it before does not count for what came back or got
 * worse, and its chain begins anew.
 */
async function take(db: Db, parts: RingParts, farmPath: string, sparedS: number): Promise<Rung[]> {
  const { rows } = await db.execute<{ id: string; why: RingReason }>(sql`
    with due as (
      select a.id, case when a.ring_at <= now() then a.ring else 'unseen' end as why from ${alarm} a
      where a.id in (select id from ${due(sparedS, sql`a.farm_path = ${farmPath}`)} found)
        and (${rings(sparedS)} or ${isUnseen}) for update skip locked
    ), fresh as (
      select due.*, due.why in ('again', 'worse') and a.handling = 'seen' and a.level in ('critical', 'emergency') as is_new,
        due.why <> 'unseen' and ${isChained} as is_chained
      from due join ${alarm} a on a.id = due.id
    )
    update ${alarm} a set ring = null, ring_at = null, rung_at = now(), rings = a.rings + 1,
      chain_from = case when f.is_chained then date_trunc('milliseconds', now()) else a.chain_from end,
      chain_at = case when f.is_chained then now() else a.chain_at end,
      handling = case when f.is_new then 'new' else a.handling end,
      handled_by = case when f.is_new then null else a.handled_by end,
      handled_at = case when f.is_new then null else a.handled_at end
    from fresh f where a.id = f.id returning a.id, f.why`)
  const whys = new Map(rows.map(({ id, why }) => [id, why]))
  const { rows: chained } = await db.execute<{ id: string }>(sql`
    select a.id from ${alarm} a where a.farm_path = ${farmPath} and ${isChainDue} for update skip locked`)
  const { receivers, ways, limit } = alarmRule
  const taken = await db
    .select({ alarm, rule: { receivers, ways, limit } })
    .from(alarm)
    .leftJoin(alarmRule, sql`${alarm.rule} = ${FARM_RULE} || ${alarmRule.id}`)
    .where(inArray(alarm.id, [...whys.keys(), ...chained.map(({ id }) => id)]))
  const alarms = taken.filter(({ alarm }) => alarm.chainAt !== null).map(({ alarm }) => alarm)
  const chains = await chainsOf(db, alarms, parts, await clockOf(db))
  await lookAgain(db, chains)
  return taken.map(({ alarm, rule }) => ({
    ...alarm,
    limit: rule?.limit ?? alarm.limit,
    calls: rule ? { receivers: rule.receivers, ways: rule.ways } : undefined,
    why: whys.get(alarm.id) ?? reasonOf(chains.get(alarm.id)),
    chain: chains.get(alarm.id) ?? null,
  }))
}

/** Why an alarm is told along its chain. */
const reasonOf = (chain: Chain | undefined): RingReason =>
  (chain?.facts.answers.length ?? 0) > 0 ? 'absent' : 'unseen'

/**
 * Tells the people of a farm what is to be told now: all of one kind in one message, whatever the number of houses, in the
 * transaction that notes it as told. Returns the accounts that were told.
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
    const bundles = Map.groupBy(due, ({ why, code, level, calls }) =>
      JSON.stringify([why, code, level, calls]),
    )
    for (const [first, ...others] of bundles.values())
      if (first) for (const id of await tellBundle(telling, [first, ...others])) told.add(id)
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

/** Tells of alarms of one kind: each person of those that concern them, and notes in each whom it was told. */
async function tellBundle(telling: Telling, bundle: [Rung, ...Rung[]]): Promise<string[]> {
  const { db } = telling
  const [{ why }] = bundle
  const people = new Map<string, Receiver & { rungs: Rung[] }>()
  for (const rung of bundle)
    for (const receiver of await receiversFor(telling, rung)) {
      const { besides = [], rungs = [] } = people.get(receiver.id) ?? {}
      const ways = [...new Set([...besides, ...receiver.besides])].toSorted()
      people.set(receiver.id, { ...receiver, besides: ways, rungs: [...rungs, rung] })
    }
  const alike = Map.groupBy(people.values(), ({ as, besides, rungs }) =>
    JSON.stringify([as, besides, rungs.map(({ id }) => id)]),
  )
  const told: string[] = []
  for (const [first, ...others] of alike.values()) {
    if (!first) continue
    const group = [first, ...others]
    const message = messageOf(telling, first.rungs, first)
    if (why === 'unseen' || why === 'absent')
      await replaceUnread(db, group, { ...message, also: message.also ?? [] })
    const messages = await tellEach(db, group, message)
    await noteTold(db, first.rungs, group, messages)
    told.push(...messages.keys())
  }
  return told
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
  those: readonly Rung[],
  { as, besides }: Receiver,
): NewNotice & { subjectId: string | null } {
  const { subject, ids } = place(those)
  const [{ level } = { level: 'critical' as const }] = those
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

/** Where alarms stand and what they are about, in order of the houses. */
async function placing(db: Db, { directory, devices }: RingParts, due: readonly Rung[]) {
  const concernedIn = (house: KnownHouse | undefined, { subjectId }: Rung): string[] => {
    const controllers = house?.devices.filter(({ type }) => type === 'controller') ?? []
    const those = controllers.filter(({ id, gatewayId }) => id === subjectId || gatewayId === subjectId)
    return those.length < controllers.length ? those.map(({ id }) => id) : []
  }
  const names = await deviceNames(
    db,
    due.flatMap(rung => rung.houseIds.flatMap(id => concernedIn(directory.house(id), rung))),
  )
  const standing = await standingAlarms(db, [...new Set(due.flatMap(({ houseIds }) => houseIds))])
  const inHouse = new Map<string, typeof standing>()
  for (const each of standing)
    for (const id of each.houseIds) inHouse.set(id, [...(inHouse.get(id) ?? []), each])

  const housesOf = ({ subjectId, houseIds }: Rung): (KnownHouse | undefined)[] => {
    const all = houseIds.map(id => directory.house(id))
    // Of a silent gateway, those that are still behind it.
    const served = all.filter(house =>
      house?.devices.some(({ id, gatewayId }) => id === subjectId || gatewayId === subjectId),
    )
    return served.length > 0 ? served : all
  }
  const causeFor = ({ code, raisedAt, houseIds }: Rung): LikelyCause | null => {
    const others = new Set(houseIds.flatMap(id => inHouse.get(id) ?? []))
    const since = (at: Date) => at.getTime()
    return causeOf(
      [...others].map(other => ({ code: other.code, since: since(other.raisedAt) })),
      [{ code, since: since(raisedAt) }],
    )
  }
  const wheresOf = (rung: Rung, value: number | null): Where[] =>
    housesOf(rung).map(house => ({
      houseId: house?.id ?? '',
      house: house?.name ?? '?',
      devices: concernedIn(house, rung).flatMap(id => names.get(id) ?? []),
      value,
    }))
  const figuresOf = (rung: Rung) =>
    rung.why === 'raised'
      ? rung
      : figuresNow(rung, directory.houseOfDevice(rung.subjectId), devices.latest(rung.subjectId), Date.now())

  return (those: readonly Rung[]) => {
    const placed = those
      .map(rung => {
        const { value, limit } = figuresOf(rung)
        return { rung, limit, wheres: wheresOf(rung, value) }
      })
      .toSorted(
        ({ wheres: [a] }, { wheres: [b] }) =>
          inOrder(a?.house, b?.house) || inOrder(a?.devices[0], b?.devices[0]),
      )
    const [{ rung: first, limit } = { rung: undefined, limit: null }] = placed
    const causes = those.map(causeFor)
    const [cause = null] = causes
    const shared = causes.every(each => each?.kind === cause?.kind) ? cause : null
    const houses = those.flatMap(housesOf)
    const { timeZone = 'UTC' } = houses[0] ?? {}
    const birds = sameBirds(
      houses.map(house => {
        const main = house?.devices.find(({ isMain }) => isMain)
        return house ? birdsIn(house, main && devices.latest(main.id)) : null
      }),
    )
    const code = first?.code ?? ''
    return {
      ids: placed.map(({ rung }) => rung.id),
      subject: {
        code,
        why: first?.why ?? 'raised',
        wheres: placed.flatMap(({ wheres }) => wheres),
        limit: those.length === 1 ? limit : null,
        repeats: first?.repeats ?? 0,
        lastWord: first && those.length === 1 ? lastWordOf(first, timeZone) : null,
        advice: (language: 'zh-CN' | 'en-US') => adviceOf(code, shared, { language, timeZone, birds }),
      },
    }
  }
}

/** The last that somebody said of an alarm in its chain. */
function lastWordOf({ chain }: Rung, timeZone: string): LastWord | null {
  const said = chain?.facts.answers.at(-1)
  if (!said) return null
  const { answer, name, at, value } = said
  return { answer, name, value, clock: clockIn(at, timeZone) }
}

const { compare } = new Intl.Collator('en', { numeric: true })
const inOrder = (a = '', b = '') => compare(a, b)

async function deviceNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { id, name, code } = device
  const rows = await db
    .select({ id, name, code })
    .from(device)
    .where(inArray(id, [...new Set(ids)]))
  return new Map(rows.map(row => [row.id, row.name || row.code]))
}
