import type { Availability } from './availability.ts'
import type { Session } from './broker-sessions.ts'
import { CODE } from './sign-in.ts'

/** When one credential counts as used twice. Times in ms. */
export interface DoubleUseLimits {
  /** A connection that still speaks this long after a newer one was born is alive beside it. */
  overlap: number
  /** Connections that threw out a speaking one within `within`: a bad line causes fewer. */
  takeovers: number
  within: number
  /** It is over when nothing has shown it for this long. */
  over: number
}

export const DOUBLE_USE: DoubleUseLimits = {
  overlap: 10_000,
  takeovers: 6,
  within: 60_000,
  over: 600_000,
}
/** Of addresses that take turns, this many takeovers are enough. */
const IN_TURN = 3
/** Messages of an older connection after which it is not just emptying its queue. */
const MESSAGES = 2

interface Signs {
  takeovers: { at: number; from: string; to: string }[]
  /** Messages of older connections beside a newer one. */
  overlaps: number
  /** It is used twice until then; 0 when it is not. */
  until: number
}

/**
 * Notices that two programs use one gateway's credential, as when a box was copied: their values would be mixed. The connection
 * that was there first is kept; others are refused while it lasts, until nobody has tried for a while.
 */
export function createDoubleUse(availability: Availability, limits: DoubleUseLimits = DOUBLE_USE) {
  const signs = new Map<string, Signs>()

  function signsOf(gatewayId: string): Signs {
    const found = signs.get(gatewayId)
    if (found) return found
    const made: Signs = { takeovers: [], overlaps: 0, until: 0 }
    signs.set(gatewayId, made)
    return made
  }

  function found(kept: Session, other: string, now: number): void {
    const seen = signsOf(kept.gateway.id)
    if (seen.until < now)
      availability.note(
        kept.gateway,
        'credential-twice',
        `its credential is used twice: ${kept.address} is kept, ${other} is refused`,
      )
    Object.assign(seen, { takeovers: [], overlaps: 0, until: now + limits.over })
  }

  /** The new connection would throw out one that speaks. */
  function throwsOut({ gateway, address, spokeAt }: Session, to: string, now: number): boolean {
    const seen = signsOf(gateway.id)
    const isSpeaking = spokeAt !== null && now - spokeAt < limits.within
    seen.takeovers = seen.takeovers.filter(({ at }) => now - at < limits.within)
    if (isSpeaking) seen.takeovers.push({ at: now, from: address, to })
    const inTurn = seen.takeovers.filter(({ from, to }) => from !== to)
    return seen.takeovers.length >= limits.takeovers || inTurn.length >= IN_TURN
  }

  const isTwice = (gatewayId: string, now: number) => (signs.get(gatewayId)?.until ?? 0) > now

  return {
    isTwice,
    /** Refuses a new connection by throwing an error with the `returnCode` of the answer. `own`: the others, oldest first. */
    admit(own: readonly Session[], clientId: string, address: string, now: number): void {
      const same = own.find(({ client }) => client.id === clientId)
      const [holder] = own.filter(({ bornAt }) => bornAt !== null)
      if (same && throwsOut(same, address, now)) found(same, address, now)
      const kept = same ?? holder
      if (!kept || !isTwice(kept.gateway.id, now)) return
      found(kept, address, now)
      throw Object.assign(new Error('the credential is in use'), { returnCode: CODE.refused })
    },
    /** The connection spoke; returns one that was born beside it and must be ended. `own`: all of the gateway, oldest first. */
    speaks(session: Session, own: readonly Session[], now: number): Session | undefined {
      if (session.bornAt === null) return undefined
      const newer = own.find(
        ({ id, bornAt }) => id > session.id && bornAt !== null && now - bornAt > limits.overlap,
      )
      if (!newer) return undefined
      const seen = signsOf(session.gateway.id)
      seen.overlaps++
      if (seen.overlaps < MESSAGES) return undefined
      found(session, newer.address, now)
      return newer
    },
  }
}
export type DoubleUse = ReturnType<typeof createDoubleUse>
