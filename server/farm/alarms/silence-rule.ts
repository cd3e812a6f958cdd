import type { PlatformCode } from '#shared/alarms.ts'
import { NO_DATA_CRITICAL_S, NO_DATA_WARNING_S } from '#shared/limits.ts'

/** A controller that serves a house. Times are the server's, ms since 1970. */
export interface Speaker {
  id: string
  houseId: string
  /** The office of the house. */
  officePath: string
  /** Null for a controller without a gateway. */
  gatewayId: string | null
  isOnline: boolean
  /** Until when it is known to have been alive; null before its first message: one that never spoke is not missed. */
  aliveAt: number | null
}

/** A silence that is due to be reported. */
export interface Silence {
  /** The gateway when nothing behind it is alive, else the controller. */
  subjectId: string
  code: PlatformCode & ('NoData' | 'Offline')
  level: 'warning' | 'critical'
  houseIds: string[]
  /** The office all these houses are in: a farm team's people are told of their own. */
  officePath: string
  /** Others behind the same gateway are alive. */
  isAlone: boolean
  /** Until when any of them was known to be alive. */
  since: number
}

/** A controller is silent alone only if a sibling has lived this much longer; otherwise the gateway is silent. ms */
const ALONE_AFTER_MS = 90_000

/**
 * The silences now. A silent gateway is one alarm with its houses, for each office they are in; a controller whose own
 * alarm is active already (`open`) keeps it and is not reported twice.
 */
export function silences(
  speakers: readonly Speaker[],
  gateways: ReadonlyMap<string, { isOnline: boolean }>,
  open: ReadonlySet<string>,
  now: number,
): Silence[] {
  const groups = Map.groupBy(
    speakers.filter(({ aliveAt }) => aliveAt !== null),
    ({ gatewayId, id, officePath }) => `${gatewayId ?? id} ${officePath}`,
  )
  return [...groups.values()].flatMap(members => ofGroup(members, gateways, open, now))
}

const livedAt = ({ aliveAt }: Speaker): number => aliveAt ?? 0
const isSilent = (speaker: Speaker, now: number) => now - livedAt(speaker) >= NO_DATA_WARNING_S * 1000

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
  const newest = Math.max(...members.map(livedAt))
  const alone = rest.filter(member => newest - livedAt(member) > ALONE_AFTER_MS)
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
  const since = Math.max(...members.map(livedAt))
  return {
    subjectId,
    officePath,
    code: isOffline ? 'Offline' : 'NoData',
    level: now - since >= NO_DATA_CRITICAL_S * 1000 ? 'critical' : 'warning',
    houseIds: [...new Set(members.map(({ houseId }) => houseId))],
    since,
  }
}
