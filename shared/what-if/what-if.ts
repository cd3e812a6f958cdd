import { draftProblems, isSame, type Wanted } from '../setting-draft.ts'
import { type SettingDocument, type SettingGroupKey, type SettingValue, settingByName } from '../signals.ts'
import {
  type FigureKey,
  type Figures,
  figuresOf,
  type Goals,
  goalsOf,
  type Judgement,
  judge,
} from './figures.ts'
import { watchHarms } from './harm.ts'
import { RUN_HOURS, type RunHouse, walkHouse } from './run-house.ts'
import { type RunSample, type Step, sampler } from './samples.ts'
import { isKind, type JudgedRun, type Verdict, verdictOf } from './verdict.ts'

/** A change of one group to try out. */
export interface TriedChange {
  group: SettingGroupKey
  /** all settings as reported by the controller, and those to change */
  today: SettingDocument
  wanted: SettingDocument
}

/** A smaller change that the model also ran. */
export interface Suggestion {
  /** share of the change that remains */
  share: number
  wanted: SettingDocument
  figures: Figures
}

export interface WhatIf {
  goals: Goals
  today: { samples: RunSample[]; figures: Figures }
  changed: { samples: RunSample[]; figures: Figures }
  judged: Record<FigureKey, Judgement>
  verdict: Verdict
  suggestion: Suggestion | null
}

/** The next 24 hours with today's settings and with the new ones. */
export function tryOut(house: RunHouse, { group, today, wanted }: TriedChange): WhatIf {
  const goals = goalsOf(house.type, house.birds, today)
  const run = (changes: SettingDocument) => runJudged(house, { ...today, ...changes }, today, goals)
  const before = run({})
  const changed = run(wanted)
  const judged = judge(before.figures, changed.figures, goals)
  const verdict = verdictOf(before, changed, goals)
  const suggest = (): Suggestion | null => {
    for (const share of SHARES) {
      const part = partOf({ group, today, wanted }, share)
      if (!part) continue
      const tried = run(part)
      if (isKind(verdictOf(before, tried, goals))) return { share, wanted: part, figures: tried.figures }
    }
    return null
  }
  const suggestion = isKind(verdict) ? null : suggest()
  const shown = ({ samples, figures }: typeof before) => ({ samples, figures })
  return { goals, today: shown(before), changed: shown(changed), judged, verdict, suggestion }
}

/** The next 24 hours with these settings, what they come to, and what passes its limit in them. */
function runJudged(
  house: RunHouse,
  settings: SettingDocument,
  corrected: SettingDocument,
  goals: Goals,
): JudgedRun & { samples: RunSample[] } {
  const samples = sampler(house.from)
  const harms = watchHarms(house)
  const each = (at: number, step: Step) => {
    samples.add(at, step)
    harms.see(at, step)
  }
  walkHouse(house, settings, { corrected, hours: RUN_HOURS, each })
  const figures = figuresOf(samples.all, house.birds.count, goals)
  return { samples: samples.all, figures, harms: harms.passed() }
}

/** Parts of a change that may avoid the drawbacks of the whole, largest first. */
const SHARES = [0.75, 0.5, 0.25]

/** Part of a change in the steps of its settings; null if it would be all or nothing of it, or break a rule. */
function partOf({ group, today, wanted }: TriedChange, share: number): SettingDocument | null {
  const part: Record<string, SettingValue> = {}
  for (const [name, to] of Object.entries(wanted)) {
    const [from, signal] = [today[name], settingByName(name)]
    // A switch or a choice cannot be halved.
    if (typeof from !== 'number' || typeof to !== 'number' || !signal || signal.enum) return null
    const value = Number((from + (to - from) * share).toFixed(signal.decimals))
    if (!isSame(value, from)) part[name] = value
  }
  const isAll = Object.entries(wanted).every(([name, value]) => isSame(part[name], value))
  if (isAll || Object.keys(part).length === 0) return null
  return draftProblems(group, part satisfies Wanted, today).length > 0 ? null : part
}
