import { type Direction, ruleOfCode } from './alarm-rules.ts'
import { ruleSubject } from './rule-subjects.ts'
import { type Text, text } from './text.ts'

/** Why a rule of a farm exists, by what it watches and which way; see `Rationale`. */
interface RuleWhy {
  cause: Text
  consequence: Text
  action: Text
  withinMin: number
}
/** A kind of alarm of ours that means the same, or words of its own. */
type Why = string | RuleWhy

const HOUR = 60
const DAY = 24 * HOUR
const why = (withinMin: number, cause: Text, consequence: Text, action: Text): RuleWhy => ({
  cause,
  consequence,
  action,
  withinMin,
})

const watchBirds = text(
  '请到舍内看鸡：扎堆是冷，张嘴是热；再按日龄调整。',
  'Look at the birds: huddling is cold, panting is hot. Then set it by their age.',
)
const checkSettings = text(
  '请在环控器上核对设定和日龄，看是谁、为什么改的。',
  'Compare setting and age at the controller, and see who changed it and why.',
)
const checkRecords = text(
  '请核对当天的养殖记录和计数，再到舍内看鸡。',
  'Compare the records and counts of the day, then look at the birds.',
)
const checkSensor = text(
  '请先核对传感器，再看通风是否超过需要。',
  'Check the sensor first, then whether more is ventilated than needed.',
)
const mild = text(
  '鸡群暂时不受影响，但多耗加热和电。',
  'Birds are not harmed for now; heat and power are wasted.',
)
const tooMuchAir = why(
  2 * HOUR,
  text(
    '设定过高、风机停在手动，或最小通风过大。',
    'A setting too high, a fan left in manual mode, or too much minimum ventilation.',
  ),
  text(
    '雏鸡吹风受凉；加热和用电白费。',
    'Chicks stand in a draught and are chilled; heat and power are wasted.',
  ),
  text(
    '请核对通风等级和手动开关；雏鸡先降到最小通风，不要停风。',
    'Check the level and manual switches. With chicks go down to the minimum ventilation, never to none.',
  ),
)
const tooLittleAir = why(
  20,
  text(
    '风机停了，或通风等级、最高限制设得太低。',
    'Fans have stopped, or level or its upper limit is set too low.',
  ),
  text(
    '缺新风：天热先热死大鸡，冷天氨气和二氧化碳升高。',
    'Too little fresh air: in the heat grown birds die; in the cold CO2 and ammonia rise.',
  ),
  text(
    '请先看风机是否真正在转，再逐级加大；雏鸡只加最小通风并保持加热。',
    'See first that fans really turn, then raise level by level. With chicks raise only the minimum, with the heat on.',
  ),
)
const setHigh = why(
  4 * HOUR,
  text(
    '有人把设定调高了，或程序按错误的日龄运行。',
    'Somebody raised the setting, or the program runs for a wrong age.',
  ),
  text(
    '风量比鸡需要的大：雏鸡受凉，大鸡白费电。',
    'More air than the birds need: chicks are chilled, and power is wasted.',
  ),
  checkSettings,
)
const setLow = why(
  2 * HOUR,
  text(
    '有人把设定调低了，或程序按错误的日龄运行。',
    'Somebody lowered the setting, or the program runs for a wrong age.',
  ),
  text(
    '风量不够：空气变差，天热时降不下温。',
    'Too little air: it turns bad, and the house cannot be kept cool.',
  ),
  checkSettings,
)
const tooBright = why(
  4 * HOUR,
  text(
    '灯光程序、调光器设错，或门窗漏光。',
    'Lighting program or dimmer are set wrong, or daylight comes in.',
  ),
  text('鸡啄羽、不安；育成鸡会过早开产。', 'Birds peck and grow restless; pullets come into lay too early.'),
  text(
    '请核对灯光程序、调光器，并遮住漏光处。',
    'Check lighting program and dimmer, and shut the daylight out.',
  ),
)
const openWide = why(
  30,
  text('进风口没有关回，电机、拉绳或限位有故障。', 'It has not closed again: motor, cable or end switch.'),
  text('冷风直落到鸡身上，静压上不去。', 'Cold air drops on the birds, and there is no static pressure.'),
  text(
    '请到现场看开度，手动调回设定位置；雏鸡先防冷风。',
    'Look at the opening and set it back by hand; keep the draught off chicks first.',
  ),
)
const shut = why(
  20,
  text('进风口没有打开，电机、拉绳或限位有故障。', 'It has not opened: motor, cable or end switch.'),
  text(
    '风机抽不进新风，静压过高，舍内闷热。',
    'Fans draw no fresh air, the pressure is too high and the house grows stuffy.',
  ),
  text(
    '请先手动打开到设定位置，再查电机和拉绳。',
    'Open it by hand to its position first, then check motor and cable.',
  ),
)
const heatsMuch = why(
  2 * HOUR,
  text(
    '天冷、通风过大、门没关，或加热停不下来。',
    'Cold weather, too much air, an open door, or a heater that does not stop.',
  ),
  text(
    '燃料白费；停不下来时鸡群会过热。',
    'Fuel is wasted; a heater that does not stop overheats the birds.',
  ),
  text(
    '请比较舍温与目标：偏高就关掉加热，偏低就查门、进风口和最小通风。',
    'Compare the house with its target: too warm, turn the heat off; too cold, check doors, inlets and the minimum ventilation.',
  ),
)
const coolsMuch = why(
  2 * HOUR,
  text(
    '阀门关不住、漏水，或降温设定过早启动。',
    'A valve does not shut, a leak, or cooling that is set to begin too early.',
  ),
  text('湿度升高、垫料变湿；雏鸡会受凉。', 'It grows humid and litter gets wet; chicks are chilled.'),
  text(
    '请查漏水和阀门，再核对降温启动温度；雏鸡不要开降温。',
    'Look for leaks and at the valve, then at the temperature at which cooling begins. No cooling for chicks.',
  ),
)
const coolsLittle = why(
  HOUR,
  text(
    '水泵、供水或滤网有故障，或还没到启动温度。',
    'Pump, supply or strainer, or it is not yet warm enough for it.',
  ),
  text('天热时大鸡降不下温。', 'In the heat grown birds cannot be cooled.'),
  text(
    '请查水泵、供水和滤网；两周内的雏鸡不用降温。',
    'Check pump, supply and strainer. Chicks under two weeks need no cooling.',
  ),
)
const eatLittle = why(
  2 * HOUR,
  text(
    '断料、料线故障、缺水，或鸡群不适。',
    'No feed, a feed line that fails, no water, or birds that fall ill.',
  ),
  text(
    '生长和产蛋下降；断料超过几小时会打乱鸡群。',
    'Growth and eggs suffer; without feed for hours the flock is upset.',
  ),
  text(
    '请先看料盘、料线和饮水，再看鸡群有无病态。',
    'Look at pans, feed line and water first, then for signs of disease.',
  ),
)
const eatMuch = why(
  8 * HOUR,
  text(
    '撒料、料位开关失灵、舍温偏低，或秤和记录不准。',
    'Spilt feed, a level switch that fails, a cold house, or a wrong scale or record.',
  ),
  text('饲料浪费；天冷时鸡靠多吃取暖。', 'Feed is wasted; in the cold birds eat to keep warm.'),
  text(
    '请看有无撒料，核对料塔称重，再看舍温是否低于目标。',
    'Look for spilt feed, compare the silo’s scale, then whether the house is below its target.',
  ),
)
const heavier = why(
  DAY,
  text('喂得多，或秤和抽样不准。', 'They are fed much, or the scale or the sample is wrong.'),
  text(
    '种鸡和育成鸡会过肥；肉鸡可能提前出栏。',
    'Breeders and pullets grow fat; broilers may be ready early.',
  ),
  text('请换几处重新称重，再决定是否调料量。', 'Weigh again at several places before you change the feed.'),
)
const evenUp = why(
  7 * DAY,
  text('鸡群整齐，或称的样本太少。', 'The flock is even, or too few birds were weighed.'),
  text('无害；样本太少时看不出弱鸡。', 'No harm; too small a sample hides weak birds.'),
  text(
    '请核对称重只数，样本够就可放宽这条规则。',
    'Check how many were weighed; if enough, loosen this rule.',
  ),
)
const evenDown = why(
  DAY,
  text(
    '料位、水位不均，密度过大，或舍内冷热不匀。',
    'Too little feed or drinker space, too many birds, or an uneven house.',
  ),
  text(
    '弱鸡越来越落后，出栏和开产不齐。',
    'Weak birds fall further behind; slaughter weight and onset of lay spread.',
  ),
  text(
    '请看弱鸡集中在哪里，查那里的料、水和温度。',
    'See where the weak birds are, and check feed, water and temperature there.',
  ),
)
const windy = text('天气变化，大风来了。', 'The weather: strong wind.')
const meterUp = why(
  8 * HOUR,
  text('用量到了设定值，或表计跳数。', 'So much has been used, or the meter jumped.'),
  text(
    '可能有漏水、漏电，或该抄表、换滤芯了。',
    'Something may leak or run on, or a reading or a filter is due.',
  ),
  text('请抄表核对，再看有没有一直开着的设备。', 'Read the meter and compare, then look for what runs on.'),
)
const meterDown = why(
  DAY,
  text('表计换过、清零，或读数有错。', 'The meter was replaced or reset, or reads wrong.'),
  text('日用量会算错。', 'The use of the day is counted wrong.'),
  text('请核对表计读数，换表请在系统里登记。', 'Compare the meter, and record an exchange here.'),
)
/** Which way a rule rings: for what is on or off, when it is. */
type Way = 'above' | 'below' | 'on' | 'off' | 'other'

/** What rules mean, by what they watch (husbandry practice, as in `alarm-rationale.ts`); the first that fits holds. */
const meanings: readonly {
  of: RegExp
  ways: Partial<Record<Way, Why>>
  /** Where a state is one of these codes. */
  codes?: Readonly<Record<number, Why>>
}[] = [
  {
    of: /^Climate\/Temp\/Outdoor$/,
    ways: {
      above: why(
        HOUR,
        text('热天，或探头晒到太阳。', 'A hot day, or a probe in the sun.'),
        text(
          '大鸡将热应激；水和电的用量都会上升。',
          'Grown birds will suffer from the heat; water and power are needed.',
        ),
        text(
          '请提前查风机、湿帘、供水和发电机；雏鸡只防过热，不开湿帘。',
          'Check fans, pads, water and generator ahead. With chicks only see that it does not overheat: no pads.',
        ),
      ),
      below: why(
        2 * HOUR,
        text('寒潮，或探头有故障。', 'A cold spell, or a probe that fails.'),
        text(
          '加热跟不上时雏鸡先受凉；水管可能冻住。',
          'Where heat falls behind, chicks are chilled first; pipes may freeze.',
        ),
        text('请查加热、燃料和水管保温，把门关好。', 'Check heaters, fuel and pipes, and shut the doors.'),
      ),
    },
  },
  {
    of: /^Climate\/Temp\/Target$/,
    ways: {
      above: why(
        4 * HOUR,
        text('日龄设小了，或有人调高了目标。', 'The age is set too low, or somebody raised the target.'),
        text(
          '舍内一直偏热，鸡少吃、闷。',
          'The house is kept too warm: birds eat less, and it grows stuffy.',
        ),
        checkSettings,
      ),
      below: why(
        2 * HOUR,
        text('日龄设大了，或有人调低了目标。', 'The age is set too high, or somebody lowered the target.'),
        text('舍内一直偏冷，雏鸡扎堆受凉。', 'The house is kept too cold: chicks huddle and are chilled.'),
        checkSettings,
      ),
    },
  },
  { of: /^Climate\/Temp\//, ways: { above: 'HighTemp', below: 'LowTemp' } },
  {
    of: /^Climate\/Hum\/Outdoor$/,
    ways: {
      above: why(
        8 * HOUR,
        text('雨雾天气。', 'Rain or fog.'),
        text('湿帘降不了温，垫料干不了。', 'Pads cool little, and litter does not dry.'),
        text(
          '请少用湿帘，多靠风速；看垫料和最小通风。',
          'Rely on air speed rather than pads, and watch litter and minimum ventilation.',
        ),
      ),
      below: why(
        8 * HOUR,
        text('天气干燥。', 'Dry weather.'),
        text('舍内粉尘大，雏鸡容易脱水。', 'Dust in the house; chicks dry out.'),
        text(
          '请看舍内湿度和饮水，必要时加湿。',
          'Watch humidity and water in the house; moisten the air if needed.',
        ),
      ),
    },
  },
  { of: /^Climate\/Hum\//, ways: { above: 'HighHum', below: 'HumidityLow' } },
  {
    of: /^Air\/(CO2|NH3)\//,
    ways: {
      below: why(
        DAY,
        text('通风超过需要，或传感器偏低。', 'More air than needed, or a sensor that reads low.'),
        mild,
        checkSensor,
      ),
    },
  },
  { of: /^Air\/CO2\//, ways: { above: 'HighCO2' } },
  { of: /^Air\/NH3\//, ways: { above: 'HighNH3' } },
  { of: /^Air\/Pressure\//, ways: { above: 'PressureHigh', below: 'PressureLow' } },
  {
    of: /^Air\/WindSpeedIn$/,
    ways: {
      above: why(
        HOUR,
        text('通风等级过高，或风集中在一处。', 'Too high a level, or air that gathers in one place.'),
        text(
          '风冷：雏鸡很快受凉，大鸡冷天也吃亏。',
          'Wind chill: chicks are soon too cold, grown birds too in the cold.',
        ),
        watchBirds,
      ),
      below: why(
        30,
        text('风机皮带松、百叶脏，或等级太低。', 'Slack belts, dirty shutters, or too low a level.'),
        text('天热时大鸡散不了热。', 'In the heat grown birds cannot lose theirs.'),
        text(
          '请查皮带和百叶；只对大鸡加大风速，雏鸡不要。',
          'Check belts and shutters. More air speed is for grown birds only, not for chicks.',
        ),
      ),
    },
  },
  {
    of: /^(Air\/AirFlow|Vent\/(Level|OutputPct)|Fan\/VarSpeed\d\/Output)$/,
    ways: { above: tooMuchAir, below: tooLittleAir },
  },
  { of: /^Vent\/(MinLevel|MaxLevel|Compensation)$/, ways: { above: setHigh, below: setLow } },
  {
    of: /^Weather\/WindSpeed$/,
    ways: {
      above: why(
        HOUR,
        windy,
        text(
          '风灌进进风口，静压乱，卷帘和棚顶可能受损。',
          'It blows into inlets, upsets the pressure and may damage curtains and roof.',
        ),
        text(
          '请看迎风面的进风口和门，固定卷帘；雏鸡防冷风。',
          'Look at inlets and doors on the windward side, and fasten curtains; keep the draught off chicks.',
        ),
      ),
      below: why(
        2 * HOUR,
        text('无风天气。', 'Still weather.'),
        text(
          '自然通风的鸡舍换不了气，天热时闷。',
          'A house that is aired by the wind stands still; in the heat it grows stuffy.',
        ),
        text(
          '请看舍温和气味，需要时开风机；雏鸡只加最小通风。',
          'Watch temperature and smell, and run fans if needed; for chicks only the minimum ventilation.',
        ),
      ),
    },
  },
  {
    of: /^Weather\/WindDir$/,
    ways: {
      above: why(
        4 * HOUR,
        text('风向转了。', 'The wind has turned.'),
        text('迎风面的进风口灌风。', 'It blows into the inlets of that side.'),
        watchBirds,
      ),
      below: why(
        4 * HOUR,
        text('风向转到另一侧。', 'The wind has turned to the other side.'),
        text(
          '另一侧的进风口灌风，两侧不均。',
          'It blows into the inlets of the other side, and the house is uneven.',
        ),
        watchBirds,
      ),
    },
  },
  { of: /^Light\//, ways: { above: tooBright, below: 'LightFault' } },
  {
    of: /^Vent\/Mode$/,
    codes: { 0: 'VentilationOff', 5: 'ManualMode', 6: 'EmergencyVent' },
    ways: {
      other: why(
        2 * HOUR,
        text(
          '天气或日龄换了档，或有人改了通风模式。',
          'Weather or age have moved it on, or somebody changed the mode.',
        ),
        text(
          '风量与本场要求的不同：雏鸡可能受凉，天热时大鸡可能缺风。',
          'Other air than the farm wants: chicks may be chilled, in the heat grown birds may lack it.',
        ),
        watchBirds,
      ),
    },
  },
  {
    of: /^Fan\/G\d+\/State$/,
    codes: { 0: 'FanGroupFault', 3: 'FanGroupFault', 4: 'FanGroupFault', 5: 'ManualMode' },
    ways: {
      other: why(
        HOUR,
        text(
          '程序、温度或手动开关让它停开有变。',
          'The program, the temperature or a manual switch has turned them on or off.',
        ),
        text(
          '风量与程序不符：雏鸡可能受凉，天热时大鸡可能缺风。',
          'Air that is not as the program wants: chicks may be chilled, in the heat grown birds may lack it.',
        ),
        text(
          '请看风机和它的开关，没有必要就恢复自动。',
          'Look at the fans and their switch, and set them back to automatic unless there is a reason.',
        ),
      ),
    },
  },
  { of: /^Inlet\//, ways: { above: openWide, below: shut } },
  { of: /^Cool\/(Pad|Fogger)\/State$/, ways: { on: coolsMuch, off: coolsLittle } },
  { of: /^Cool\/WaterToday$/, ways: { above: coolsMuch, below: coolsLittle } },
  { of: /^Heat\//, ways: { above: heatsMuch, below: 'HeaterFault' } },
  { of: /^(Water\/Meter\d\/Total|Power\/EnergyTotal)$/, ways: { above: meterUp, below: meterDown } },
  { of: /^Water\//, ways: { above: 'WaterHigh', below: 'WaterLow' } },
  { of: /^(Feed\/Today|Flock\/Feed)$/, ways: { above: eatMuch, below: eatLittle } },
  {
    of: /^Feed\/Silo\d\/Weight$/,
    ways: {
      above: why(
        DAY,
        text('料塔加得过满，或称重不准。', 'The silo was filled too high, or its scale is wrong.'),
        text('饲料受潮结块，日耗料算错。', 'Feed cakes, and the use of the day is counted wrong.'),
        text('请核对送料单和料塔称重。', 'Compare the delivery note and the silo’s scale.'),
      ),
      below: 'SiloLow',
    },
  },
  {
    of: /^Feed\/AugerRun$/,
    ways: {
      on: 'FeedOverrun',
      off: why(
        2 * HOUR,
        text(
          '绞龙没有启动：断路器、料位开关或程序。',
          'The auger has not started: breaker, level switch or program.',
        ),
        text('料盘空了，鸡吃不到料。', 'Pans run empty, and birds get no feed.'),
        text(
          '请看料盘，手动启动一次，再查断路器和料位开关。',
          'Look at the pans, start it by hand once, then check breaker and level switch.',
        ),
      ),
    },
  },
  {
    of: /^Bird\/Count$/,
    ways: {
      above: why(
        DAY,
        text(
          '入舍数填错，或鸡只转入没有记录。',
          'A wrong number placed, or birds moved in without a record.',
        ),
        text('每只耗料、饮水和通风都会算错。', 'Feed, water and air per bird are counted wrong.'),
        checkRecords,
      ),
      below: why(
        4 * HOUR,
        text('死淘增加，或转出、出栏已开始。', 'Losses, or birds that were moved out or caught.'),
        text('若是死亡，损失会一天天扩大。', 'If they died, losses grow day by day.'),
        checkRecords,
      ),
    },
  },
  {
    of: /^Bird\/DayAge$/,
    ways: {
      above: why(
        DAY,
        text('鸡群到了这个日龄。', 'The flock has reached this age.'),
        text(
          '到期的事若没做：免疫、换料、灯光、出栏。',
          'What is due then may be left undone: vaccine, feed, light, catching.',
        ),
        text(
          '请看这个日龄该做什么，并核对环控器日龄。',
          'See what is due at this age, and compare the age at the controller.',
        ),
      ),
      below: why(
        4 * HOUR,
        text(
          '环控器日龄设小了，或新批次没有改。',
          'The age at the controller is too low, or was not set for a new flock.',
        ),
        text(
          '目标温度和通风按更小的鸡运行，舍内偏热。',
          'Target and ventilation are for younger birds: the house is too warm.',
        ),
        checkSettings,
      ),
    },
  },
  {
    of: /^(Bird\/WeightAvg|Flock\/DailyGain|Flock\/WeightToStandard)$/,
    ways: { above: heavier, below: 'GrowthBehind' },
  },
  { of: /^(Bird|Flock)\/Uniformity$/, ways: { above: evenUp, below: evenDown } },
  {
    of: /^(Egg\/Today|Flock\/LayingRate)$/,
    ways: {
      above: why(
        DAY,
        text('计数器重复计数，或记录有误。', 'A counter that counts twice, or a wrong record.'),
        text('产蛋率不可信。', 'The laying rate cannot be trusted.'),
        checkRecords,
      ),
      below: 'LayingRateFalling',
    },
  },
  {
    of: /^Flock\/EggWeight$/,
    ways: {
      above: why(
        DAY,
        text('日粮偏高，或鸡龄大。', 'Rich feed, or old hens.'),
        text('大蛋多，破损和脱肛增加。', 'Large eggs: more break, and hens prolapse.'),
        text(
          '请和营养师核对日粮，再看蛋的分级。',
          'Check the feed with your nutritionist, and the grading of the eggs.',
        ),
      ),
      below: why(
        DAY,
        text('采食不足、天热、缺水或发病。', 'Too little feed, heat, no water, or disease.'),
        text(
          '小蛋卖价低，往往先于产蛋下降。',
          'Small eggs sell for less, and often come before a drop in lay.',
        ),
        text(
          '请先看采食、饮水和舍温，再看有无病态。',
          'Look at feed, water and temperature first, then for signs of disease.',
        ),
      ),
    },
  },
  {
    of: /^Flock\/Losses$/,
    ways: {
      above: 'LossesHigh',
      below: why(
        DAY,
        text('当天的死淘没有记全。', 'Losses of the day were not all recorded.'),
        text('存栏和死淘率都会算错。', 'Birds alive and losses are counted wrong.'),
        checkRecords,
      ),
    },
  },
  { of: /^Flock\/Water$/, ways: { above: 'WaterHigh', below: 'WaterFalling' } },
  {
    of: /^Flock\/WaterToFeed$/,
    ways: {
      above: why(
        8 * HOUR,
        text('天热、漏水、盐分高，或肠道有病。', 'Heat, a leak, salty feed, or a sick gut.'),
        text('垫料变湿，氨气升高。', 'Litter gets wet, and ammonia rises.'),
        text(
          '请查漏水和舍温，再看粪便和垫料。',
          'Look for leaks and at the temperature, then at droppings and litter.',
        ),
      ),
      below: why(
        4 * HOUR,
        text('水压低、乳头堵，或水温过高。', 'Low pressure, blocked nipples, or warm water.'),
        text('鸡缺水，接着停食。', 'Birds lack water, then stop eating.'),
        text('请查水线压力、过滤器和乳头流量。', 'Check pressure, filter and the flow of the nipples.'),
      ),
    },
  },
  {
    of: /^Power\/MainsOk$/,
    ways: {
      off: 'PowerFail',
      on: why(
        DAY,
        text('市电来了。', 'The mains are back.'),
        text(
          '设备要重新启动，个别断路器可能没合上。',
          'Equipment starts again, and a breaker may have stayed off.',
        ),
        text('请看风机、加热和料线是否都已恢复。', 'See that fans, heaters and feed lines all run again.'),
      ),
    },
  },
  {
    of: /^Power\/GeneratorOn$/,
    ways: {
      off: 'GeneratorNotRunning',
      on: why(
        HOUR,
        text('停电，或有人在试机。', 'The mains failed, or somebody tests it.'),
        text(
          '油用完就没有电，鸡群很快会闷死。',
          'Once the fuel is gone there is no power, and birds soon suffocate.',
        ),
        text('请看油量还能撑多久，并查市电。', 'See how long the fuel lasts, and check the mains.'),
      ),
    },
  },
]

/** Which way a rule rings. Of states only switches have two ways. */
function wayOf(metric: string, direction: Direction, limit: number | null): Way {
  if (direction === 'above' || direction === 'below') return direction
  if (ruleSubject(metric)?.unit !== 'bool') return 'other'
  return (direction === 'is') === (limit === 0) ? 'off' : 'on'
}

/** Why a farm's rule exists; the name of a kind of alarm of ours where it means the same. Null for any other code. */
export function meaningOfRule(code: string): Why | null {
  const rule = ruleOfCode(code)
  if (!rule) return null
  const { metric, direction, limit } = rule
  const way = wayOf(metric, direction, limit)
  for (const { of, ways, codes } of meanings) {
    if (!of.test(metric)) continue
    const found = (direction === 'is' && limit !== null ? codes?.[limit] : undefined) ?? ways[way]
    if (found) return found
  }
  return null
}

/** The kind of alarm that a code means: a farm's rule may be the same as one of ours. */
export function meantBy(code: string): string {
  const meaning = meaningOfRule(code)
  return typeof meaning === 'string' ? meaning : code
}
