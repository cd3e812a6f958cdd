import { isWorse } from '#shared/alarms.ts'
import type { Severity } from '#shared/signals.ts'
import { type Breach, breachStep, isDue, noBreach, resumeAt } from './breach.ts'
import type { Judgement, Rule } from './rules/rule.ts'

/** What a rule makes due. Times in ms since 1970. */
export interface Verdict {
  due: 'raise' | 'escalate' | 'clear'
  level: Severity
  value: number | null
  limit: number | null
  target: number | null
  /** Since when the value has been beyond its limit. */
  since: number | null
  /** Of the alarm, where the rule has several. */
  code?: string | undefined
  /** When it became due; for an end, when the value was back. */
  at: number
}

/** What was counted for one step of a rule, to be found again after a restart. Times in ms since 1970. */
export interface KeptCount {
  subjectId: string
  rule: string
  step: number
  spentMs: number
  isBeyond: boolean
  since: number
  /** When it was counted; null while the device is silent, so that the time until it speaks again does not count. */
  countedAt: number | null
}

/** A rule on a device at a moment. */
export interface Look {
  subjectId: string
  rule: Rule
  judged: Judgement | null
  /** Wall clock, ms since 1970. */
  now: number
  /** When what is seen now began, as far as known; ms since 1970. */
  since: number
  /** How long the value must be back before an alarm ends: one low reading is not the end. ms */
  holdMs: number
  /** The level of the rule's active alarm; null without one. */
  standing: Severity | null
  /** The controller itself warns of the same now. */
  isCovered: boolean
}

/** Counts how long rules have been broken, for every device. */
export interface Watches {
  /** Judges one rule; call it whenever something may have changed, and again for all that `takeMoving` names. */
  look(look: Look): Verdict | null
  /** Devices on which time alone will make something due, since the last call. */
  takeMoving(): string[]
  /** Nobody knows the device's values any more: its counts wait. */
  silence(subjectId: string): void
  /** The device serves another house or none. */
  forget(subjectId: string): void
  /** Rules were changed or removed: their counts start over. */
  forgetRules(ids: ReadonlySet<string>): void
  /** What must be kept of each changed rule since the last call, in all its steps; none when nothing is counted. */
  takeChanges(now: number): Changes
  /** Those were not stored. */
  putBack(changes: Changes): void
}
type Changes = readonly { subjectId: string; rule: string; counts: KeptCount[] }[]

/** What a rule remembers about a device. */
interface Watch {
  counts: Breach[]
  /** Since when the value has been back, by both clocks; null while it is not. */
  over: { at: number; wall: number } | null
  /** Since when the rule cannot be judged; null while it can. */
  heldAt: number | null
}

/** A rule that could not be judged for this long no longer stands for anything. ms */
const HELD_MS = 30 * 60_000
/** What was counted longer ago is not taken up again. ms */
const KEPT_MS = 24 * 3_600_000

const newWatch = (): Watch => ({ counts: [], over: null, heldAt: null })
const isCounting = ({ since }: Breach): boolean => since !== null

/** Whether one side is another one than before, so that a restart must learn of it. */
const isOtherSide = (before: Breach | undefined, after: Breach | undefined): boolean =>
  (before?.isBeyond ?? false) !== (after?.isBeyond ?? false) ||
  (before?.since ?? null) !== (after?.since ?? null)

function ended(level: Severity, judged: Judgement | null, at: number): Verdict {
  const { value = null, target = null } = judged ?? {}
  return { due: 'clear', level, value, limit: null, target, since: null, at }
}

/** What is due after a look, its counts being up to date. */
function dueAfter({ counts, over }: Watch, judged: Judgement, look: Look, at: number): Verdict | null {
  const { standing, holdMs, now, isCovered } = look
  const isNothing = judged.steps.length === 0
  if (standing !== null && over && (isNothing || at - over.at >= holdMs))
    return ended(standing, judged, over.wall)
  const worst = judged.steps.findLastIndex(({ delayMs }, i) => isDue(counts[i] ?? noBreach(at), delayMs))
  const step = judged.steps[worst]
  if (!step || isCovered || (standing !== null && !isWorse(step.level, standing))) return null
  const { value, target } = judged
  const { level, limit, code } = step
  const due = standing === null ? 'raise' : 'escalate'
  const since = step.since ?? counts[worst]?.since ?? null
  return { due, level, value, limit, target, code, since, at: now }
}

/** Whether time alone will make something due. */
const isMoving = ({ counts, over }: Watch, { steps }: Judgement, standing: Severity | null): boolean =>
  standing === null
    ? counts.some(isCounting)
    : over !== null ||
      steps.some(({ level }, i) => isWorse(level, standing) && isCounting(counts[i] ?? noBreach(0)))

/** All watches, by device and rule. */
function openWatches() {
  const bySubject = new Map<string, Map<string, Watch>>()
  return {
    rulesOf: (subjectId: string): string[] => Array.from(bySubject.get(subjectId)?.keys() ?? []),
    ofRules: (ids: ReadonlySet<string>): [subjectId: string, rule: string][] =>
      Array.from(bySubject, ([subjectId, ofSubject]) =>
        Array.from(ofSubject.keys())
          .filter(rule => ids.has(rule))
          .map((rule): [string, string] => [subjectId, rule]),
      ).flat(),
    of: (subjectId: string): Iterable<[rule: string, watch: Watch]> => bySubject.get(subjectId) ?? [],
    find: (subjectId: string, rule: string) => bySubject.get(subjectId)?.get(rule),
    open(subjectId: string, rule: string): Watch {
      const ofSubject = bySubject.get(subjectId) ?? new Map<string, Watch>()
      const watch = ofSubject.get(rule) ?? newWatch()
      bySubject.set(subjectId, ofSubject.set(rule, watch))
      return watch
    },
    drop(subjectId: string, rule: string): void {
      const ofSubject = bySubject.get(subjectId)
      if (ofSubject?.delete(rule) && ofSubject.size === 0) bySubject.delete(subjectId)
    },
  }
}

/** `ticks`: a clock that nobody sets, ms. `kept`: what was counted before the start, which is at `now`, ms since 1970. */
export function createWatches(ticks: () => number, kept: readonly KeptCount[] = [], now = 0): Watches {
  const watches = openWatches()
  const moving = new Set<string>()
  const silent = new Set<string>()
  /** Subject and rule of what must be kept anew. */
  const changed = new Map<string, Set<string>>()
  const note = (subjectId: string, rule: string) =>
    changed.set(subjectId, (changed.get(subjectId) ?? new Set()).add(rule))
  for (const { subjectId, rule, step, countedAt, ...counted } of kept) {
    const ago = countedAt === null ? 0 : Math.max(0, now - countedAt)
    if (ago > KEPT_MS) note(subjectId, rule)
    else watches.open(subjectId, rule).counts[step] = { ...counted, at: ticks() - ago, sideAt: ticks() - ago }
    if (countedAt === null) silent.add(subjectId)
  }

  /** The device speaks again: the time of its silence does not count. */
  function resume(subjectId: string): void {
    if (!silent.delete(subjectId)) return
    for (const [rule, watch] of watches.of(subjectId)) {
      watch.counts = watch.counts.map(each => resumeAt(each, ticks()))
      note(subjectId, rule)
    }
  }

  function hold({ subjectId, rule, standing, now }: Look, at: number): Verdict | null {
    const watch = standing === null ? watches.find(subjectId, rule.id) : watches.open(subjectId, rule.id)
    if (!watch) return null
    watch.counts = watch.counts.map(each => resumeAt(each, at))
    watch.over = null
    watch.heldAt ??= at
    if (standing === null || at - watch.heldAt < HELD_MS) return null
    watches.drop(subjectId, rule.id)
    note(subjectId, rule.id)
    return ended(standing, null, now)
  }

  function look(look: Look): Verdict | null {
    const { subjectId, rule, judged, now, since, standing } = look
    resume(subjectId)
    const at = ticks()
    if (judged === null) return hold(look, at)
    const isQuiet = standing === null && !judged.steps.some(({ breach }) => breach)
    if (isQuiet && !watches.find(subjectId, rule.id)) return null
    const watch = watches.open(subjectId, rule.id)
    const before = watch.counts
    watch.counts = judged.steps.map((step, i) =>
      breachStep(before[i] ?? noBreach(at), step, { at, since, delayMs: step.delayMs }),
    )
    watch.over = judged.isOver ? (watch.over ?? { at, wall: now }) : null
    watch.heldAt = null
    const due = dueAfter(watch, judged, look, at)
    if (due?.due === 'clear') watch.counts = []
    const steps = Math.max(before.length, watch.counts.length)
    if (Array.from({ length: steps }).some((_, i) => isOtherSide(before[i], watch.counts[i])))
      note(subjectId, rule.id)
    if (isMoving(watch, judged, due?.level ?? standing)) moving.add(subjectId)
    if (due?.due === 'clear' || (standing === null && !watch.counts.some(isCounting)))
      watches.drop(subjectId, rule.id)
    return due
  }

  function keptOf(subjectId: string, rule: string, now: number): KeptCount[] {
    const { counts = [] } = watches.find(subjectId, rule) ?? {}
    return counts.flatMap(({ spentMs, isBeyond, since, at }, step) => {
      const countedAt = silent.has(subjectId) ? null : Math.min(now, now - (ticks() - at))
      return since === null ? [] : { subjectId, rule, step, spentMs, isBeyond, since, countedAt }
    })
  }

  return {
    look,
    takeMoving() {
      const taken = [...moving]
      moving.clear()
      return taken
    },
    silence(subjectId) {
      silent.add(subjectId)
      for (const [rule, watch] of watches.of(subjectId)) {
        watch.over = null
        note(subjectId, rule)
      }
    },
    forget(subjectId) {
      for (const rule of watches.rulesOf(subjectId)) {
        watches.drop(subjectId, rule)
        note(subjectId, rule)
      }
    },
    forgetRules(ids) {
      for (const [subjectId, rule] of watches.ofRules(ids)) {
        watches.drop(subjectId, rule)
        note(subjectId, rule)
      }
    },
    takeChanges(now) {
      const taken = [...changed].flatMap(([subjectId, rules]) =>
        [...rules].map(rule => ({ subjectId, rule, counts: keptOf(subjectId, rule, now) })),
      )
      changed.clear()
      return taken
    },
    putBack(changes) {
      for (const { subjectId, rule } of changes) note(subjectId, rule)
    },
  }
}
