import type { PlatformCode } from '#shared/alarms.ts'
import { type SilenceLimits, USUAL_SILENCE } from '#shared/silence-limits.ts'

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
  /** Those of its house. */
  limits: SilenceLimits
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
  limits: SilenceLimits
  /** Behind the same gateway are houses that fall silent earlier: this is not its only alarm. */
  isLater: boolean
  /** Until when any of them was known to be alive. */
  since: number
}

/** A controller is silent alone only if a sibling has lived this much longer; otherwise the gateway is silent. ms */
const ALONE_AFTER_MS = 90_000

/**
 * The silences now, each by the limits of its houses. A silent gateway is one alarm with its houses, for each office they
 * are in and for each pair of limits among them; a controller whose own alarm is active already (`open`) keeps it and is not
 * reported twice.
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
const isSilent = (speaker: Speaker, now: number) => now - livedAt(speaker) >= speaker.limits.warningS * 1_000
const limitKey = ({ limits: { warningS, criticalS } }: Speaker) => `${warningS} ${criticalS}`
/** Strictest first. */
const byLimits = ({ limits: a }: Speaker, { limits: b }: Speaker) =>
  a.warningS - b.warningS || a.criticalS - b.criticalS

function ofGroup(
  members: readonly Speaker[],
  gateways: ReadonlyMap<string, { isOnline: boolean }>,
  open: ReadonlySet<string>,
  now: number,
): Silence[] {
  const strict = members.toSorted(byLimits)
  const silent = strict.filter(member => isSilent(member, now))
  const own = silent.filter(({ id, gatewayId }) => gatewayId !== null && open.has(id))
  const rest = silent.filter(member => !own.includes(member))
  const isFirst = (member: Speaker) => strict[0] !== undefined && limitKey(member) === limitKey(strict[0])
  const ofLimits = [...Map.groupBy(rest, limitKey).values()].flatMap(those => {
    const [first] = those
    if (!first) return []
    const groupId = first.gatewayId ?? first.id
    if (!isWhole(members, those, now)) {
      const newest = Math.max(...members.map(livedAt))
      return those
        .filter(member => newest - livedAt(member) > ALONE_AFTER_MS)
        .map(member => ofOne(member, now))
    }
    const isOffline = gateways.get(groupId)?.isOnline === false || those.every(({ isOnline }) => !isOnline)
    return [{ ...silence(groupId, those, isOffline, now), isAlone: false, isLater: !isFirst(first) }]
  })
  return [...own.map(member => ofOne(member, now)), ...ofLimits]
}

/**
 * Whether the whole gateway is silent, as far as those with these limits can tell: whoever may be silent for no longer is, and
 * nobody else has lived much longer.
 */
function isWhole(members: readonly Speaker[], those: readonly Speaker[], now: number): boolean {
  const last = Math.max(...those.map(livedAt))
  const { warningS = 0 } = those[0]?.limits ?? {}
  return members.every(
    member =>
      isSilent(member, now) ||
      (member.limits.warningS > warningS && livedAt(member) - last <= ALONE_AFTER_MS),
  )
}

const ofOne = (member: Speaker, now: number): Silence => ({
  ...silence(member.id, [member], !member.isOnline, now),
  isAlone: true,
  isLater: false,
})

/** Of controllers with the same limits. */
function silence(
  subjectId: string,
  members: readonly Speaker[],
  isOffline: boolean,
  now: number,
): Omit<Silence, 'isAlone' | 'isLater'> {
  const { officePath = '', limits = USUAL_SILENCE } = members[0] ?? {}
  const since = Math.max(...members.map(livedAt))
  return {
    subjectId,
    officePath,
    code: isOffline ? 'Offline' : 'NoData',
    level: now - since >= limits.criticalS * 1_000 ? 'critical' : 'warning',
    houseIds: [...new Set(members.map(({ houseId }) => houseId))],
    limits,
    since,
  }
}
