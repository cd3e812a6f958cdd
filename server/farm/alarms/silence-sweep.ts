import { platformAlarms } from '#shared/alarms.ts'
import type { DeviceStatus } from '#shared/devices.ts'
import { aliveAtOf, type LatestState } from '../../telemetry/device-side.ts'
import type { HouseDirectory } from '../house-state/house-directory.ts'
import type { AlarmBook } from './alarm-book.ts'
import { keyOf, type Watched } from './alarm-record.ts'
import { type ClockFault, clockFaults, type Timekeeper } from './clock-rule.ts'
import { type Silence, type Speaker, silences } from './silence-rule.ts'

/**
 * The rule behind `NoData` and `Offline`, with the office, and the limits where others behind the gateway have stricter ones:
 * a device is silent in only one way at a time.
 */
const SILENCE = 'silence'
/** The rule behind `ClockBehind` and `ClockAhead`, with code and office. */
const CLOCK = 'clock'
/** The rule behind `CredentialTwice`, with the office. */
const TWICE = 'twice'
/** The rule behind `GatewayStorage`, with the office. */
const STORAGE = 'storage'
/** Extra time before a controller whose siblings speak counts as silent. ms */
const ALONE_MS = 30_000

interface Parts {
  book: AlarmBook
  directory: HouseDirectory
  devices: { latest(deviceId: string): LatestState | undefined }
  /** Newer than the directory's. */
  statuses: ReadonlyMap<string, DeviceStatus>
  /** The server's clock, ms since 1970. */
  now: () => number
}

/** A controller whose values may be those of another box with the same credential. */
interface User {
  isUsedTwice: boolean
}

/** A controller whose gateway says of itself that it cannot store readings. */
interface Stored {
  isStorageFailed: boolean
}

/** All controllers that should speak, and the gateways they speak through. */
function speakersOf({ directory, devices, statuses }: Pick<Parts, 'directory' | 'devices' | 'statuses'>) {
  const statusOf = (id: string, read: DeviceStatus | null) => statuses.get(id) ?? read
  const isDisabled = (id: string, read: DeviceStatus | null) => statusOf(id, read) === 'DISABLE'
  const found: (Speaker & Timekeeper & User & Stored)[] = []
  const gateways = new Map<string, { isOnline: boolean }>()
  for (const house of directory.all())
    for (const { id, type, status, gatewayId, gatewayStatus, replacedAt } of house.devices) {
      if (type !== 'controller') continue
      // Whoever disabled it told the farm why.
      if (isDisabled(id, status) || (gatewayId !== null && isDisabled(gatewayId, gatewayStatus))) continue
      // The house was heard before: a replacement is missed from then on, even if it never spoke.
      const known = devices.latest(id)
      const ofGateway = gatewayId === null ? undefined : devices.latest(gatewayId)?.readings
      const told = ofGateway?.get('Gateway/Clock Ahead')?.value
      const livedAt = aliveAtOf(known)
      const aliveAt = replacedAt === null ? livedAt : Math.max(livedAt ?? 0, replacedAt)
      found.push({
        id,
        houseId: house.id,
        officePath: house.officePath,
        gatewayId,
        aliveAt,
        isOnline: statusOf(id, status) === 'ONLINE',
        limits: house.silence,
        // Its readings have the server's time already: only the gateway itself knows how far its clock is off.
        aheadMs: typeof told === 'number' ? told * 1_000 : (known?.clockAheadMs ?? 0),
        isStorageFailed: ofGateway?.get('Gateway/Storage Failed')?.value === true,
        isUsedTwice: known?.isUsedTwice === true,
      })
      if (gatewayId !== null)
        gateways.set(gatewayId, { isOnline: statusOf(gatewayId, gatewayStatus) === 'ONLINE' })
    }
  return { found, gateways }
}

/** A fault of a gateway as a whole. */
interface GatewayFault {
  code: 'CredentialTwice' | 'GatewayStorage'
  rule: string
}

/** One alarm for a gateway, with all the houses that share its fault. */
function sweepGateways(
  { book, directory, now }: Pick<Parts, 'book' | 'directory' | 'now'>,
  { code, rule }: GatewayFault,
  users: readonly Timekeeper[],
) {
  const watchedOf = ({ gatewayId, id, officePath }: Timekeeper): Watched => ({
    subjectId: gatewayId ?? id,
    rule: `${rule} ${officePath}`,
  })
  const groups = Map.groupBy(users, user => keyOf(watchedOf(user)))
  for (const about of book.all())
    if (about.rule.startsWith(rule) && !groups.has(keyOf(about))) book.clear(about, now())
  for (const [first, ...others] of groups.values()) {
    const farmPath = first && directory.house(first.houseId)?.farmPath
    if (!first || farmPath === undefined || book.find(watchedOf(first))) continue
    book.raise({
      ...watchedOf(first),
      code,
      level: platformAlarms[code].severity,
      source: 'platform',
      houseIds: [...new Set([first, ...others].map(({ houseId }) => houseId))],
      officePath: first.officePath,
      farmPath,
      at: now(),
      since: null,
      value: null,
      limit: null,
      target: null,
    })
  }
}

/**
 * Finds who is silent, whose clock is wrong, whose credential is used twice and who cannot store readings, on each call. `mayRaise`: births are no longer awaited, so anyone not heard
 * is silent.
 */
export function createSilenceSweep(parts: Parts) {
  const { book, directory, now } = parts

  function raiseSilence(silence: Silence) {
    const { code, level, houseIds, officePath, since, limits } = silence
    const farmPath = directory.house(houseIds[0] ?? '')?.farmPath
    if (farmPath === undefined) return
    book.raise({
      ...watchedBy(silence),
      code,
      level,
      source: 'platform',
      houseIds,
      since,
      officePath,
      farmPath,
      value: null,
      limit: null,
      target: null,
      at: since + limits.warningS * 1_000,
    })
  }

  /** Controllers behind one gateway come back one after another: the last must not be called silent for that. */
  const alone = new Map<string, number>()
  const isSettled = ({ subjectId, isAlone }: Silence): boolean => {
    const first = alone.get(subjectId) ?? now()
    if (isAlone) alone.set(subjectId, first)
    return !isAlone || now() - first >= ALONE_MS
  }

  function raiseClock(fault: ClockFault) {
    const { code, houseIds, officePath, offMin } = fault
    const farmPath = directory.house(houseIds[0] ?? '')?.farmPath
    if (farmPath === undefined) return
    book.raise({
      ...clockOf(fault),
      code,
      level: platformAlarms[code].severity,
      source: 'platform',
      houseIds,
      officePath,
      farmPath,
      at: now(),
      since: null,
      value: offMin,
      limit: null,
      target: null,
    })
  }

  function sweepClocks(keepers: readonly Timekeeper[]) {
    const due = clockFaults(keepers, fault => book.find(clockOf(fault)) !== undefined)
    const standing = new Set(due.map(fault => keyOf(clockOf(fault))))
    for (const about of book.all())
      if (about.rule.startsWith(CLOCK) && !standing.has(keyOf(about))) book.clear(about, now())
    for (const fault of due) if (!book.find(clockOf(fault))) raiseClock(fault)
  }

  return (mayRaise: boolean): void => {
    const { found, gateways } = speakersOf(parts)
    sweepClocks(found)
    const twice = found.filter(({ isUsedTwice }) => isUsedTwice)
    sweepGateways(parts, { code: 'CredentialTwice', rule: TWICE }, twice)
    const full = found.filter(({ isStorageFailed }) => isStorageFailed)
    sweepGateways(parts, { code: 'GatewayStorage', rule: STORAGE }, full)
    const mute = book.all().filter(({ rule }) => rule.startsWith(SILENCE))
    const due = silences(found, gateways, new Set(mute.map(({ subjectId }) => subjectId)), now())
    const standing = new Set(due.map(silence => keyOf(watchedBy(silence))))
    for (const about of mute) if (!standing.has(keyOf(about))) book.clear(about, now())
    const silent = new Set(due.map(({ subjectId }) => subjectId))
    for (const id of alone.keys()) if (!silent.has(id)) alone.delete(id)
    for (const silence of due) {
      const known = book.find(watchedBy(silence))
      if (!known && mayRaise && isSettled(silence)) raiseSilence(silence)
      else if (known && known.level === 'warning' && silence.level === 'critical')
        book.escalate(known, 'critical')
    }
  }
}

const watchedBy = ({ subjectId, officePath, isLater, limits }: Silence): Watched => ({
  subjectId,
  rule: `${SILENCE} ${officePath}${isLater ? ` ${limits.warningS} ${limits.criticalS}` : ''}`,
})

const clockOf = ({
  subjectId,
  code,
  officePath,
}: Pick<ClockFault, 'subjectId' | 'code' | 'officePath'>): Watched => ({
  subjectId,
  rule: `${CLOCK} ${code} ${officePath}`,
})
