import { sql } from 'drizzle-orm'
import { type ConsentUse, consentUses } from '#shared/consents.ts'
import type { Db } from '../database/store.ts'
import type { Viewer } from './identify.ts'
import { sayBoth } from './texts.ts'

/** Farm data of a customer; of one house, or of several at once. */
export interface Seen {
  /** Path of the customer; null outside of one. */
  farmPath: string | null
  house?: { id: string; name: string; officePath: string } | undefined
  channel?: { id: string; name: string } | undefined
}
interface Looking {
  db: Db
  viewer: Viewer
  ip: string | null
}

/** Keeping a house open counts as one look, not one every few seconds. ms */
const ONE_LOOK_MS = 3_600_000
const LOOKS_MAX = 10_000
/** Looks this process recorded this hour: saves the statement; the database has the last word. */
const looks = new Set<string>()

/** First looks being written. Other calls of the same page wait for theirs, which would no longer be the first. */
const firstLooks = new Map<string, Promise<void>>()

/** What goes on with one channel, such as a live picture, is one use until it has paused for so long. ms */
const PAUSE_MS = 60_000
/** When each was last recorded, or seen to go on. */
const goingOn = new Map<string, number>()

/** Consents have changed: the next look is under another consent. */
export function forgetLooks(): void {
  looks.clear()
  goingOn.clear()
}

/**
 * Records that somebody above the customer was shown shared data (RA, RC), once an hour per thing and consent; the
 * customer's owner can read it. Looks at one's own farm are not recorded.
 */
export async function noteLook(looking: Looking, what: ConsentUse, seen: readonly Seen[]): Promise<void> {
  const hour = Math.floor(Date.now() / ONE_LOOK_MS)
  const keyed = othersOf(looking.viewer, seen).map(each => {
    const look = [each.house?.id ?? each.farmPath, actorOf(looking.viewer), hour].join(' ')
    return { ...each, look, once: `${what} ${look}`, isFirst: !looks.has(look) }
  })
  const fresh = keyed.filter(({ once }) => !looks.has(once))
  if (fresh.length === 0) return
  if (looks.size > LOOKS_MAX) looks.clear()
  // Marked at once: the calls of one page arrive together.
  for (const { once, look } of fresh) looks.add(once).add(look)
  const before = fresh.flatMap(({ look, isFirst }) => (isFirst ? [] : (firstLooks.get(look) ?? [])))
  const written = Promise.allSettled(before).then(() => write(looking, what, fresh))
  const firsts = fresh.filter(({ isFirst }) => isFirst)
  for (const { look } of firsts) firstLooks.set(look, written)
  try {
    await written
  } catch (error) {
    for (const { once, look, isFirst } of fresh) {
      looks.delete(once)
      if (isFirst) looks.delete(look)
    }
    throw error
  } finally {
    for (const { look } of firsts) if (firstLooks.get(look) === written) firstLooks.delete(look)
  }
}

/** Records an action under a consent, each time. */
export async function noteDeed(looking: Looking, what: ConsentUse, seen: readonly Seen[]): Promise<void> {
  const others = othersOf(looking.viewer, seen)
  if (others.length > 0) await write(looking, what, others)
}

type Going = Extract<ConsentUse, 'live' | 'replay' | 'turn'>
const goingKey = (what: Going, accountId: string, channelId: string) => `${what} ${accountId} ${channelId}`

/** A person still does with a channel what was recorded of it. */
export function goesOn(what: Going, accountId: string, channelId: string): void {
  if (goingOn.size > LOOKS_MAX) goingOn.clear()
  goingOn.set(goingKey(what, accountId, channelId), Date.now())
}

/** Records that somebody begins something with a channel under a consent; coming back to it within a minute is the same. */
export async function noteBeginning(
  looking: Looking,
  what: Going,
  seen: Seen & { channel: NonNullable<Seen['channel']> },
): Promise<void> {
  const { accountId } = looking.viewer
  const lastAt = goingOn.get(goingKey(what, accountId, seen.channel.id))
  if (lastAt !== undefined && Date.now() - lastAt < PAUSE_MS) return
  await noteDeed(looking, what, [seen])
  goesOn(what, accountId, seen.channel.id)
}

interface Noted extends Seen {
  farmPath: string
  /** Keys of what is recorded once: the look for one thing, and the look at all. */
  once?: string
  look?: string
  /** This process has not recorded a look this hour. */
  isFirst?: boolean
}

/** A program counts separately from the person whose token it has. */
const actorOf = ({ accountId, program }: Viewer) => program?.id ?? accountId

/** Each thing once, of customers other than the viewer's own. */
function othersOf({ scope }: Viewer, seen: readonly Seen[]): Noted[] {
  const others = seen.flatMap(({ farmPath, ...of }) =>
    farmPath === null || farmPath === scope.farm || scope.farm === '*' ? [] : [{ farmPath, ...of }],
  )
  return [...new Map(others.map(each => [each.house?.id ?? each.farmPath, each])).values()]
}

/** An action on a house has its own line in the operation history already. */
const deeds: readonly ConsentUse[] = ['handling', 'file', 'settingChange', 'live', 'replay', 'turn', 'clip']
const isLook = (what: ConsentUse) => !deeds.includes(what)
const isRemote = (what: ConsentUse) => what === 'settings' || what === 'settingChange'

/**
 * A look at a house is also one operation history row, where the person who looked sees it, whatever its page asked for.
 */
async function write({ db, viewer, ip }: Looking, what: ConsentUse, noted: readonly Noted[]): Promise<void> {
  const { accountId, actualName, officeId, officePath, program } = viewer
  const rows = noted.map(({ farmPath, house, channel, once, look, isFirst = false }) => ({
    farm: farmPath,
    house: house?.id ?? null,
    name: house?.name ?? null,
    channel: channel?.name ?? null,
    once: once ?? null,
    look: look ?? null,
    first: isFirst && isLook(what),
    subject: house?.officePath ?? farmPath,
    says: sayBoth(['house.viewed', { name: house?.name ?? '' }]),
  }))
  await db.execute(sql`
    with seen as (
      select *, ' ' || coalesce(
          (select max(id) from consent_log c where c.subject_path = s.farm and c.event = 'granted'), 0) as consent
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as s(farm text, house text, name text, channel text, once text, look text, first boolean, subject text, says jsonb)
    ), noted as (
      insert into consent_log (office_path, subject_path, actor_id, actor_name, actor_program, actor_office, actor_roles,
        event, consent, what, house_id, house_name, channel_name, ip, once)
      select ${officePath}, s.farm, ${accountId}, ${actualName}, ${program?.name ?? null},
        (select jsonb_build_object('zh-CN', chinese_name, 'en-US', english_name) from office where id = ${officeId}),
        (select coalesce(jsonb_agg(jsonb_build_object('zh-CN', r.chinese_name, 'en-US', r.english_name)), '[]')
          from account_role ar join role r on r.id = ar.role_id where ar.account_id = ${accountId}),
        'used', ${isRemote(what) ? 'remote' : 'farm'}, ${what}, s.house, s.name, s.channel, ${ip},
        s.once || s.consent
      from seen s
      on conflict do nothing returning house_id
    )
    insert into operation_history (office_path, subject_path, actor_id, actor_name, module, type, record_id, description, ip)
    select ${officePath}, s.subject, ${accountId}, ${actualName}, 'houses', 'view', s.house, s.says, ${ip}
    from noted n join seen s on s.house = n.house_id
    where s.first and not exists (select from consent_log c
      where c.once in (select use || ' ' || s.look || s.consent from unnest(${sql.param(consentUses.filter(isLook))}::text[]) use))`)
}
