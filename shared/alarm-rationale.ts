import { adviceOf } from './alarm-advice.ts'
import { kindOf } from './alarm-cause.ts'
import { type DoubtReason, doubtOfCode } from './probe-doubts.ts'
import { meaningOfRule } from './rule-rationale.ts'
import type { Severity } from './signals.ts'
import { type Text, text } from './text.ts'

/** Why an alarm exists, as ISA-18.2 asks for each: what it comes from, what it leads to, what to do, and how soon. */
export interface Rationale {
  /** What usually causes it. */
  cause: Text
  /** What happens if nobody does anything. */
  consequence: Text
  /** What to do; one that wants nothing done is a note and no alarm. */
  action: Text
  /** Minutes within which somebody should act. */
  withinMin: number
}

/** How soon somebody must come: what ISA-18.2 calls the priority. Notes want nobody. */
export const priorities = ['high', 'medium', 'low', 'note'] as const
export type Priority = (typeof priorities)[number]
const priorityOfLevel = {
  emergency: 'high',
  critical: 'medium',
  warning: 'low',
  info: 'note',
} as const satisfies Record<Severity, Priority>

/** The priority of an alarm is its level, which every rule and controller gives it. */
export const priorityOf = (level: Severity): Priority => priorityOfLevel[level]

const HOUR = 60
const DAY = 24 * HOUR

interface Known extends Omit<Rationale, 'action'> {
  /** Only where the advice at the alarm says nothing. */
  action?: Text
}
const known = (cause: Text, consequence: Text, withinMin: number, action?: Text): Known => ({
  cause,
  consequence,
  withinMin,
  ...(action && { action }),
})

const noFigure = text(
  '这个数值不可信，有关的报警和控制可能失灵。',
  'Its value cannot be trusted: alarms and control by it may fail.',
)
const probe = known(text('探头、接线或校准有问题。', 'Probe, wiring or calibration.'), noFigure, DAY)
const probeChecked = known(
  probe.cause,
  noFigure,
  DAY,
  text('请检查探头和接线，并用手持仪表核对。', 'Check probe and wiring, and compare with a hand instrument.'),
)
/** Why a value is doubted, by kind; what to do is said with the doubt itself. */
const doubted: Readonly<Record<DoubtReason, Known>> = {
  impossible: known(
    text('接线断开或短路，或探头类型设错。', 'A broken or shorted wire, or a wrong type of probe set.'),
    noFigure,
    DAY,
  ),
  none: known(
    text('插头松脱、线断，或探头坏了。', 'A loose plug, a broken wire or a dead probe.'),
    noFigure,
    DAY,
  ),
  thin: known(
    text('传感器漂移，或零点校错。', 'The sensor has drifted, or its zero was set wrong.'),
    noFigure,
    DAY,
  ),
  balance: known(
    text('单位或量程设错，或传感器没有校准。', 'A wrong unit or range, or a sensor out of calibration.'),
    noFigure,
    DAY,
  ),
  apart: known(
    text(
      '该处确实偏冷或偏热，或这个探头不准。',
      'Its place really is colder or warmer, or this probe is wrong.',
    ),
    noFigure,
    DAY,
  ),
  stuck: known(
    text(
      '探头坏了或被糊住，或环控器停在最后一个值。',
      'A dead or clogged probe, or one old value sent again and again.',
    ),
    noFigure,
    DAY,
  ),
  silent: known(
    text(
      '环控器或网关不再读取它，或它的线脱落。',
      'Controller or gateway no longer read it, or its wire is off.',
    ),
    noFigure,
    DAY,
  ),
  still: known(
    text(
      '停水、断料，或计量表、脉冲线、称重坏了。',
      'No water or feed runs, or meter, pulse wire or scale fails.',
    ),
    text(
      '若属实，鸡正缺水或缺料；若是表坏了，用量少算。',
      'If it is true, birds lack water or feed; if not, their use goes uncounted.',
    ),
    2 * HOUR,
  ),
  counter: known(
    text(
      '料塔接成了当日累计用料，不是剩余重量。',
      'What was fed today is sent in place of the weight that is left.',
    ),
    text(
      '不知道还剩多少料，缺料时也没有人得到提醒。',
      'Nobody knows what is left, or is warned that feed runs out.',
    ),
    DAY,
  ),
  jumped: known(
    text(
      '换过表或表归零，脉冲线受干扰，或读取的倍率不对。',
      'A meter exchanged or reset, noise on its wire, or a wrong factor in reading it.',
    ),
    text(
      '用水用料算错，真的漏水或缺水也看不出。',
      'Use of water and feed is counted wrong, and a real leak or lack goes unseen.',
    ),
    DAY,
  ),
}
const mode = known(
  text('鸡舍模式没有改回“饲养”。', 'The house mode was not set back to Growing.'),
  text(
    '风机、加热和报警可能不按有鸡运行，鸡群会受热、受冷或闷死。',
    'Fans, heat and alarms may not run as for birds: they overheat, chill or suffocate.',
  ),
  15,
)
const clock = known(
  text('环控器时间没有对好，或电池没电。', 'Its clock was set wrong, or its battery is flat.'),
  text('灯光、喂料和记录的时间都会错。', 'Light, feeding and records run at wrong times.'),
  DAY,
  text('请校准环控器时间，并检查电池。', 'Set the controller’s clock and check its battery.'),
)
const silent = known(
  text('网关断电、断网，或线路松脱。', 'The gateway has no power or network, or a cable is loose.'),
  text('舍内出了事没有人会知道。', 'Whatever happens in the house, nobody is told.'),
  30,
)

/** What is known of each kind of alarm (husbandry practice; response times as long as birds stand it). */
const kinds: Readonly<Record<string, Known>> = {
  HighTemp: known(
    text(
      '风机、进风口或水帘没有跟上，或加热停不下来。',
      'Fans, inlets or pads fall behind, or a heater stays on.',
    ),
    text('鸡群热应激，采食下降，接着开始死亡。', 'Heat stress: birds stop eating, then die.'),
    20,
  ),
  LowTemp: known(
    text('加热器、燃气有故障，或通风过大、门没关。', 'Heaters or gas fail, or too much air comes in.'),
    text(
      '鸡受凉扎堆、多吃料取暖；雏鸡生长落后，易发病死亡。',
      'Birds huddle and eat to keep warm; chicks fall behind, fall ill and die.',
    ),
    30,
  ),
  AbsHighTemp: known(
    text('通风停了，或远远不够。', 'Ventilation has stopped, or is far too little.'),
    text('不到一小时就会大批死亡。', 'Within the hour birds die in numbers.'),
    10,
  ),
  HighHum: known(
    text('通风太少，或饮水器漏水。', 'Too little ventilation, or leaking drinkers.'),
    text('垫料潮湿，氨气升高，脚垫和呼吸道出问题。', 'Wet litter, ammonia, sore feet and airways.'),
    4 * HOUR,
  ),
  HumidityLow: known(
    text('加热过强，或通风过大。', 'Too much heat, or too much air.'),
    text('粉尘大，雏鸡脱水，呼吸道受损。', 'Dust, chicks that dry out, sore airways.'),
    8 * HOUR,
  ),
  HighCO2: known(
    text('最小通风太小，或燃烧器没有外排。', 'Too little minimum ventilation, or burners without a flue.'),
    text(
      '鸡昏沉、不吃，雏鸡先受害；浓度再高会死。',
      'Birds grow drowsy and stop eating, chicks first; higher, they die.',
    ),
    HOUR,
  ),
  HighNH3: known(
    text(
      '垫料潮湿或用过，最小通风太小。',
      'Litter that is wet or was used before, and too little minimum ventilation.',
    ),
    text('伤眼睛和呼吸道，生长变差。', 'Burns eyes and airways, and costs growth.'),
    2 * HOUR,
  ),
  PressureHigh: known(
    text('进风窗没有打开，或被堵住。', 'Inlets are shut or blocked.'),
    text('风机抽不动，新风不够，吊顶可能受损。', 'Fans move no air; the ceiling may be damaged.'),
    30,
  ),
  PressureLow: known(
    text('风机没有真正在转，或门窗漏风。', 'Fans do not really turn, or the house leaks.'),
    text('冷风直落，舍内冷热不匀。', 'Cold air drops on birds, and the house is uneven.'),
    4 * HOUR,
  ),
  PowerFail: known(
    text('电网停电，或总开关跳闸。', 'The grid has failed, or the main breaker has tripped.'),
    text(
      '没有风机，成鸡半小时内就可能闷死；雏鸡先受凉。',
      'Without fans grown birds may suffocate within half an hour; chicks are chilled first.',
    ),
    10,
  ),
  GeneratorNotRunning: known(
    text(
      '没有油、电瓶没电，或切换开关没合上。',
      'No fuel, a flat battery, or the switch-over did not close.',
    ),
    text('舍内完全没电，鸡群很快会闷死。', 'The house has no power at all: birds soon suffocate.'),
    10,
  ),
  PhaseLoss: known(
    text('保险烧断，或供电线路断了一相。', 'A blown fuse, or a broken line.'),
    text('电机会烧毁，风机停转。', 'Motors burn out, and fans stop.'),
    15,
  ),
  FanGroupFault: known(
    text('断路器跳闸、皮带断，或电机过载。', 'A tripped breaker, a broken belt or an overloaded motor.'),
    text('通风不足，天热时很快升温。', 'Too little air; in warm weather it soon gets hot.'),
    20,
  ),
  InletStuck: known(
    text('电机、拉绳或限位有故障。', 'Motor, cable or end switch.'),
    text('新风不够或冷风直吹，静压失控。', 'Too little air or a draught, and no control of pressure.'),
    30,
  ),
  PadPumpFault: known(
    text('水泵、供水或滤网有故障。', 'Pump, water supply or strainer.'),
    text('天热时降不下温。', 'The house cannot be cooled in the heat.'),
    2 * HOUR,
  ),
  HeaterFault: known(
    text('点不着火、没有燃气，或熄火保护。', 'No ignition, no gas, or a flame failure.'),
    text('雏鸡受凉；天冷时大鸡也会。', 'Chicks are chilled; in the cold grown birds too.'),
    30,
  ),
  SensorTemp: probe,
  SensorHum: probeChecked,
  SensorCO2: probeChecked,
  SensorNH3: probeChecked,
  SensorPressure: probeChecked,
  OutdoorSensorMisplaced: known(
    text('探头晒到太阳，或贴着热的地方。', 'The probe stands in the sun, or beside something warm.'),
    text('按舍外温度的控制会偏。', 'What is controlled by the outside temperature is off.'),
    7 * DAY,
    text('请把探头移到背阴通风处。', 'Move the probe into the shade, where air moves.'),
  ),
  ProbesApart: known(
    text(
      '一处进风口、加热器或风机与别处不同，或有探头不准。',
      'An inlet, heater or fan differs from the others, or a probe is wrong.',
    ),
    text(
      '一部分鸡过冷或过热，整群不齐。',
      'Part of the birds is too cold or too hot: the flock grows uneven.',
    ),
    8 * HOUR,
  ),
  TargetUnlikely: known(
    text('环控器上的日龄或目标温度设错了。', 'Age or target is set wrong at the controller.'),
    text('鸡舍一直按错的温度运行。', 'The house is kept at a wrong temperature.'),
    4 * HOUR,
  ),
  DoorOpen: known(
    text('有人进出后没关门。', 'Somebody left it open.'),
    text('通风乱了，冷风进来，病也进来。', 'Ventilation is upset, and cold and disease come in.'),
    HOUR,
  ),
  VentilationOff: known(
    text(
      '有人关掉了通风，或环控器停在手动。',
      'Somebody turned it off, or the controller is in manual mode.',
    ),
    text('没有新风，鸡群很快会闷死。', 'Without fresh air birds soon suffocate.'),
    10,
  ),
  EmergencyVent: known(
    text('停电、探头故障，或温度失控。', 'Power, a failed probe, or heat out of control.'),
    text('大鸡暂时有风，雏鸡会受凉。', 'Grown birds have air for now; young ones are chilled.'),
    15,
  ),
  ManualMode: known(
    text('检修或清洗之后没有改回自动。', 'Left in manual mode after work.'),
    text('天气一变，通风不会跟着变。', 'When the weather changes, ventilation does not.'),
    4 * HOUR,
  ),
  WaterNone: known(
    text('阀门关了、滤网堵了，或停水。', 'A valve is shut, a filter is blocked, or there is no supply.'),
    text('鸡停食，天热时几小时就会死亡。', 'Birds stop eating; in the heat they die within hours.'),
    HOUR,
  ),
  WaterLow: known(
    text('水压低、滤网脏，或鸡群开始不适。', 'Low pressure, a dirty filter, or birds that fall ill.'),
    text('采食下降，生长和产蛋受损。', 'They eat less; growth and eggs suffer.'),
    2 * HOUR,
  ),
  WaterHigh: known(
    text('爆管、乳头漏水，或冲洗阀没关。', 'A burst pipe, leaking nipples, or an open flushing valve.'),
    text('垫料泡湿，氨气升高。', 'Litter is soaked, and ammonia rises.'),
    2 * HOUR,
  ),
  FeedOverrun: known(
    text('料线卡料、断料，或料位开关失灵。', 'Feed is stuck or has run out, or a level switch fails.'),
    text('鸡吃不到料，或饲料溢出、电机烧毁。', 'Birds get no feed, or feed spills and the motor burns out.'),
    2 * HOUR,
    text('请检查绞龙、料位开关和料塔出料。', 'Check auger, level switch and the outlet of the silo.'),
  ),
  SiloLow: known(
    text('饲料没有及时订。', 'Feed was not ordered in time.'),
    text('鸡群会断料。', 'Birds run out of feed.'),
    12 * HOUR,
  ),
  LightFault: known(
    text('断路器跳闸，或灯光程序设错。', 'A tripped breaker, or a wrong lighting program.'),
    text('鸡不吃不喝，蛋鸡产蛋会掉。', 'Birds neither eat nor drink; layers drop in lay.'),
    2 * HOUR,
  ),
  EggBeltFault: known(
    text('蛋带卡住、跑偏，或电机过载。', 'The belt is jammed or off its track, or its motor is overloaded.'),
    text('鸡蛋堆积、破损。', 'Eggs pile up and break.'),
    4 * HOUR,
    text(
      '请停带检查是否卡住、跑偏，再看电机。',
      'Stop the belt, look for jams and its track, then check the motor.',
    ),
  ),
  ControllerRestart: known(
    text('环控器断过电，或刚升级。', 'It lost power, or was updated.'),
    text('重启时通风停过一会。', 'Ventilation paused while it started.'),
    DAY,
  ),
  CommLost: silent,
  NoData: silent,
  Offline: silent,
  ClockDrift: clock,
  ClockBehind: clock,
  ClockAhead: clock,
  CredentialTwice: known(
    text('网关被复制，或两台设备用了同一密钥。', 'A gateway was copied, or two devices use one credential.'),
    text('两栋舍的数据混在一起，报警会错舍。', 'Values of two houses mix, and alarms name the wrong one.'),
    HOUR,
    text('请停用其中一台，并为它重新生成密钥。', 'Take one of them off, and make a new credential for it.'),
  ),
  GatewayStorage: known(
    text('网关磁盘已满，或存储卡损坏、只读。', 'The disk of the gateway is full, broken or read-only.'),
    text(
      '断网时间一长、或断电，未上报的数据会丢失；临时参数改不了。',
      'A long outage or a cut of power loses what was not sent, and temporary changes are refused.',
    ),
    DAY,
    text('请清理网关磁盘，或更换存储卡。', 'Make room on the disk of the gateway, or replace its card.'),
  ),
  SettingNotReturned: known(
    text(
      '到时没有读回原值：离线，或有人在面板改过。',
      'The old value was not read back: offline, or changed at the panel.',
    ),
    text('鸡舍仍按临时参数运行。', 'The house still runs on the temporary value.'),
    30,
    text('请核对环控器上的值，并改回原值。', 'Compare the value at the controller, and set it back.'),
  ),
  LossesHigh: known(
    text('疾病、饮水或通风出了问题。', 'Disease, or water or air gone wrong.'),
    text('损失会一天天扩大。', 'Losses grow day by day.'),
    4 * HOUR,
  ),
  GrowthBehind: known(
    text('采食、饮水、温度有问题，或发病。', 'Feed, water, temperature, or disease.'),
    text('出栏体重不够，饲料白费。', 'Birds miss their weight, and feed is wasted.'),
    DAY,
  ),
  LayingRateFalling: known(
    text('光照、采食、饮水有问题，或发病。', 'Light, feed, water, or disease.'),
    text('产蛋掉下去很难恢复。', 'A drop in lay seldom comes back.'),
    DAY,
  ),
  WaterFalling: known(
    text('水线出了问题，或鸡群开始发病。', 'The water line, or birds that fall ill.'),
    text('往往是发病的第一个信号。', 'Often the first sign of disease.'),
    8 * HOUR,
  ),
  HouseModeEmpty: mode,
  HouseModeCatching: mode,
  HouseModeCleaning: mode,
}

/** Known to nobody but its maker. */
const ofOthers = known(
  text(
    '环控器自己的报警，原因见它的说明书。',
    'An alarm of the controller itself; its manual names the cause.',
  ),
  text('不明，请当作会影响鸡群。', 'Unknown: take it as harmful to the birds.'),
  HOUR,
  text('请到环控器上查看，并查它的说明书。', 'Look at the controller, and into its manual.'),
)

function knownOf(code: string): Known {
  const meaning = meaningOfRule(code)
  if (meaning !== null && typeof meaning !== 'string') return meaning
  const reason = doubtOfCode(code)?.reason
  if (reason && reason !== 'controller') return doubted[reason]
  return kinds[kindOf(meaning ?? code)] ?? ofOthers
}

/** Why an alarm exists and what it wants; every code has all of it, in both languages. */
export function rationaleOf(code: string): Rationale {
  const { action, ...why } = knownOf(code)
  const advised = (language: 'zh-CN' | 'en-US') =>
    adviceOf(code, null, { language, timeZone: 'UTC', birds: null }) ?? ofOthers.action?.[language] ?? ''
  return { ...why, action: action ?? text(advised('zh-CN'), advised('en-US')) }
}
