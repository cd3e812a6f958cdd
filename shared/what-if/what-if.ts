import { only } from '../setting-draft.ts'
import type { JudgedHouse } from '../setting-levels.ts'
import type { SettingDocument } from '../signals.ts'
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
import { type Move, type MoveKind, movesAgainst, movesOf } from './moves.ts'
import { RUN_HOURS, type RunHouse, walkHouse } from './run-house.ts'
import { type RunSample, type Step, sampler } from './samples.ts'
import { isKind, type JudgedRun, type Verdict, verdictOf } from './verdict.ts'

/** A change to try out. */
export interface TriedChange {
  /** all settings as reported by the controller, and those to change */
  today: SettingDocument
  wanted: SettingDocument
  /** The house as its safe ranges are judged. */
  judged: JudgedHouse
}

/** A move that makes up for what a change does to the birds; the model ran it with the change. */
export interface Suggestion extends Move {
  /** Its cells with the draft alone. */
  before: SettingDocument
  figures: Figures
}

export interface WhatIf {
  goals: Goals
  today: { samples: RunSample[]; figures: Figures }
  changed: { samples: RunSample[]; figures: Figures }
  judged: Record<FigureKey, Judgement>
  verdict: Verdict
  suggestion: Suggestion | null
  /** The moves against what gets worse that were run, and do not make up for it. */
  vain: MoveKind[]
}

/** The next 24 hours with today's settings and with the new ones. */
export function tryOut(house: RunHouse, change: TriedChange): WhatIf {
  const { today, wanted } = change
  const goals = goalsOf(house.type, house.birds, today)
  const run = (changes: SettingDocument) => runJudged(house, { ...today, ...changes }, today, goals)
  const before = run({})
  const changed = run(wanted)
  const judged = judge(before.figures, changed.figures, goals)
  const verdict = verdictOf(before, changed, goals)
  const makesUp = (move: Move): Suggestion | null => {
    const { figures, harms } = run({ ...wanted, ...move.cells })
    if (!isKind(verdictOf(before, { figures, harms }, goals))) return null
    return { ...move, before: only({ ...today, ...wanted }, Object.keys(move.cells)), figures }
  }
  const kinds = isKind(verdict) ? [] : movesAgainst(verdict)
  const { best, vain } = bestOf(
    kinds,
    kind => movesOf(kind, { today, wanted, house: change.judged }),
    makesUp,
  )
  const shown = ({ samples, figures }: typeof before) => ({ samples, figures })
  return { goals, today: shown(before), changed: shown(changed), judged, verdict, suggestion: best, vain }
}

/** Of the moves that make up for a change, each in its weakest strength that does, the one that takes least energy. */
function bestOf(
  kinds: readonly MoveKind[],
  strengthsOf: (kind: MoveKind) => readonly Move[],
  makesUp: (move: Move) => Suggestion | null,
): { best: Suggestion | null; vain: MoveKind[] } {
  const vain: MoveKind[] = []
  const found: Suggestion[] = []
  for (const kind of kinds) {
    const strengths = strengthsOf(kind)
    for (const move of strengths) {
      const made = makesUp(move)
      if (!made) continue
      found.push(made)
      break
    }
    const isVain = strengths.length > 0 && found.at(-1)?.kind !== kind
    if (isVain) vain.push(kind)
  }
  const energy = ({ figures }: Suggestion) => figures.heatKwh + figures.fanKwh
  const [best = null] = found.toSorted((a, b) => energy(a) - energy(b))
  return { best, vain }
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
