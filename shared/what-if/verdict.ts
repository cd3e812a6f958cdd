import type { FigureKey, Figures, Judgement } from './figures.ts'

/** What a change does to the temperature of the house. */
export const courses = ['colder', 'warmer', 'hotter', 'cooler', 'steady'] as const
/** What it makes worse, gravest first; `none` if nothing gets worse. */
export const concerns = ['heat', 'cold', 'co2', 'air', 'damp', 'dry', 'energy', 'none'] as const

/** The sentence about a change, as data: its two halves. Their values are among the figures. */
export interface Verdict {
  course: (typeof courses)[number]
  concern: (typeof concerns)[number]
}

/** K that people notice */
const NOTICED = 0.3

export function verdictOf(today: Figures, changed: Figures, judged: Record<FigureKey, Judgement>): Verdict {
  return { course: courseOf(today, changed), concern: concernOf(judged) }
}

function courseOf(today: Figures, changed: Figures): Verdict['course'] {
  const low = changed.lowest - today.lowest
  const high = changed.highest - today.highest
  if (Math.max(Math.abs(low), Math.abs(high)) < NOTICED) return 'steady'
  if (Math.abs(low) >= Math.abs(high)) return low < 0 ? 'colder' : 'warmer'
  return high > 0 ? 'hotter' : 'cooler'
}

function concernOf(judged: Record<FigureKey, Judgement>): Verdict['concern'] {
  const isWorse = (...keys: FigureKey[]) => keys.some(key => judged[key] === 'watch')
  if (isWorse('highest')) return 'heat'
  if (isWorse('lowest', 'coldMin')) return 'cold'
  if (isWorse('peakCo2', 'co2Min')) return 'co2'
  if (isWorse('leastAir')) return 'air'
  if (isWorse('dampest')) return 'damp'
  if (isWorse('driest')) return 'dry'
  return isWorse('fanKwh') ? 'energy' : 'none'
}
