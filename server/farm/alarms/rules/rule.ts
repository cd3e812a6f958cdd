import { type PlatformAlarm, type PlatformCode, platformAlarms } from '#shared/alarms.ts'
import type { Severity } from '#shared/signals.ts'
import type { Standing } from '../breach.ts'
import type { Facts } from './facts.ts'

/** Beyond this limit for this long an alarm has this level. */
export interface Step extends Standing {
  level: Severity
  /** In the unit of the value; null if the rule has none. */
  limit: number | null
  delayMs: number
  /** The alarm's code, where the rule has several. */
  code?: string | undefined
  /** When it began, where that is known better than by counting; ms since 1970. */
  since?: number | undefined
}

/** What a rule sees in a house. */
export interface Judgement {
  value: number | null
  target: number | null
  /** Mildest first; none where there is nothing to watch over, such as an empty house. */
  steps: readonly Step[]
  /** The value is far enough back for the alarm to end once it stays there. */
  isOver: boolean
}

/** A rule over the standing values of one device in its house. */
export interface Rule {
  /** Names the rule among those of a device, as in a recorded alarm. */
  id: string
  code: string
  /** The metrics whose report makes it look again at once. */
  inputs: readonly string[]
  /** The controller's own alarms with the same meaning: while one of them is active, this one is not raised beside it. */
  covers: readonly string[]
  /** Nobody is in danger within minutes: it waits for a second report, so that no single reading rings. */
  waitsForReport?: true
  /** What it looks at is not read yet after a start: it is left alone, and what it has counted goes on. */
  isAwaited?(facts: Facts): boolean
  /** Null: not to be judged now, such as pressure while the fans pause; what was counted stays. */
  judge(facts: Facts): Judgement | null
}

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/** There is nothing to watch over: no birds, no limit. */
export const NOTHING: Judgement = { value: null, target: null, steps: [], isOver: true }

/** A rule of the platform by its code. */
export const platformRule = (code: PlatformCode, inputs: readonly string[], judge: Rule['judge']): Rule => ({
  id: code,
  code,
  inputs,
  covers: coversOf(code),
  judge,
})

const coversOf = (code: PlatformCode): readonly string[] => {
  const alarm: PlatformAlarm = platformAlarms[code]
  return alarm.covers ?? []
}

/** The facts of a house with birds. */
export type BirdFacts = Facts & { ageDays: number }

/** A rule of the platform that only a house with birds has. */
export const birdRule = (
  code: PlatformCode,
  inputs: readonly string[],
  judge: (facts: BirdFacts) => Judgement | null,
): Rule => platformRule(code, inputs, facts => (hasBirds(facts) ? judge(facts) : NOTHING))

const hasBirds = (facts: Facts): facts is BirdFacts => facts.ageDays !== null

interface Watched {
  code: PlatformCode
  value: number | null
  limit: number | null
  delayMs: number
  target?: number | null
}

/** One step with the level of the rule's alarm: the value is above its limit, and back at `return` below it. */
export const above = ({ value, limit, margin, ...watched }: Watched & { value: number; margin: number }) =>
  oneStep({
    ...watched,
    value,
    limit,
    breach: limit !== null && value > limit,
    back: limit === null || value <= limit - margin,
  })

/** The same for a value below its limit. */
export const below = ({ value, limit, margin, ...watched }: Watched & { value: number; margin: number }) =>
  oneStep({
    ...watched,
    value,
    limit,
    breach: limit !== null && value < limit,
    back: limit === null || value >= limit + margin,
  })

/** A state that is either there or not. */
export const state = (code: PlatformCode, isThere: boolean, delayMs: number, value: number | null = null) =>
  oneStep({ code, value, limit: null, delayMs, breach: isThere, back: !isThere })

/** One step with the level of the rule's alarm, where the rule itself knows on which side the value is. */
export const oneStep = ({
  code,
  value,
  limit,
  delayMs,
  target = null,
  breach,
  back,
}: Watched & Standing): Judgement => ({
  value,
  target,
  steps: [{ level: platformAlarms[code].severity, limit, delayMs, breach, back }],
  isOver: back,
})
