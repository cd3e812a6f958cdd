import { defaultLevels } from '../standards/targets.ts'
import { text } from '../text.ts'
import { always, type SafetyTable } from './safety.ts'

/** K by which a level may start later than in the common table. */
const LATE = 3
/** Levels that any house needs to follow the weather. */
const FEWEST_LEVELS = 3

/** K above target at which each level of the common table starts: level 2 half a degree, the others their step later. */
const starts: number[] = []
for (const { level, step } of defaultLevels)
  starts.push(level === 1 ? 0 : level === 2 ? 0.5 : (starts.at(-1) ?? 0) + step)

/** Minimum and maximum level, levels, compensation, tunnel. Sources: husbandry data on levels and minimum ventilation. */
export const airSafety: SafetyTable = {
  'Vent/MinMax/P{01..10}/Day': { rules: ['enoughAir', 'coldTunnel'] },
  'Vent/MinMax/P{01..10}/Min': { rules: ['enoughAir', 'tooMuchAir'] },
  'Vent/MinMax/P{01..10}/Max': {
    range: always(FEWEST_LEVELS, 18),
    below: text(
      '天热时不能加大通风，鸡舍过热',
      'there is no more air when it gets warm: the house overheats',
    ),
    rules: ['enoughAir', 'coldTunnel'],
  },
  'Vent/LevelCount': {
    range: always(FEWEST_LEVELS, 18),
    below: text(
      '天热时不能加大通风，鸡舍过热',
      'there is no more air when it gets warm: the house overheats',
    ),
    rules: ['enoughAir'],
  },
  'Vent/L{01..18}/TempOffset': {
    range: ({ indexes: [level = 1] }) => [0, (starts[level - 1] ?? 0) + LATE],
    above: text('鸡舍先过热，才加大通风', 'the house overheats before it gets more air'),
  },
  'Vent/L{01..18}/FanGroupMode/G{01..12}': { rules: ['levels', 'enoughAir'] },
  'Vent/L{01..18}/CycleOn': { rules: ['levels', 'enoughAir', 'longPause'] },
  'Vent/L{01..18}/CycleOff': { rules: ['levels', 'enoughAir', 'longPause'] },
  'Vent/L{01..18}/VarSpeed1': {
    none: 'It only adds air to that of the fan groups, which is judged without it.',
  },
  'Vent/L{01..18}/VarSpeed2': {
    none: 'It only adds air to that of the fan groups, which is judged without it.',
  },
  'Vent/L{01..18}/SideInlet': { rules: ['levels', 'enoughAir', 'openings'] },
  'Vent/L{01..18}/TunnelInlet': { rules: ['levels', 'enoughAir', 'openings', 'coldTunnel'] },
  'Vent/L{01..18}/PressureTarget': {
    range: always(10, 45),
    below: text('冷风直接落到鸡身上', 'cold air falls straight onto the birds'),
    above: text('风机憋压，新鲜空气减少', 'fans pull against the openings and bring less air'),
  },
  'Vent/L{01..18}/PadAllowed': {
    none: 'Pads start by their own temperature, humidity, hours and age, which have ranges.',
  },
  'Vent/LevelUpDelay': {
    range: always(10, 300),
    above: text('鸡舍先过热，才加大通风', 'the house overheats before it gets more air'),
  },
  'Vent/LevelDownDelay': {
    range: always(10, 600),
    above: text('降温后仍大风量通风，鸡群受凉', 'the house is aired on when it is already cold'),
  },
  'Vent/Hysteresis': {
    range: always(0.1, 1.5),
    above: text('通风降级太晚，舍温忽高忽低', 'the house is cooled too far before a level ends'),
  },
  'Vent/StaggerDelay': {
    range: always(1, 30),
    below: text(
      '风机同时启动，可能跳闸，全部停转',
      'fans start together, which may trip the breaker and stop all of them',
    ),
    above: text('风量上得太慢', 'the air comes too slowly'),
  },
  'Vent/FanRotation': { none: 'It spreads wear only.' },
  'Vent/MinPerKg': {
    range: always(0.4, 4),
    below: text('新鲜空气不足，有害气体积聚', 'too little fresh air: gases build up'),
    above: text('冷天通风过量，鸡群受凉', 'too much air in cold weather: birds chill'),
  },

  'VentComp/HumOn': {
    range: always(50, 85),
    below: text(
      '天天加大通风，鸡舍变冷、费热',
      'it airs all the time: the house gets cold and heat is wasted',
    ),
    above: text('舍内潮湿、垫料变湿，才加大通风', 'house and litter are wet before it airs'),
  },
  'VentComp/HumBand': { none: 'It only says how soon the compensation ends.' },
  'VentComp/CO2On': {
    range: ({ house: { type } }) => [1_500, type === 'layer' || type === 'pullet' ? 3_500 : 3_000],
    below: text(
      '天天加大通风，鸡舍变冷、费热',
      'it airs all the time: the house gets cold and heat is wasted',
    ),
    above: text('二氧化碳已经伤鸡，才加大通风', 'CO2 harms the birds before it airs'),
  },
  'VentComp/CO2Band': { none: 'It only says how soon the compensation ends.' },
  'VentComp/NH3On': {
    range: always(8, 20),
    below: text(
      '天天加大通风，鸡舍变冷、费热',
      'it airs all the time: the house gets cold and heat is wasted',
    ),
    above: text('氨气已经伤眼伤肺，才加大通风', 'ammonia hurts eyes and lungs before it airs'),
  },
  'VentComp/NH3Band': { none: 'It only says how soon the compensation ends.' },
  'VentComp/StepPct': {
    none: 'Every allowed step reaches the largest compensation within the time its interval allows.',
  },
  'VentComp/StepSec': {
    range: always(10, 180),
    above: text('气体超标几小时后才加够通风', 'gas stays too high for hours before there is more air'),
  },
  'VentComp/MaxPct': {
    range: always(10, 60),
    below: text('潮湿、二氧化碳、氨气都不再加大通风', 'damp, CO2 and ammonia no longer bring more air'),
    above: text('气体一超标就通风过量，鸡群受凉', 'too much air when gas rises: birds chill'),
  },
  'VentComp/OutdoorFactor': {
    range: always(0.6, 1),
    below: text('严寒时几乎不通风，有害气体积聚', 'in frost there is hardly any air: gases build up'),
  },

  'Tunnel/StartDiff': {
    range: always(1, 6),
    below: text('纵向通风过早启动，风吹使鸡受凉', 'tunnel air comes too soon and chills birds'),
    above: text('纵向通风启动太晚，鸡舍先过热', 'tunnel air comes too late and the house overheats first'),
  },
  'Tunnel/StopHyst': {
    range: always(0.3, 3),
    below: text('纵向通风反复启停', 'tunnel air starts and stops over and over'),
    above: text('天凉后仍在纵向通风，鸡群受凉', 'tunnel air goes on when it is already cool'),
  },
  'Tunnel/OutdoorExitLimit': {
    range: always(0, 8),
    above: text('天冷时仍可纵向通风，鸡群受凉', 'tunnel air is allowed in cold weather and chills birds'),
  },
  'Tunnel/MinOutdoorTemp': {
    range: always(12, 24),
    below: text('天冷时仍可纵向通风，鸡群受凉', 'tunnel air is allowed in cold weather and chills birds'),
    above: text('热天也不能纵向通风，鸡舍过热', 'no tunnel air on warm days: the house overheats'),
  },
}
