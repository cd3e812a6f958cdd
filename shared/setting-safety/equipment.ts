import { targetsAt } from '../standards/targets.ts'
import { text } from '../text.ts'
import { always, type Cell, isYoung, type SafetyTable } from './safety.ts'

const travel = {
  range: always(10, 600),
  below: text(
    '风口没开到位就当作到位，风口憋风',
    'openings count as open before they are: too little air comes in',
  ),
  above: text('风口动作跟不上风机', 'openings do not keep up with the fans'),
}
const doorTravel = { ...travel, range: always(30, 900) }

/** °C of the standard from which birds do not keep themselves warm. */
const WARM_BIRDS = 24
const needsHeat = ({ house, day }: Cell): boolean =>
  day !== null && targetsAt(house.type, day).temperature >= WARM_BIRDS
/** Days before which wet pads chill, and from which birds need them in heat (Ross, Cobb). */
const PADS = { earliest: 21, needed: 35 }
/** % below which chicks lose water in the first days. */
const DRY = 35

/** Inlets, pads, fogging, heating. Sources: husbandry data on pads, humidity and heating. */
export const equipmentSafety: SafetyTable = {
  'Inlet/ControlMode': { none: 'Both ways open the inlets; what they open to is judged.' },
  'Inlet/Side{1..2}/OpenTime': travel,
  'Inlet/Side{1..2}/CloseTime': travel,
  'Inlet/Tunnel/OpenTime': doorTravel,
  'Inlet/Tunnel/CloseTime': doorTravel,
  'Inlet/PressureBand': {
    range: always(2, 10),
    below: text('进风窗不停动作', 'inlets never stop moving'),
    above: text(
      '静压失控，冷风落到鸡身上或憋压',
      'pressure drifts: cold air falls on birds, or too little comes in',
    ),
  },
  'Inlet/Delay': {
    range: always(1, 60),
    above: text('进风窗跟不上风机，憋压', 'inlets do not keep up with the fans'),
  },

  'Cool/Pad/StartDiff': {
    range: always(2, 10),
    below: text('水帘过早启动，鸡群又冷又湿', 'pads start too soon and birds get cold and wet'),
    above: text('水帘启动太晚，鸡群先热应激', 'pads start too late and birds suffer heat first'),
  },
  'Cool/Pad/OnTime': {
    range: always(10, 600),
    below: text('水帘不湿，不起降温作用', 'pads stay dry and do not cool'),
    above: text('水帘一直湿，舍内潮湿闷热', 'pads never dry: the house gets wet and close'),
  },
  'Cool/Pad/OffTime': {
    range: always(15, 900),
    below: text('水帘一直湿，舍内潮湿闷热', 'pads never dry: the house gets wet and close'),
    above: text('水帘干得太久，不起降温作用', 'pads stay dry too long and do not cool'),
  },
  'Cool/Pad/MaxHum': {
    range: always(60, 88),
    below: text('水帘几乎不启动，热天不降温', 'pads hardly run: no cooling on hot days'),
    above: text('空气太湿，鸡喘气散不了热', 'the air gets so wet that panting no longer cools birds'),
    rules: ['fogAgainstPads'],
  },
  'Cool/Pad/HumBand': { none: 'It only says how soon pads may start again.' },
  'Cool/Pad/StartHour': {
    range: always('06:00', '13:00'),
    below: text('夜里湿冷，鸡群受凉', 'wet air at night chills birds'),
    above: text('最热的时候水帘不启动', 'no cooling in the hottest hours'),
    rules: ['padHours'],
  },
  'Cool/Pad/StopHour': {
    range: always('15:00', '22:00'),
    below: text('最热的时候水帘不启动', 'no cooling in the hottest hours'),
    above: text('夜里湿冷，鸡群受凉', 'wet air at night chills birds'),
    rules: ['padHours'],
  },
  'Cool/Pad/StartDay': {
    range: ({ day }) => [PADS.earliest, Math.max(PADS.needed, day ?? PADS.needed)],
    below: text('雏鸡被湿冷空气吹着', 'chicks get cold, wet air'),
    above: text('这个日龄的鸡热天没有水帘', 'birds of this age get no cooling on hot days'),
  },

  'Humid/On': {
    range: ({ day }) => [isYoung(day) ? DRY : 20, 65],
    below: text('空气太干，雏鸡脱水', 'the air is too dry and chicks lose water'),
    above: text('垫料变湿、氨气增多', 'litter gets wet and gives off ammonia'),
  },
  'Humid/Off': {
    range: ({ day }) => [isYoung(day) ? DRY : 20, 70],
    below: text('空气太干，雏鸡脱水', 'the air is too dry and chicks lose water'),
    above: text('垫料变湿、氨气增多', 'litter gets wet and gives off ammonia'),
    rules: ['fogAgainstPads'],
  },
  'Humid/OnTime': {
    range: always(5, 60),
    above: text('雾水来不及蒸发，淋湿鸡和垫料', 'more fog than evaporates: birds and litter get wet'),
  },
  'Humid/OffTime': {
    range: always(60, 900),
    below: text('雾水来不及蒸发，淋湿鸡和垫料', 'more fog than evaporates: birds and litter get wet'),
  },

  'Heat/Z{1..6}/Enabled': { rules: ['heatingLeft'] },
  'Heat/Z{1..6}/Sensor': { none: 'A zone whose probe is out of use follows the average.' },
  'Heat/Z{1..6}/OnDiff': {
    range: cell => [0, needsHeat(cell) ? 2.5 : 6],
    above: text('加热启动太晚，鸡群先受凉', 'heating comes too late and birds chill first'),
  },
  'Heat/Z{1..6}/OffDiff': {
    range: cell => [0, needsHeat(cell) ? 1.5 : 5],
    above: text('加热停得太早，达不到目标温度', 'heating ends too soon and never reaches the target'),
  },
  'Heat/Z{1..6}/MinOn': {
    range: always(0, 600),
    above: text('已经够热还在加热', 'heating goes on when it is already warm'),
  },
  'Heat/Z{1..6}/MinOff': {
    range: always(0, 600),
    above: text('已经变冷还不加热', 'heating stays off when it is already cold'),
  },
}
