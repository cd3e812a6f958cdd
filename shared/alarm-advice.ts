import { z } from 'zod'
import { COLD, HEAT, kindOf, type LikelyCause, SILENT } from './alarm-cause.ts'
import { runsOf } from './alarm-groups.ts'
import { isUsed, litters } from './litter.ts'
import { doubtOfCode, doubtReasons } from './probe-doubts.ts'
import { meantBy } from './rule-rationale.ts'
import { houseTypes } from './signals.ts'
import { targetsAt } from './standards/targets.ts'
import { type Language, type Text, text } from './text.ts'
import { localText } from './zone-time.ts'

/** What advice must know of the house: the same act saves grown birds and kills chicks. */
export const Birds = z.object({
  type: z.enum(houseTypes),
  /** days, as breed standards count; null without a recorded flock */
  age: z.number().int().nullable(),
  /** Outside temperature in °C; null if it is not known. */
  outside: z.number().nullable(),
  /** What they were placed on; null where nobody told, or on no litter. */
  litter: z.enum(litters).nullish(),
})
export type Birds = z.infer<typeof Birds>

/** The metric that tells how cold it is outside. */
export const OUTSIDE = 'Climate/Temp/Outdoor'
/** °C that air outside may have; a probe that reads 85 or -127 says nothing about it. */
const OUTSIDE_RANGE = { from: -50, to: 52 }

/** What a probe outside says, if that can be. */
export const outsideOf = (value: unknown): number | null =>
  typeof value === 'number' && value >= OUTSIDE_RANGE.from && value <= OUTSIDE_RANGE.to ? value : null

/** For whom advice is, and about which birds. */
export interface Advised {
  language: Language
  /** Times are by its clocks. */
  timeZone: string
  /** Null if they are not known, or differ between the houses of one message. */
  birds: Birds | null
}

/** Days: until then birds have no feathers to speak of; from then on they stand full wind and wet pads (Cobb). */
const CHICKS_UNTIL = 14
const GROWN_FROM = 25
/** K below the target of their age at which air from outside chills them. */
const CHILLS = 2

type Stage = 'unknown' | 'chicks' | 'growing' | 'grown'

function stageOf(birds: Birds | null): Stage {
  // Birds may stand in a house without a recorded flock.
  if (!birds || birds.age === null) return 'unknown'
  if (birds.age < CHICKS_UNTIL) return 'chicks'
  return birds.age < GROWN_FROM ? 'growing' : 'grown'
}

/** Whether air from outside would chill them; so for all but grown ones when nobody knows how cold it is. */
function isCold({ type, age, outside }: Birds): boolean {
  if (age === null) return false
  return outside === null ? age < GROWN_FROM : outside < targetsAt(type, age).temperature - CHILLS
}

/** The birds of several houses as one; null where the same advice would be wrong for some of them. */
export function sameBirds(houses: readonly (Birds | null)[]): Birds | null {
  const [first = null, ...others] = houses
  const isAlike = (other: Birds | null) =>
    other && first && stageOf(other) === stageOf(first) && isCold(other) === isCold(first)
  if (!first || !others.every(isAlike)) return null
  const isSameLitter = others.every(other => isUsed(other?.litter) === isUsed(first.litter))
  return isSameLitter ? first : { ...first, litter: null }
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

const cold = text(
  '请先检查加热器和燃气，再查看门是否关好、进风口是否在设定开度、风机是否不高于最小通风。',
  'Check heaters and gas first, then that doors are shut, inlets at their position and fans no higher than the minimum level.',
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

/** What to look at first, by kind of alarm, whatever the birds (husbandry data, faults and first actions). */
const checks: ReadonlyMap<string, Text> = new Map([
  ...all(COLD, cold),
  ...all(SILENT, silent),
  ...all(['WaterNone', 'WaterLow'], water),
  ...all(['HouseModeEmpty', 'HouseModeCatching', 'HouseModeCleaning'], mode),
  ...Object.entries({
    PhaseLoss: text('请先检查供电。', 'Check the supply first.'),
    FanGroupFault: text('请先检查风机的断路器和皮带。', 'Check breaker and belt of the fans first.'),
    InletStuck: text('请先检查进风窗的电机和拉绳。', 'Check motor and cable of the inlet first.'),
    HeaterFault: text('请先检查点火和燃气。', 'Check ignition and gas first.'),
    SensorTemp: text('请检查探头并人工测温。', 'Check the probe and measure by hand.'),
    ControllerRestart: text('请检查环控器的供电。', 'Check the controller’s power supply.'),
    PressureHigh: text('请先打开进风窗，再降低通风等级。', 'Open the inlets first, then lower the level.'),
    PressureLow: text(
      '请先查看风机是否真正在转、皮带是否脱落，再查看门和进风口是否漏风。',
      'Check first that the fans really turn and no belt is off, then doors and inlets for leaks.',
    ),
    WaterHigh: text(
      '请先查找爆管、漏水的乳头和没关的冲洗阀。',
      'Look for a burst pipe, leaking nipples or an open flushing valve first.',
    ),
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
      '请先查看鸡群、饮水、饲料和通风，并联系兽医。死亡突然增多时，鸡只和蛋先不要出舍，不要自行剖检，进出换鞋，等兽医判断。',
      'Look at the birds, water, feed and air first, and call the vet. If many die suddenly, keep birds and eggs in the house, do not open the dead yourselves, and change boots until the vet has seen them.',
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

const WITHOUT_POWER: Record<Stage, Text> = {
  unknown: text(
    '大鸡请立即打开应急通风口和两端大门，冬天也一样；两周以内的雏鸡保持关闭，设法加温。',
    'With grown birds open the emergency inlets and end doors at once, in winter too; chicks under two weeks stay shut and get heat.',
  ),
  chicks: text(
    '雏鸡怕冷：不要打开门窗，设法加温保温，每半小时看一次，发闷时稍开进风口。',
    'Keep doors and inlets shut and bring heat: chicks are chilled long before they run out of air. Look at them every half hour, and let in a little air if it is stuffy.',
  ),
  growing: text(
    '请打开部分应急通风口，守在舍内看鸡：发热发闷就开大，发冷扎堆就关小。',
    'Open some of the emergency inlets and stay with the birds: wider when it grows warm or stuffy, less when they huddle.',
  ),
  grown: text(
    '请立即打开应急通风口和两端大门，冬天也要开：没有风机，鸡群很快会闷死。',
    'Open the emergency inlets and both end doors at once, in winter too: without fans the birds soon suffocate.',
  ),
}

/** What to do first in a house without power: the birds' air or warmth, then `last`. */
function withoutPower(birds: Birds | null, last: Text): Text {
  const stage = stageOf(birds)
  const first =
    WITHOUT_POWER[
      stage === 'chicks' || stage === 'growing' ? (birds && isCold(birds) ? stage : 'grown') : stage
    ]
  return text(`${first['zh-CN']}${last['zh-CN']}`, `${first['en-US']} ${last['en-US']}`)
}

const heat: Record<Stage, Text> = {
  unknown: text(
    '请先查看加热是否停不下来、风机是否运转、进风口是否打开；水帘只用于大鸡。',
    'Check first that no heater stays on, fans run and inlets are open; pads are for grown birds only.',
  ),
  chicks: text(
    '请先查看加热器是否停不下来并关掉加热，再适当加大最小通风。雏鸡受不了风：不要大风量通风，不要开水帘。',
    'See first whether a heater stays on and turn the heat off, then raise the minimum ventilation. Chicks stand no draught: no high air speed and no pads.',
  ),
  growing: text(
    '请先确认加热已停、风机运转、进风口打开，再逐级加大通风。这个日龄还不能用水帘。',
    'Check first that heaters are off, fans run and inlets are open, then raise the ventilation level by level. They are too young for pads.',
  ),
  grown: text(
    '请先查看风机是否运转、进风口是否打开、加热是否已停，再检查水帘。',
    'Check first that fans run, inlets are open and no heater is on, then the pads.',
  ),
}

/** Nobody is sent into bad air: it is changed from outside first. */
const gas = {
  warmed: text(
    '请先加大最小通风并保持加热，换气之后人再进舍；再查风机、进风口和燃烧器。',
    'Raise the minimum ventilation with the heat on, and go in only once it is aired; then check fans, inlets and burners.',
  ),
  unknown: text(
    '请先加大通风，换气之后人再进舍；雏鸡只加大最小通风并保持加热。再查风机、进风口和燃烧器。',
    'Raise the ventilation, with chicks only the minimum and the heat on, and go in only once it is aired; then check fans, inlets and burners.',
  ),
  others: text(
    '请先加大通风，换气之后人再进舍；再查看风机是否运转、最小通风量是否足够。',
    'Raise the ventilation, and go in only once it is aired; then check that fans run and the minimum is enough.',
  ),
}

const pads = {
  warmed: text(
    '请修好水泵；这个日龄不用湿帘降温，舍内偏热时逐级加大通风。',
    'Repair the pump. Birds of this age are not cooled with pads: if they are too warm, raise the ventilation level by level.',
  ),
  unknown: text(
    '请先检查水泵和供水；湿帘只用于大鸡。',
    'Check pump and water first; pads are for grown birds only.',
  ),
  others: text('请先检查水泵和供水。', 'Check pump and water first.'),
}

/** Litter used before gives off most in the first weeks, when there is least air. */
const usedLitter = text(
  '旧垫料从进雏起就放氨，头两周最重：请加大最小通风并保持加热，换气之后人再进舍。下批进雏前先预热垫料、排氨，氨气低于 10 ppm 再放鸡。',
  'Litter used before gives off ammonia from placement on, felt most in the first two weeks: raise the minimum ventilation with the heat on, and go in only once it is aired. Before the next flock warm the litter and ventilate until ammonia is below 10 ppm.',
)

const damp = {
  warmed: text(
    '请在保持加热的同时加大最小通风，再查看饮水器是否漏水。',
    'Raise the minimum ventilation and keep the heat on, then look for leaking drinkers.',
  ),
  others: text(
    '请先查看风机是否运转、最小通风量是否足够。',
    'Check first that fans run and that the minimum ventilation is enough.',
  ),
  unknown: text(
    '请先查看风机是否运转、最小通风量是否足够、饮水器是否漏水；雏鸡要保持加热。',
    'Check first that fans run, that the minimum ventilation is enough and no drinker leaks; with chicks keep the heat on.',
  ),
}

const emergency = {
  warmed: text(
    '请先检查市电，再检查温度探头，并尽快恢复正常：应急通风会让雏鸡受凉。',
    'Check the mains first, then the temperature probes, and get back to normal soon: emergency ventilation chills young birds.',
  ),
  unknown: text(
    '请先检查市电，再检查温度探头；雏鸡会受凉，请尽快恢复正常。',
    'Check the mains first, then the temperature probes; with chicks get back to normal soon, they are chilled.',
  ),
  others: text('请先检查市电，再检查温度探头。', 'Check the mains first, then the temperature probes.'),
}

/** What to look at first where it depends on the birds; undefined for alarms where it does not. */
function checkByBirds(kind: string, birds: Birds | null): Text | undefined {
  const stage = stageOf(birds)
  const are =
    stage === 'chicks' || stage === 'growing' ? 'warmed' : stage === 'unknown' ? 'unknown' : 'others'
  if (kind === 'PowerFail')
    return withoutPower(birds, text('请检查供电和发电机。', 'Check supply and generator.'))
  if (kind === 'GeneratorNotRunning')
    return withoutPower(
      birds,
      text('请手动启动发电机并合上切换开关。', 'Start the generator by hand and switch over to it.'),
    )
  if (HEAT.includes(kind)) return heat[stage]
  if (kind === 'HighNH3' && are === 'warmed' && isUsed(birds?.litter)) return usedLitter
  if (kind === 'HighCO2' || kind === 'HighNH3') return gas[are]
  if (kind === 'PadPumpFault') return pads[are]
  if (kind === 'HighHum') return damp[are]
  return kind === 'EmergencyVent' ? emergency[are] : undefined
}

/** Advice for an alarm: its likely cause if known, and what to check first; null when we know neither. */
export function adviceOf(
  code: string,
  cause: LikelyCause | null,
  { language, timeZone, birds }: Advised,
): string | null {
  const doubt = doubtOfCode(code)
  const kind = cause?.kind ?? kindOf(meantBy(code))
  const check =
    doubt && doubt.reason !== 'controller'
      ? doubtReasons[doubt.reason].check[language]
      : ((checkByBirds(kind, birds) ?? checks.get(kind))?.[language] ?? null)
  if (!cause) return check
  const isChinese = language === 'zh-CN'
  const named = cause.numbers.length > 0 ? undefined : saysOfSome[cause.kind]
  const said = (named ?? says[cause.kind])[language]
    .replace('{time}', localText(cause.since, timeZone).slice(11))
    .replace('{numbers}', runsOf(cause.numbers).join(isChinese ? '、' : ', '))
    .replace('{s}', cause.numbers.length > 1 ? 's' : '')
  return isChinese ? `可能原因：${said}。${check ?? ''}` : `Likely cause: ${said}. ${check ?? ''}`
}
