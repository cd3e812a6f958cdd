import { type HouseType, houseTypes, type MetricSignal, metrics } from './signals.ts'
import { type Text, text } from './text.ts'

/** What a farm's rule may watch, or may depend on. */
export interface RuleSubject
  extends Pick<MetricSignal, 'label' | 'low' | 'high' | 'decimals' | 'enum' | 'houseTypes'> {
  unit: string
  /** On or off, or one of several named states; otherwise a number. */
  isState: boolean
}

/** Ways to read what cannot be compared: single bits, moments. */
const unreadable: ReadonlySet<string> = new Set(['bits', 'time'])

const subjectOf = (signal: MetricSignal): RuleSubject => ({
  ...signal,
  isState: signal.unit === 'bool' || signal.enum !== undefined,
})
const measured = new Map(
  metrics
    .filter(({ unit }) => !unreadable.has(unit))
    .map(signal => [signal.name, subjectOf(signal)] as const),
)

interface Figure {
  label: Text
  unit: string
  low: number
  high: number
  decimals: number
  /**
   * Adds up while the day lasts: today's is only too much for certain, and too little once the day is over. A ratio of two
   * such amounts means nothing before then.
   */
  course: 'sum' | 'ratio' | 'measured'
  houseTypes: readonly HouseType[]
}
const laying: readonly HouseType[] = ['layer', 'breeder']
const growing: readonly HouseType[] = ['broiler', 'pullet', 'breeder']

/** Figures of a flock that mean something day by day. Per bird alive in the morning. */
export const flockFigures = {
  'Flock/Losses': {
    label: text('当日死淘率', 'Losses of the day'),
    unit: '%',
    low: 0,
    high: 100,
    decimals: 2,
    course: 'sum',
    houseTypes,
  },
  'Flock/DailyGain': {
    label: text('日增重', 'Daily gain'),
    unit: 'g',
    low: -500,
    high: 500,
    decimals: 0,
    course: 'measured',
    houseTypes: growing,
  },
  'Flock/LayingRate': {
    label: text('产蛋率', 'Laying rate'),
    unit: '%',
    low: 0,
    high: 110,
    decimals: 1,
    course: 'sum',
    houseTypes: laying,
  },
  'Flock/EggWeight': {
    label: text('蛋重', 'Egg weight'),
    unit: 'g',
    low: 20,
    high: 150,
    decimals: 1,
    course: 'measured',
    houseTypes: laying,
  },
  'Flock/Water': {
    label: text('每只饮水', 'Water per bird'),
    unit: 'mL',
    low: 0,
    high: 2_000,
    decimals: 0,
    course: 'sum',
    houseTypes,
  },
  'Flock/Feed': {
    label: text('每只耗料', 'Feed per bird'),
    unit: 'g',
    low: 0,
    high: 1_000,
    decimals: 0,
    course: 'sum',
    houseTypes,
  },
  'Flock/WaterToFeed': {
    label: text('水料比', 'Water to feed'),
    unit: '',
    low: 0,
    high: 20,
    decimals: 2,
    course: 'ratio',
    houseTypes,
  },
  'Flock/WeightToStandard': {
    label: text('体重达标率', 'Weight against standard'),
    unit: '%',
    low: 0,
    high: 200,
    decimals: 0,
    course: 'measured',
    houseTypes,
  },
  'Flock/Uniformity': {
    label: text('鸡群均匀度', 'Flock uniformity'),
    unit: '%',
    low: 0,
    high: 100,
    decimals: 0,
    course: 'measured',
    houseTypes,
  },
} as const satisfies Record<string, Figure>
export type FlockFigure = keyof typeof flockFigures

export const isFlockFigure = (name: string): name is FlockFigure => Object.hasOwn(flockFigures, name)

/** Whether any fan of the house runs: what most conditions ask. */
export const FANS_RUN = 'Fan/AnyRuns'
const fansRun: RuleSubject = {
  label: text('风机', 'Any fan'),
  unit: 'enum',
  low: 0,
  high: 1,
  decimals: 0,
  enum: { 0: text('停止', 'Off'), 1: text('运行', 'Running') },
  houseTypes,
  isState: true,
}

const figures = Object.entries(flockFigures).map(
  ([name, figure]) => [name, { ...figure, isState: false }] as const,
)
const subjects: ReadonlyMap<string, RuleSubject> = new Map<string, RuleSubject>([
  ...measured,
  [FANS_RUN, fansRun],
  ...figures,
])

/** What a name stands for; undefined if no rule can watch it. */
export const ruleSubject = (name: string): RuleSubject | undefined => subjects.get(name)

/** What a rule may watch. */
export const watchable: readonly string[] = [...measured.keys(), ...Object.keys(flockFigures)]

/** What a rule may depend on. */
export const conditional: readonly string[] = [FANS_RUN, ...measured.keys()]

/** States of a fan group in which it moves air: on, and the running part of its cycle. */
const RUNNING: readonly number[] = [1, 2]

/**
 * Whether any fan runs, by what the house reports of its groups and of its fans with variable speed; null if it reports
 * none of them. A group switched by hand does not say whether it runs.
 */
export function anyFanRuns(read: (metric: string) => number | null): boolean | null {
  const states = fanStates.map(read).filter(state => state !== null)
  const outputs = fanOutputs.map(read).filter(output => output !== null)
  if (states.some(state => RUNNING.includes(state)) || outputs.some(output => output > 0)) return true
  return states.length + outputs.length > 0 && !states.includes(BY_HAND) ? false : null
}
const BY_HAND = 5
const fanStates = [...measured.keys()].filter(name => /^Fan\/G\d+\/State$/.test(name))
const fanOutputs = [...measured.keys()].filter(name => /^Fan\/VarSpeed\d\/Output$/.test(name))

/** The metrics that show it. */
export const fanMetrics: readonly string[] = [...fanStates, ...fanOutputs]
