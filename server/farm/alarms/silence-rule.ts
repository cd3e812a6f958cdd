import type { PlatformCode } from '#shared/alarms.ts'
import { NO_DATA_CRITICAL_S, NO_DATA_WARNING_S } from '#shared/limits.ts'

/** A controller that serves a house. Times of the server, ms since 1970. */
export interface Speaker {
  id: string
  houseId: string
  /** Of the house. */
  officePath: string
  /** Null for a controller without one. */
  gatewayId: string | null
  isOnline: boolean
  /** Null before its first message: what never spoke is not missed. */
  lastMessageAt: number | null
}

/** Silence that is due to be told. */
export interface Silence {
  /** The gateway when nothing is heard behind it, else the controller. */
  subjectId: string
  code: PlatformCode & ('NoData' | 'Offline')
  level: 'warning' | 'critical'
  houseIds: string[]
  /** The office all these houses are in: people of a farm team are told of their own. */
  officePath: string
  /** Others behind the same gateway speak. */
  isAlone: boolean
  /** Last message of them all. */
  since: number
}

/** A controller is silent alone only when a sibling has spoken this long after it; else the gateway is. ms */
const ALONE_AFTER_MS = 90_000

/**
 * Which silences stand now. One silent gateway is one alarm with its houses, for each office they are in; a controller whose own alarm stands
 * already (`open`) keeps it and is not told of twice.
 */
export function silences(
  speakers: readonly Speaker[],
  gateways: ReadonlyMap<string, { isOnline: boolean }>,
  open: ReadonlySet<string>,
  now: number,
): Silence[] {
  const groups = Map.groupBy(
    speakers.filter(({ lastMessageAt }) => lastMessageAt !== null),
    ({ gatewayId, id, officePath }) => `${gatewayId ?? id} ${officePath}`,
  )
  return [...groups.values()].flatMap(members => ofGroup(members, gateways, open, now))
}

const heardAt = ({ lastMessageAt }: Speaker): number => lastMessageAt ?? 0
const isSilent = (speaker: Speaker, now: number) => now - heardAt(speaker) >= NO_DATA_WARNING_S * 1000

function ofGroup(
  members: readonly Speaker[],
  gateways: ReadonlyMap<string, { isOnline: boolean }>,
  open: ReadonlySet<string>,
  now: number,
): Silence[] {
  const silent = members.filter(member => isSilent(member, now))
  const own = silent.filter(({ id, gatewayId }) => gatewayId !== null && open.has(id))
  const kept = own.map(member => ofOne(member, now))
  const rest = silent.filter(member => !own.includes(member))
  const [first] = rest
  if (!first) return kept
  const groupId = first.gatewayId ?? first.id
  if (silent.length === members.length) {
    const isOffline = gateways.get(groupId)?.isOnline === false || rest.every(({ isOnline }) => !isOnline)
    return [...kept, { ...silence(groupId, rest, isOffline, now), isAlone: false }]
  }
  const newest = Math.max(...members.map(heardAt))
  const alone = rest.filter(member => newest - heardAt(member) > ALONE_AFTER_MS)
  return [...kept, ...alone.map(member => ofOne(member, now))]
}

const ofOne = (member: Speaker, now: number): Silence => ({
  ...silence(member.id, [member], !member.isOnline, now),
  isAlone: true,
})

function silence(
  subjectId: string,
  members: readonly Speaker[],
  isOffline: boolean,
  now: number,
): Omit<Silence, 'isAlone'> {
  const { officePath = '' } = members[0] ?? {}
  const since = Math.max(...members.map(heardAt))
  return {
    subjectId,
    officePath,
    code: isOffline ? 'Offline' : 'NoData',
    level: now - since >= NO_DATA_CRITICAL_S * 1000 ? 'critical' : 'warning',
    houseIds: [...new Set(members.map(({ houseId }) => houseId))],
    since,
  }
}
