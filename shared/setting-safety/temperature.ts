import { targetsAt } from '../standards/targets.ts'
import { text } from '../text.ts'
import { always, type Cell, isYoung, type SafetyTable } from './safety.ts'

/** What the standard has for the age of a cell; the youngest age in an empty house. */
const standardOf = ({ house, day }: Cell) => targetsAt(house.type, day ?? 0)

/** °C from the target of the same point. */
const fromTarget =
  (low: (cell: Cell) => number, high: (cell: Cell, target: number) => number) =>
  (cell: Cell): readonly [number, number] | null => {
    const target = cell.beside('Target')
    return target === undefined ? null : [target + low(cell), target + high(cell, target)]
  }

/** K the husbandry data add to the usual alarm difference before it is out of reach. */
const ALARM_ROOM = 2
/** K of an alarm difference below which it rings at every door that opens. */
const LEAST_ALARM = 1
/** °C of the absolute limit: to day 7, and after it (husbandry data, limits of alarms). */
const ABSOLUTE = { days: 7, firstWeek: 38, afterwards: 35, least: 30 }
/** °C from which pads help at the latest, and K over the target from which they do not chill. */
const PADS = { latest: 34, over: 2, room: 5 }

/** Target parameters. Sources: default curves, limits of alarms, Ross and Cobb guides on tunnel and pads. */
export const temperatureSafety: SafetyTable = {
  'Temp/Curve/P{01..10}/Day': { rules: ['standard'] },
  'Temp/Curve/P{01..10}/Target': {
    range: always(10, 40),
    below: text('鸡群受凉', 'birds chill'),
    above: text('鸡群热应激', 'birds suffer heat stress'),
    isKept: true,
    rules: ['standard'],
  },
  'Temp/Curve/P{01..10}/Heat': {
    range: fromTarget(
      ({ day }) => (isYoung(day) ? -2 : -5),
      () => 0,
    ),
    below: text('加热启动太晚，鸡群先受凉', 'heating comes too late and birds chill first'),
    above: text('加热和风机互相抵消', 'heating and fans work against each other'),
    isKept: true,
  },
  'Temp/Curve/P{01..10}/Cool': {
    range: fromTarget(
      () => PADS.over,
      (_, target) => Math.max(PADS.latest - target, PADS.room),
    ),
    below: text('水帘过早启动，鸡群又冷又湿', 'pads start too soon and birds get cold and wet'),
    above: text('水帘启动太晚，鸡群先热应激', 'pads start too late and birds suffer heat first'),
    isKept: true,
  },
  'Temp/Curve/P{01..10}/Tunnel': {
    range: fromTarget(
      ({ day }) => (isYoung(day) ? 1 : 0.5),
      () => 6,
    ),
    below: text('纵向通风过早启动，风吹使鸡受凉', 'tunnel air comes too soon and chills birds'),
    above: text('纵向通风启动太晚，鸡舍先过热', 'tunnel air comes too late and the house overheats first'),
    isKept: true,
    rules: ['alarmsInOrder'],
  },
  'Temp/Curve/P{01..10}/LowAlarmDiff': {
    range: cell => [LEAST_ALARM, ALARM_ROOM - standardOf(cell).alarmLow],
    below: text('温度略有波动就报警，人会不再理会', 'it rings at every small dip and people stop listening'),
    above: text('鸡群已经受凉，报警才响', 'birds have chilled before it rings'),
    isKept: true,
    rules: ['alarmsInOrder'],
  },
  'Temp/Curve/P{01..10}/HighAlarmDiff': {
    range: cell => [LEAST_ALARM, ALARM_ROOM + standardOf(cell).alarmHigh],
    below: text('温度略有波动就报警，人会不再理会', 'it rings at every small rise and people stop listening'),
    above: text('鸡群已经热应激，报警才响', 'birds suffer heat before it rings'),
    isKept: true,
    rules: ['alarmsInOrder', 'absolute'],
  },
  'Temp/TargetOffset': { rules: ['standard'] },
  'Temp/NightSetback': { rules: ['standard'] },
  'Temp/OutdoorAlarmComp': {
    range: always(0, 6),
    above: text('热天高温报警太晚才响', 'on hot days the high alarm rings too late'),
    isKept: true,
  },
  'Temp/AbsHighAlarm': {
    range: ({ day }) => [
      ABSOLUTE.least,
      day !== null && day <= ABSOLUTE.days ? ABSOLUTE.firstWeek : ABSOLUTE.afterwards,
    ],
    below: text(
      '正常炎热天气也会报警，人会不再理会',
      'it rings on ordinary hot days and people stop listening',
    ),
    above: text('鸡已开始热死，报警才响', 'birds are dying of heat before it rings'),
    isKept: true,
    rules: ['absolute'],
  },
  'Temp/SensorDiffAlarm': {
    range: always(1, 6),
    below: text(
      '探头正常差别也会报警，人会不再理会',
      'it rings at ordinary differences and people stop listening',
    ),
    above: text('坏探头会悄悄把舍温控错', 'a broken probe steers the house without anybody hearing of it'),
    isKept: true,
  },
  'Temp/AvgSensors': { rules: ['probesLeft'] },
}
