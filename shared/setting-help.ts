import type { SettingGroupKey } from './signals.ts'
import { type Text, text } from './text.ts'

/** What a grower has to know of a group of settings before changing it. */
interface SettingHelp {
  /** What it does. */
  does: Text
  /** What to watch for. */
  watch: Text
  /** Alarms whose articles explain more. */
  faults: readonly string[]
}

/**
 * Help beside each group of settings. Figures are those of the breeders' management guides and the practice that the limits
 * of `setting-safety` rest on.
 */
export const settingHelp: Readonly<Record<SettingGroupKey, SettingHelp>> = {
  targetTemperature: {
    does: text(
      '按日龄设定目标温度、湿度和最小通风；通风、加热、降温都以它为基准。',
      'Sets the target by day of age: fans, heaters and cooling all work from it.',
    ),
    watch: text(
      '先看鸡再改：扎堆说明冷，张嘴、贴墙说明热。雏鸡阶段一次不要改超过 {±0.5 °C}。',
      'Look at the birds first: huddling means cold, panting and keeping apart means hot. With chicks change little at a time.',
    ),
    faults: ['HighTemp', 'LowTemp'],
  },
  minMaxLevel: {
    does: text(
      '限定每个日龄最低和最高能用到的通风等级；最低等级就是最小通风。',
      'Limits the levels the house may use at each age; the lowest one is the minimum ventilation.',
    ),
    watch: text(
      '最低等级太低，氨气、二氧化碳和湿度会升高；太高则费燃料、垫料过干。不要为了保温关掉最小通风。',
      'Too low a minimum lets ammonia, CO₂ and moisture build up; too high a one costs fuel. Never close it to save heat.',
    ),
    faults: ['HighCO2', 'HighNH3', 'HighHum'],
  },
  levels: {
    does: text(
      '每一级开哪些风机、进风窗开多大、高于目标多少度时进入；温度每升一步就升一级。',
      'Says for each level which fans run, how far inlets open and how far above target it begins: each step up adds air.',
    ),
    watch: text(
      '风量应逐级增加，进风窗开度要与风机相配：静压低于约 {10 Pa} 说明漏风或开得太大，高于约 {45 Pa} 说明开得太小。',
      'Air must grow from level to level, and inlets must match the fans: well under {10 Pa} they are too wide or the house leaks, over {45 Pa} too narrow.',
    ),
    faults: ['PressureLow', 'PressureHigh', 'FanGroupFault1'],
  },
  compensation: {
    does: text(
      '湿度、二氧化碳或氨气超过限值时，在温度决定的等级之上再加通风。',
      'Adds air beyond what the temperature asks for when humidity, CO₂ or ammonia is too high.',
    ),
    watch: text(
      '补偿会带走热量：寒冷天气先确认加热跟得上；探头不准时补偿也会错，先校准探头。',
      'It takes heat out: in cold weather see that the heaters keep up. A wrong probe makes it wrong as well, so check the probe first.',
    ),
    faults: ['HighHum', 'HighCO2', 'HighNH3'],
  },
  tunnel: {
    does: text(
      '何时由侧窗通风转为纵向通风，让风从鸡身上吹过来降温。',
      'Decides when air no longer comes through the side inlets but along the house, to cool the birds by its speed.',
    ),
    watch: text(
      '小鸡和羽毛未长齐的鸡受不了风速；切换点留出回差，避免来回切换。',
      'Young birds without feathers cannot stand the wind. Leave a difference between going in and out, or the house switches back and forth.',
    ),
    faults: ['InletStuck', 'PressureHigh'],
  },
  inlets: {
    does: text(
      '进风窗的开度范围和静压目标：冷空气要贴着顶棚走，先混热再落到鸡身上。',
      'Sets how far inlets open and the pressure they hold, so that cold air runs along the ceiling and warms before it falls.',
    ),
    watch: text(
      '静压目标随鸡舍宽度增加，约 {20 Pa}（{10 m} 宽）到 {43 Pa}（{21 m} 宽）；达不到先查漏风。',
      'The pressure grows with the width of the house, from about {20 Pa} at {10 m} to {43 Pa} at {21 m}. If it is not reached, look for leaks first.',
    ),
    faults: ['InletStuck', 'PressureLow', 'PressureHigh'],
  },
  cooling: {
    does: text(
      '水帘和喷雾何时启动：水蒸发带走热量，空气变凉也变湿。',
      'Decides when pads and foggers run: evaporating water cools the air and makes it moister.',
    ),
    watch: text(
      '湿度高时水帘只会让鸡更闷热：设好湿度上限，并且等所有风机都开了再用。',
      'In humid air pads make birds feel hotter: keep the humidity limit, and let all fans run before them.',
    ),
    faults: ['PadPumpFault', 'AbsHighTemp'],
  },
  humidification: {
    does: text(
      '空气太干时加湿，主要用于进雏后的头几天。',
      'Adds moisture when the air is too dry, mostly in the first days of chicks.',
    ),
    watch: text(
      '头三天以 60%–70% 为宜，之后 50%–60%；垫料发潮就停，潮湿会升氨气。',
      'Keep 60 to 70 % in the first three days, 50 to 60 % after. Stop when litter gets wet: it brings ammonia.',
    ),
    faults: ['HighHum', 'SensorHum'],
  },
  heating: {
    does: text(
      '每个加热分区低于目标多少度时启动，由哪些探头控制。',
      'Says for each zone how far below target its heater starts, and which probes it follows.',
    ),
    watch: text(
      '加热启停点要低于通风的起点，否则一边加热一边排风；直燃式加热器会产生二氧化碳，最小通风要跟上。',
      'Heating must end before ventilation steps up, or you heat the yard. Heaters without a flue make CO₂: keep the minimum ventilation.',
    ),
    faults: ['HeaterFault', 'LowTemp'],
  },
  sensors: {
    does: text(
      '启用哪些探头，以及每个探头的校正值。',
      'Says which probes count, and by how much each is corrected.',
    ),
    watch: text(
      '校正前在同一位置用标准温度计对比；需要校正 {±2 °C} 以上的探头应更换，而不是继续加校正值。',
      'Compare with a good thermometer at the same place first. A probe that needs more than {±2 °C} wants replacing, not correcting.',
    ),
    faults: ['SensorTemp1', 'SensorHum', 'SensorCO2', 'SensorNH3'],
  },
  relays: {
    does: text('每个继电器控制哪台设备。', 'Says which machine each relay switches.'),
    watch: text(
      '必须与接线一致：改错会让别的设备启动或停机。改后到现场逐个手动试一遍。',
      'It must match the wiring: a wrong one starts or stops another machine. Try each by hand at the house afterwards.',
    ),
    faults: ['FanGroupFault1', 'PhaseLoss'],
  },
  inputs: {
    does: text(
      '每个模拟和数字输入接的是什么，量程是多少。',
      'Says what is wired to each analog and digital input, and its range.',
    ),
    watch: text(
      '量程或脉冲当量填错，水量、压力就会整体偏差：改后用水桶或压力计核对一次。',
      'With a wrong range or litres per pulse all readings are wrong by the same factor: check once with a bucket or a gauge.',
    ),
    faults: ['WaterHigh', 'WaterNone', 'SensorPressure'],
  },
  lights: {
    does: text('按日龄设定光照时数和亮度。', 'Sets hours of light and brightness by age.'),
    watch: text(
      '产蛋期光照时数只增不减：缩短会掉蛋。变化要慢，每天渐亮渐暗，并核对环控器时钟。',
      'In lay never shorten the day: eggs drop. Change slowly, dim up and down, and check the controller’s clock.',
    ),
    faults: ['LightFault', 'ClockDrift'],
  },
  alarmLimits: {
    does: text(
      '环控器在什么数值、持续多久后报警。',
      'Sets at what values, and after how long, the controller raises an alarm.',
    ),
    watch: text(
      '误报多时加延时（60–120 秒）和舍外温度补偿，不要放宽到报不出来；绝对高温报警保持开启。',
      'Against false alarms add a delay of 60 to 120 s and follow the outside temperature, rather than widen limits until nothing rings. Leave the absolute limit on.',
    ),
    faults: ['HighTemp', 'AbsHighTemp', 'PowerFail'],
  },
  flock: {
    does: text(
      '鸡的类型、入舍日期和只数：日龄曲线和每只风量都由此计算。',
      'Tells type, placement and number of birds: curves by age and the air for each bird are counted from it.',
    ),
    watch: text(
      '进鸡当天核对；日期错一天，温度、光照和最小通风都错一天。',
      'Check it on the day of placement: a wrong date shifts temperature, light and minimum ventilation by as much.',
    ),
    faults: [],
  },
  house: {
    does: text(
      '鸡舍的长宽高：换算风速、每立方米和每平方米的数值。',
      'Tells length, width and height: air speed and figures per m² and m³ are counted from them.',
    ),
    watch: text(
      '填净尺寸，高度取檐高与脊高的平均；改动后风速显示会变，设备本身不变。',
      'Enter inner measures, for the height the mean of eaves and ridge. It changes figures, not machines.',
    ),
    faults: [],
  },
}
