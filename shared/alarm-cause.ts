import { z } from 'zod'
import { runsOf } from './alarm-groups.ts'
import { faultOf } from './faults.ts'
import { doubtOfCode, doubtReasons } from './probe-doubts.ts'
import { type Language, type Text, text } from './text.ts'
import { localText } from './zone-time.ts'

/** An alarm by its code; `since` in ms since 1970. */
export interface AlarmSince {
  code: string
  since: number
}

const HEAT = ['HighTemp', 'AbsHighTemp', 'TemperatureRising']
const COLD = ['LowTemp']
const BAD_AIR = ['HighCO2', 'HighNH3', 'HighHum']
const SILENT = ['NoData', 'Offline', 'CommLost']
const FAN = 'FanGroupFault'

/** What follows when nothing in the house has power. */
const WITHOUT_POWER = [
  ...HEAT,
  ...BAD_AIR,
  ...COLD,
  ...SILENT,
  FAN,
  'EmergencyVent',
  'PhaseLoss',
  'PadPumpFault',
  'HeaterFault',
  'WaterNone',
  'WaterLow',
  'LightFault',
  'PressureLow',
  'VentilationOff',
] as const

/** What each kind of alarm leads to. The first match is the cause: those that stop the most come first. */
const effects = {
  GeneratorNotRunning: ['PowerFail', ...WITHOUT_POWER],
  PowerFail: WITHOUT_POWER,
  PhaseLoss: [...HEAT, ...BAD_AIR, FAN, 'EmergencyVent', 'PadPumpFault'],
  FanGroupFault: [...HEAT, ...BAD_AIR, 'EmergencyVent', 'PressureLow'],
  PadPumpFault: HEAT,
  InletStuck: [...HEAT, ...BAD_AIR, 'EmergencyVent', 'PressureHigh', 'PressureLow'],
  HeaterFault: [...COLD, 'HighHum'],
  SensorTemp: ['HighTemp', 'LowTemp', 'ProbesApart', 'EmergencyVent'],
  ControllerRestart: ['EmergencyVent', 'CommLost'],
} as const satisfies Record<string, readonly string[]>
const kinds = Object.keys(effects) as (keyof typeof effects)[]

/** The likely cause of an alarm: which kind of alarm set it off, since when, and the numbers of what failed. */
export const LikelyCause = z.object({
  kind: z.enum(kinds),
  /** ms since 1970 */
  since: z.number(),
  numbers: z.array(z.number().int()),
})
export type LikelyCause = z.infer<typeof LikelyCause>

const NUMBERED = /^(FanGroupFault|SensorTemp)(\d+)$/
/** An alarm of the platform is of the kind that the controller has a name for. */
const kindOf = (code: string) => faultOf(code) ?? code
const numberIn = (code: string) => Number(NUMBERED.exec(code)?.[2] ?? 0)
/** Controllers check their alarms in turn: one reported slightly later may still be the cause. ms */
export const TOGETHER_MS = 60_000

/**
 * The alarm in a house that explains `explained`, or any of the active ones: it was active before and is known to lead to
 * it. Null when none does, since a wrong cause sends people to the wrong place.
 */
export function causeOf(
  standing: readonly AlarmSince[],
  explained: readonly AlarmSince[] = standing,
): LikelyCause | null {
  for (const kind of kinds) {
    const causes = standing.filter(({ code }) => kindOf(code) === kind)
    if (causes.length === 0) continue
    const since = Math.min(...causes.map(alarm => alarm.since))
    const led: readonly string[] = effects[kind]
    const follows = explained.some(
      ({ code, since: at }) => led.includes(kindOf(code)) && at + TOGETHER_MS >= since,
    )
    if (follows) return { kind, since, numbers: causes.map(({ code }) => numberIn(code)).filter(n => n > 0) }
  }
  return null
}

const says: Record<LikelyCause['kind'], Text> = {
  GeneratorNotRunning: text('{time} 起市电中断、发电机未运行', 'no mains and no generator since {time}'),
  PowerFail: text('{time} 市电中断', 'the mains failed at {time}'),
  PhaseLoss: text('{time} 供电缺相', 'a phase was lost at {time}'),
  FanGroupFault: text('风机组 {numbers} 于 {time} 停转', 'fan group{s} {numbers} stopped at {time}'),
  PadPumpFault: text('水帘水泵于 {time} 故障', 'the pad pump failed at {time}'),
  InletStuck: text('进风窗自 {time} 卡滞', 'an inlet has been stuck since {time}'),
  HeaterFault: text('加热器于 {time} 故障', 'a heater failed at {time}'),
  SensorTemp: text(
    '温度探头 {numbers} 自 {time} 故障，读数可能有误',
    'no good signal from temperature probe{s} {numbers} since {time}, the reading may be wrong',
  ),
  ControllerRestart: text('环控器于 {time} 重启', 'the controller restarted at {time}'),
}

/** The same where the platform found it, which knows no numbers. */
const saysOfSome: Partial<typeof says> = {
  FanGroupFault: text('风机于 {time} 停转', 'fans stopped at {time}'),
  SensorTemp: text('温度探头自 {time} 读数异常', 'a temperature probe has read nonsense since {time}'),
}

const heat = text(
  '请先查看风机是否运转、进风口是否打开，再检查水帘。',
  'Check first that fans run and inlets are open, then the pads.',
)
const cold = text(
  '请先检查加热器和燃气，再查看门是否关好、进风口是否在设定开度、风机是否不高于最小通风。',
  'Check heaters and gas first, then that doors are shut, inlets at their position and fans no higher than the minimum level.',
)
const air = text(
  '请先查看风机是否运转、最小通风量是否足够。',
  'Check first that fans run and that the minimum ventilation is enough.',
)
const water = text(
  '请先检查水线压力、过滤器和阀门。',
  'Check pressure, filter and valves of the water line first.',
)
const silent = text(
  '请先检查网关的电源和网络，并到舍内查看。',
  'Check the gateway’s power and network, and look into the house.',
)
const mode = text(
  '请先把鸡舍模式改回“饲养”：此时风机和加热可能已停。',
  'Set the house mode back to Growing first: fans and heating may have stopped.',
)
const all = (codes: readonly string[], check: Text) => codes.map(code => [code, check] as const)

/** What to look at first, by kind of alarm (husbandry data, faults and first actions). */
const checks: ReadonlyMap<string, Text> = new Map([
  ...all(HEAT, heat),
  ...all(COLD, cold),
  ...all(BAD_AIR, air),
  ...all(SILENT, silent),
  ...all(['WaterNone', 'WaterLow'], water),
  ...all(['HouseModeEmpty', 'HouseModeCatching', 'HouseModeCleaning'], mode),
  ...Object.entries({
    PowerFail: text(
      '请先检查供电和发电机，并打开应急通风口。',
      'Check supply and generator first, and open the emergency inlets.',
    ),
    GeneratorNotRunning: text(
      '请立即打开应急通风口和两端大门，再手动启动发电机并合上切换开关：此时没有通风。',
      'There is no ventilation: open the emergency inlets and end doors at once, then start the generator by hand and switch over to it.',
    ),
    EmergencyVent: text(
      '请先检查市电，再检查温度探头。',
      'Check the mains first, then the temperature probes.',
    ),
    PhaseLoss: text('请先检查供电。', 'Check the supply first.'),
    FanGroupFault: text('请先检查风机的断路器和皮带。', 'Check breaker and belt of the fans first.'),
    PadPumpFault: text('请先检查水泵和供水。', 'Check pump and water first.'),
    InletStuck: text('请先检查进风窗的电机和拉绳。', 'Check motor and cable of the inlet first.'),
    HeaterFault: text('请先检查点火和燃气。', 'Check ignition and gas first.'),
    SensorTemp: text('请检查探头并人工测温。', 'Check the probe and measure by hand.'),
    ControllerRestart: text('请检查环控器的供电。', 'Check the controller’s power supply.'),
    PressureHigh: text('请先打开进风窗，再降低通风等级。', 'Open the inlets first, then lower the level.'),
    PressureLow: text(
      '请先查看风机是否真正在转、皮带是否脱落，再查看门和进风口是否漏风。',
      'Check first that the fans really turn and no belt is off, then doors and inlets for leaks.',
    ),
    WaterHigh: text('请先检查是否漏水。', 'Look for a leak first.'),
    SiloLow: text('请尽快订料，并检查料塔和称重。', 'Order feed, and check the silo and its scale.'),
    LightFault: text('请检查灯光程序和断路器。', 'Check the lighting program and its breaker.'),
    ProbesApart: text(
      '请在两端人工测温，并查看进风口、加热器和风机是否有一处异常。',
      'Measure by hand at both places, and look for an inlet, heater or fan that differs from the others.',
    ),
    TargetUnlikely: text(
      '请核对环控器上的日龄和目标温度。',
      'Check the age and the target temperature at the controller.',
    ),
    HumidityLow: text(
      '请查看加热是否过强、通风是否过大，必要时加湿。',
      'See whether it is heated or ventilated too much; moisten the air if needed.',
    ),
    DoorOpen: text('请把门关好。', 'Shut the door.'),
    VentilationOff: text(
      '请立即到舍内查看鸡群，并把环控器恢复为自动。',
      'Look at the birds at once, and set the controller back to automatic.',
    ),
    ManualMode: text(
      '作业结束后请把风机和环控器恢复为自动。',
      'Set fans and controller back to automatic once the work is done.',
    ),
    LossesHigh: text(
      '请先查看鸡群、饮水、饲料和通风，剖检死鸡，并联系兽医。',
      'Look at the birds, water, feed and air first, open some of the dead, and call the vet.',
    ),
    GrowthBehind: text(
      '请先检查采食、饮水和温度，再换几处重新称重。',
      'Check feed, water and temperature first, then weigh again at several places.',
    ),
    LayingRateFalling: text(
      '请先检查饮水、采食和光照时间，再看有无发病迹象。',
      'Check water, feed and hours of light first, then look for signs of disease.',
    ),
    WaterFalling: text(
      '请先检查水线压力、过滤器和乳头，再查看鸡群：饮水常在发病前下降。',
      'Check pressure, filter and nipples first, then the birds: they often drink less before they fall ill.',
    ),
  }),
])

/**
 * Advice for an alarm: its likely cause if known, and what to check first; null when we know neither.
 * Times are by the clocks of `timeZone`.
 */
export function adviceOf(
  code: string,
  cause: LikelyCause | null,
  language: Language,
  timeZone: string,
): string | null {
  const doubt = doubtOfCode(code)
  const check =
    doubt && doubt.reason !== 'controller'
      ? doubtReasons[doubt.reason].check[language]
      : (checks.get(cause?.kind ?? kindOf(code))?.[language] ?? null)
  if (!cause) return check
  const isChinese = language === 'zh-CN'
  const named = cause.numbers.length > 0 ? undefined : saysOfSome[cause.kind]
  const said = (named ?? says[cause.kind])[language]
    .replace('{time}', localText(cause.since, timeZone).slice(11))
    .replace('{numbers}', runsOf(cause.numbers).join(isChinese ? '、' : ', '))
    .replace('{s}', cause.numbers.length > 1 ? 's' : '')
  return isChinese ? `可能原因：${said}。${check ?? ''}` : `Likely cause: ${said}. ${check ?? ''}`
}
