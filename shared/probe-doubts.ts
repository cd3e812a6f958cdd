import { metricByName } from './signals.ts'
import { type Text, text } from './text.ts'

/** Why a value is not believed, as its alarm says it behind the name of the metric; and what to check. */
export const doubtReasons = {
  impossible: {
    label: text('读数不可能', 'reads what cannot be'),
    check: text(
      '请检查探头的插头、接线和类型设置，再人工测量核对。',
      'Check plug, wiring and type of the probe, then measure by hand.',
    ),
  },
  none: {
    label: text('没有读数', 'gives no reading'),
    check: text('请检查探头的插头和接线。', 'Check plug and wiring of the probe.'),
  },
  thin: {
    label: text('读数低于舍外空气', 'reads less than outside air has'),
    check: text(
      '请在舍外空气中重新校准传感器；校不准就更换。',
      'Calibrate the sensor in outside air; replace it if it stays wrong.',
    ),
  },
  balance: {
    label: text('读数与鸡群和通风不符', 'does not fit birds and ventilation'),
    check: text(
      '请用手持仪表核对，再检查单位、量程（常见差十倍）和校准。',
      'Compare with a hand instrument, then check unit, range (often wrong by ten) and calibration.',
    ),
  },
  apart: {
    label: text('与其他探头相差太大', 'is far from the other probes'),
    check: text(
      '请在该处人工测温：读数若属实，查看进风口、加热器和风机；否则更换探头。',
      'Measure by hand at its place: if it is true, look at inlets, heaters and fans; else replace the probe.',
    ),
  },
  stuck: {
    label: text('读数卡住不动', 'is stuck at one value'),
    check: text(
      '请用手温热或吹气，看读数是否变化；不变就检查接线并更换。',
      'Warm it by hand or breathe on it: if nothing changes, check the wiring and replace it.',
    ),
  },
  silent: {
    label: text('设备在线却不再上报', 'is no longer reported, though its device speaks'),
    check: text(
      '请检查探头接线，以及环控器或网关是否还在读取它。',
      'Check its wiring, and that controller or gateway still read it.',
    ),
  },
  still: {
    label: text('舍内有鸡却不走数', 'stands still though there are birds'),
    check: text(
      '请先确认鸡群有水有料，再检查计量表、脉冲线或称重。',
      'See first that the birds have water and feed, then check meter, pulse wire or scale.',
    ),
  },
  counter: {
    label: text(
      '整天上涨、零点归零，是当日累计用料，不是存料',
      'climbs all day and begins anew at midnight: it counts what was fed, not what is left',
    ),
    check: text(
      '请在环控器或网关中改接料塔的剩余重量；在此之前系统不会提醒缺料。',
      'Let controller or gateway send the weight that is left; until then nobody is warned that feed runs out.',
    ),
  },
  jumped: {
    label: text('读数跳变，鸡群不可能用这么多', 'jumped by more than the house can take'),
    check: text(
      '请检查计量表的接线和读取方式；若换了新表，请在系统中登记换表。',
      'Check wiring and reading of the meter; if it was exchanged, say so at the house.',
    ),
  },
} as const satisfies Record<string, { label: Text; check: Text }>
export type DoubtReason = keyof typeof doubtReasons
/** `controller`: the controller itself says that the probe is out of order. */
export const allDoubts = [...(Object.keys(doubtReasons) as DoubtReason[]), 'controller'] as const

/** The controller's own alarm of a probe names no reason. */
const ofController = {
  label: text('环控器报告探头故障', 'is out of order, as the controller says'),
  check: doubtReasons.none.check,
}

/** A value that is not believed. */
export interface Doubt {
  metric: string
  reason: (typeof allDoubts)[number]
}

const PREFIX = 'ProbeWrong.'
const CODE = /^ProbeWrong\.(\w+):(.+)$/
const OF_CONTROLLER = /^SensorTemp(\d)$/

/** The code of the alarm that says that a metric is not believed, and why. */
export const codeOfDoubt = (reason: DoubtReason, metric: string): string => `${PREFIX}${reason}:${metric}`

/** The doubt that an alarm tells; null for any other alarm. */
export function doubtOfCode(code: string): Doubt | null {
  const probe = OF_CONTROLLER.exec(code)?.[1]
  if (probe) return { metric: `Climate/Temp/S${probe}`, reason: 'controller' }
  if (!code.startsWith(PREFIX)) return null
  const [, reason = '', metric = ''] = CODE.exec(code) ?? []
  return Object.hasOwn(doubtReasons, reason) ? { metric, reason: reason as DoubtReason } : null
}

/** The name of such an alarm: `CO2 1 reads less than outside air has`; null for any other. */
export function doubtLabel(code: string): Text | null {
  const doubt = doubtOfCode(code)
  if (!doubt || doubt.reason === 'controller') return null
  const name = metricByName.get(doubt.metric)?.label ?? text(doubt.metric, doubt.metric)
  const { label } = doubtReasons[doubt.reason]
  return text(`${name['zh-CN']}：${label['zh-CN']}`, `${name['en-US']} ${label['en-US']}`)
}

/** Why a value is not believed and what to check, in one line: `Temperature 3 is stuck at one value. Warm it by hand …` */
export function sayDoubt({ metric, reason }: Doubt): Text {
  const { label, check } = reason === 'controller' ? ofController : doubtReasons[reason]
  const name = metricByName.get(metric)?.label ?? text(metric, metric)
  return text(
    `${name['zh-CN']}：${label['zh-CN']}。${check['zh-CN']}`,
    `${name['en-US']} ${label['en-US']}. ${check['en-US']}`,
  )
}

/** What the controller calls the same fault; null if it has no name for it. */
export function sensorFaultOf(metric: string): string | null {
  const [, probe] = /^Climate\/Temp\/S(\d)$/.exec(metric) ?? []
  if (probe) return `SensorTemp${probe}`
  const [, kind = ''] = /^(Climate\/Hum|Air\/CO2|Air\/NH3|Air\/Pressure)\/\w+$/.exec(metric) ?? []
  return sensorFaults[kind] ?? null
}
const sensorFaults: Readonly<Record<string, string>> = {
  'Climate/Hum': 'SensorHum',
  'Air/CO2': 'SensorCO2',
  'Air/NH3': 'SensorNH3',
  'Air/Pressure': 'SensorPressure',
}

/** A value that is counted from these probes is in doubt with any of them. */
const countedFrom: Readonly<Record<string, string>> = {
  'Climate/Temp/Avg': 'Climate/Temp/S',
  'Climate/Hum/Avg': 'Climate/Hum/S',
}

/** Doubts of one device by metric. */
export type Doubts = ReadonlyMap<string, Doubt>

/** The doubts that active alarms tell, by device. */
export function doubtsAmong(alarms: readonly { code: string; iotId: string }[]): ReadonlyMap<string, Doubts> {
  const byDevice = new Map<string, Map<string, Doubt>>()
  for (const { code, iotId } of alarms) {
    const doubt = doubtOfCode(code)
    if (!doubt) continue
    const known = byDevice.get(iotId) ?? new Map<string, Doubt>()
    byDevice.set(iotId, known)
    // What we found out ourselves says more than that the controller calls it broken.
    if (!known.has(doubt.metric) || doubt.reason !== 'controller') known.set(doubt.metric, doubt)
  }
  return byDevice
}

/** Why a metric of a device is not believed, or a probe that it is counted from; undefined if it is. */
export function doubtOf(doubts: Doubts | undefined, metric: string): Doubt | undefined {
  return doubts?.get(metric) ?? [...(doubts?.values() ?? [])].find(doubt => isAbout(doubt, metric))
}

/** Whether a doubt is about a metric, or a probe that it is counted from. */
export function isAbout(doubt: Pick<Doubt, 'metric'>, metric: string): boolean {
  const prefix = countedFrom[metric]
  return doubt.metric === metric || (prefix !== undefined && doubt.metric.startsWith(prefix))
}

/** A meter that stands still may be right: then the birds are without water or feed. It is marked, and still counts. */
export const isLeftOut = ({ reason }: Doubt): boolean => reason !== 'still'

/** Metrics that figures and means leave out. */
export const leftOut = (doubts: Doubts | undefined): ReadonlySet<string> =>
  new Set([...(doubts?.values() ?? [])].filter(isLeftOut).map(({ metric }) => metric))
