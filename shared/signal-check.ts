import type { MetricSignal, Quantity } from './signals/signal.ts'
import { alarmByMetric, isBookkeeping, metricByName, settingByName } from './signals.ts'
import { type Text, text } from './text.ts'

/** How a signal of a new controller is: right, without a value, a value that cannot be true, or a counter that stands. */
export type SignalState = 'right' | 'missing' | 'odd' | 'still'

/** A signal as it arrives, and what to do about one that is not right. */
export interface CheckedSignal {
  /** on the wire */
  name: string
  state: SignalState
  hint: Text | null
}

type Value = number | boolean | string | null

interface Arriving {
  /** What a controller told: name on the wire → last value. */
  values: Readonly<Record<string, Value>>
  /** Range that it announced for metrics of its own. */
  ranges: ReadonlyMap<string, { low: number | null; high: number | null }>
  /** Counters that were seen to grow. */
  grown: ReadonlySet<string>
}

/** K by which one probe of a house may differ from the middle of the others before it is doubted. */
const APART = 12

/**
 * What can be true in a house that is being set up, where that is narrower than what the signal can carry. Air outside has more
 * than 400 ppm of CO2 (NOAA, since 2015); a humidity of 0 % is a probe without power.
 */
const likely: Readonly<Partial<Record<Quantity, readonly [low: number, high: number]>>> = {
  temperature: [-35, 55],
  humidity: [3, 100],
  co2: [300, 9_000],
}

/** Makes a counter move. */
const toMove: Readonly<Partial<Record<Quantity, Text>>> = {
  water: text('水表没有走：请放水，看读数是否增加', 'The meter stands still: run water'),
  feed: text('饲料计数没有变：请开一次料线', 'The counter stands still: run the feed line'),
  power: text('电表没有走：请开一台设备', 'The meter stands still: switch something on'),
  eggs: text('蛋数没有变：请过几枚蛋', 'The counter stands still: let some eggs pass'),
}
const standsStill = text('读数没有变化：请让它计数', 'The counter stands still: make it count')

const hints = {
  missing: text(
    '没有读数：请检查探头和接线，以及寄存器表中的地址',
    'No value: check the probe and its wires, and its register in the map',
  ),
  outside: text(
    '数值不合理：请与显示屏核对，检查比例和字序',
    'This cannot be: compare it with the display, and check scale and word order in the map',
  ),
  apart: text(
    '与其他探头相差太大：请核对比例，或是否接错了探头',
    'Far from the other probes: check its scale, and whether it is another probe',
  ),
  alarm: text(
    '报警正在触发：请排除故障；若现场正常，则是触点常开/常闭设反了',
    'This alarm stands: mend what it warns of. If all is well in the house, its contact is read the wrong way round',
  ),
} as const

/** Whether a name on the wire is a signal of the house, not one about the connection. */
const isSignal = (name: string): boolean =>
  !isBookkeeping(name) && !/^(Node Info|Gateway|Latched)\//.test(name)

/** Judges every signal of a controller, in the order in which it told them. */
export function checkSignals(arriving: Arriving): CheckedSignal[] {
  const middle = middleOf(
    Object.entries(arriving.values).flatMap(([name, value]) =>
      isProbe(name) && typeof value === 'number' ? [value] : [],
    ),
  )
  return Object.entries(arriving.values)
    .filter(([name]) => isSignal(name))
    .map(([name, value]) => ({ name, ...judge(name, value, arriving, middle) }))
}

function judge(
  name: string,
  value: Value,
  { ranges, grown }: Arriving,
  middle: number | undefined,
): Omit<CheckedSignal, 'name'> {
  if (value === null) return { state: 'missing', hint: hints.missing }
  if (alarmByMetric.has(name)) return value === true ? { state: 'odd', hint: hints.alarm } : RIGHT
  if (settingByName(name) || typeof value !== 'number') return RIGHT
  const signal = metricByName.get(name)
  const { low, high } = rangeOf(signal, ranges.get(name))
  if (value < low || value > high) return { state: 'odd', hint: hints.outside }
  if (isProbe(name) && middle !== undefined && Math.abs(value - middle) > APART)
    return { state: 'odd', hint: hints.apart }
  if (signal?.monotonic && !grown.has(name))
    return { state: 'still', hint: toMove[signal.quantity] ?? standsStill }
  return RIGHT
}

const RIGHT = { state: 'right', hint: null } as const

function rangeOf(
  signal: MetricSignal | undefined,
  own: { low: number | null; high: number | null } | undefined,
) {
  const [low, high] = (signal && likely[signal.quantity]) ?? [
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ]
  const told = signal ?? own
  return { low: Math.max(low, told?.low ?? low), high: Math.min(high, told?.high ?? high) }
}

/** A temperature probe in the house. */
const isProbe = (name: string): boolean => /^Climate\/Temp\/S\d+$/.test(name)

/** The middle value of at least three, of which one alone can be told to be wrong. */
function middleOf(values: readonly number[]): number | undefined {
  if (values.length < 3) return undefined
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

/** The counters among these signals: whether they grow tells more than what they show. */
export const countersAmong = (names: readonly string[]): string[] =>
  names.filter(name => metricByName.get(name)?.monotonic)
