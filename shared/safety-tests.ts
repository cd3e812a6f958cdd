import { type MetricSignal, metricByName } from './signals.ts'
import { text } from './text.ts'

/** Overhauls that are tests of what keeps birds alive. Each wants proof, and is an entry of the signed log. */
export const proofs = {
  alarm: text('报警测试', 'Alarm test'),
  generator: text('发电机带载切换', 'Generator with load transfer'),
  thermostat: text('备用温控器', 'Backup thermostat'),
  sensors: text('传感器比对', 'Sensor check'),
} as const
export type Proof = keyof typeof proofs

/** How long people have to answer a test alarm: the first call, the next person after five minutes, and theirs. min */
export const ANSWER_MINUTES = 15
/** A generator starts and takes the load well within this. s; the same as its alarm allows */
export const START_S = 60
/**
 * A backup thermostat must run its fans once the house is this much warmer than it should be today. K; husbandry practice:
 * warmer than the controller's own steps, cooler than what harms
 */
export const BACKUP_K = 6

/**
 * By how much a sensor may differ from a reference before it needs repair: by the kind of its metric. Accuracy that makers
 * state for such sensors, and half of what a correction may be.
 */
const LIMITS: readonly { of: RegExp; limit: number }[] = [
  { of: /^Climate\/Temp\/S\d$/, limit: 1 },
  { of: /^Climate\/Temp\/Outdoor$/, limit: 1 },
  { of: /^Climate\/Hum\/S\d$/, limit: 5 },
  { of: /^Air\/CO2\/S\d$/, limit: 250 },
  { of: /^Air\/NH3\/S\d$/, limit: 5 },
  { of: /^Air\/Pressure\/S\d$/, limit: 5 },
]

/** The limit for a metric, in its metric unit; null for what is not checked against a reference. */
export const limitOf = (metric: string): number | null =>
  LIMITS.find(({ of }) => of.test(metric))?.limit ?? null

/** Metrics that are checked against a reference, in the order screens list them. */
export const checkedMetrics: readonly MetricSignal[] = [...metricByName.values()].filter(
  ({ name }) => limitOf(name) !== null,
)

/** What a sensor said and what the reference did. */
export interface Compared {
  metric: string
  value: number
  reference: number
}

/** How far a sensor is from the reference, and whether that is too far. Rounded to what can be read off: a hundredth. */
export function deviationOf({ metric, value, reference }: Compared) {
  const limit = limitOf(metric) ?? 0
  const deviation = Math.round((value - reference) * 100) / 100
  return { deviation, limit, isOver: Math.abs(deviation) > limit }
}

/** What a controller said of power and fans at a moment; null while it has said nothing of it. */
export interface PowerSample {
  /** ms since 1970 */
  at: number
  mains: boolean | null
  generator: boolean | null
  /** How many fan groups run. */
  fans: number | null
}

/** A time without mains, as the readings show it; ms since 1970, null for what was not seen. */
export interface Transfer {
  mainsOffAt: number
  generatorOnAt: number | null
  /** When fans ran again, or still, on the generator. */
  fansOnAt: number | null
  /** The most fan groups that ran on it. */
  fans: number
  mainsBackAt: number | null
}

/**
 * The times without mains in samples that are in order, each a value that stands until the next: mains off, generator on,
 * fans on, mains back. A reading before the first is no transfer: nobody saw the mains go off.
 */
export function transfersOf(samples: readonly PowerSample[]): Transfer[] {
  const found: Transfer[] = []
  let open: Transfer | null = null
  let mains: boolean | null = null
  for (const sample of samples) {
    if (sample.mains === false && mains === true) {
      open = { mainsOffAt: sample.at, generatorOnAt: null, fansOnAt: null, fans: 0, mainsBackAt: null }
      found.push(open)
    } else if (sample.mains === true && open) {
      open.mainsBackAt = sample.at
      open = null
    }
    mains = sample.mains ?? mains
    if (!open || !sample.generator) continue
    open.generatorOnAt ??= sample.at
    if (!sample.fans) continue
    open.fansOnAt ??= sample.at
    open.fans = Math.max(open.fans, sample.fans)
  }
  return found
}

/** Why a transfer did not pass. */
export const transferFaults = {
  noStart: text('发电机未启动', 'the generator did not start'),
  late: text('发电机启动过慢', 'the generator started too late'),
  noFans: text('风机未运行', 'no fan ran on it'),
} as const
export type TransferFault = keyof typeof transferFaults

/** What was wrong with a transfer of the load; nothing if the house was ventilated by the generator in time. */
export function faultsOf({ mainsOffAt, generatorOnAt, fansOnAt }: Transfer): TransferFault[] {
  if (generatorOnAt === null) return ['noStart']
  const faults: TransferFault[] = []
  if (generatorOnAt - mainsOffAt > START_S * 1_000) faults.push('late')
  if (fansOnAt === null) faults.push('noFans')
  return faults
}

/** Whether a backup thermostat is set so that it saves the birds of today, without running while all is well. °C */
export const isSetWell = (setPoint: number, target: number): boolean =>
  setPoint > target && setPoint <= target + BACKUP_K
