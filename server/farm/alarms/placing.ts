import { inArray } from 'drizzle-orm'
import { adviceOf, sameBirds } from '#shared/alarm-advice.ts'
import { causeOf, type LikelyCause } from '#shared/alarm-cause.ts'
import { clockOf as clockIn } from '#shared/dates.ts'
import type { Db } from '../../platform/database/store.ts'
import { device } from '../../platform/database/tables/farms.ts'
import type { KnownHouse } from '../house-state/house-directory.ts'
import { standingAlarms } from './alarm-record.ts'
import { birdsIn } from './birds-in.ts'
import type { ReadingParts } from './chain.ts'
import { figuresNow } from './figures-now.ts'
import type { Bundle, Rung } from './rung.ts'
import type { LastWord, Where } from './titles.ts'

/** Where alarms stand and what they are about, in order of the houses. */
export async function placing(db: Db, { directory, devices }: ReadingParts, due: readonly Rung[]) {
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

  return ({ first: those, under }: Bundle<Rung>) => {
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
      ids: [...placed.map(({ rung }) => rung.id), ...under.map(({ id }) => id)],
      subject: {
        code,
        codes: [...new Set([...placed, ...under.map(rung => ({ rung }))].map(({ rung }) => rung.code))],
        why: first?.why ?? 'raised',
        wheres: placed.flatMap(({ wheres }) => wheres),
        limit: those.length === 1 ? limit : null,
        repeats: first?.repeats ?? 0,
        isLatched: those.every(({ latchedAt }) => latchedAt !== null),
        lastWord: lastWordOf(those, timeZone),
        advice: (language: 'zh-CN' | 'en-US') =>
          first?.ownAction ?? adviceOf(code, shared, { language, timeZone, birds }),
      },
    }
  }
}

/**
 * The last that somebody said of these alarms in their chains, before all that somebody is on site; what was measured then belongs
 * to a single one.
 */
function lastWordOf(rungs: readonly Rung[], timeZone: string): LastWord | null {
  const words = rungs.flatMap(rung => [...(rung.chain?.facts.answers ?? []), ...causeOfNow(rung)])
  const isClaim = ({ answer }: (typeof words)[number]) => Number(answer === 'on_site')
  const [said] = words.toSorted((a, b) => isClaim(b) - isClaim(a) || b.at - a.at)
  if (!said) return null
  const { answer, name, at, value } = said
  return { answer, name, value: rungs.length === 1 ? value : null, clock: clockIn(at, timeZone) }
}

/** The cause that somebody gave while it stands, as a word of theirs. */
const causeOfNow = ({ handling, handledBy: name, handledAt, cause }: Rung) =>
  handling === 'cause_found' && cause && handledAt
    ? [{ answer: { cause }, name, at: handledAt.getTime(), value: null }]
    : []

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
