import type { Metric, Payload } from '#shared/sparkplug/types.ts'
import { DataType } from '#shared/sparkplug/types.ts'

/** What was lost of one node, and whether it can send it again. Times in ms since 1970. */
export interface Replay {
  /** The birth announced the replay controls. */
  able: boolean
  /** By the clock of the node; null when nothing is missing. */
  missing: { from: number; to: number } | null
  /** Server time. */
  askedAt: number
}

const FROM = 'Node Control/Replay From'
const TO = 'Node Control/Replay To'
/** What a gateway keeps at least for a replay. */
const LONGEST_MS = 72 * 3_600_000
/** The last message heard may have been written a little before the first one lost. */
const MARGIN_MS = 5_000
/** The devices are born after their node; only then may the past come. */
const AFTER_BIRTH_MS = 2_000
/** Pause between replays, so that a node whose link keeps dropping is not busy with its past alone. */
const PAUSE_MS = 60_000
/** A clock that is off by more is allowed for; a smaller difference may be transit time. */
const SKEW_MS = 60_000

export const createReplay = (): Replay => ({
  able: false,
  missing: null,
  askedAt: Number.NEGATIVE_INFINITY,
})

/**
 * NBIRTH. Plans to request what was lost since `since` (server time, null for nothing), if the birth announces that a
 * replay is possible; a range not requested yet grows.
 */
export function planReplay(replay: Replay, birth: Payload, since: number | null, now: number): void {
  replay.able = [FROM, TO].every(control => birth.metrics.some(({ name }) => name === control))
  if (!replay.able) {
    replay.missing = null
    return
  }
  if (since === null) return
  const to = birth.timestamp ?? now
  const skew = Math.abs(to - now) > SKEW_MS ? to - now : 0
  const from = Math.min(since + skew - MARGIN_MS, replay.missing?.from ?? to)
  replay.missing = { from: Math.max(from, to - LONGEST_MS), to: Math.max(to, replay.missing?.to ?? to) }
}

/** Whether the node is to be asked now; `bornAt` is null while it is dead. */
export const isReplayDue = ({ missing, askedAt }: Replay, bornAt: number | null, now: number): boolean =>
  missing !== null && bornAt !== null && now - bornAt >= AFTER_BIRTH_MS && now - askedAt >= PAUSE_MS

/** The metrics of the command; afterwards nothing counts as missing. */
export function takeReplay(replay: Replay, now: number): Metric[] {
  const { missing } = replay
  replay.missing = null
  replay.askedAt = now
  if (!missing) return []
  return [
    { name: FROM, datatype: DataType.DateTime, value: Math.round(missing.from), timestamp: now },
    { name: TO, datatype: DataType.DateTime, value: Math.round(missing.to), timestamp: now },
  ]
}

/** Another process of this server has asked the node: that range is on its way. */
export function replayAsked(replay: Replay, command: Payload, now: number): void {
  const asked = (control: string) => Number(command.metrics.find(({ name }) => name === control)?.value)
  const [from, to] = [asked(FROM), asked(TO)]
  if (Number.isNaN(from) || Number.isNaN(to)) return
  replay.askedAt = now
  const { missing } = replay
  if (missing && from <= missing.from + MARGIN_MS && to >= missing.to) replay.missing = null
}
