import { type Text, text } from '../text.ts'
import { meatWithheld } from '../withdrawal-words.ts'

/** What outside-range values and the rules over several settings will do to the birds. */
export const riskTexts: Readonly<Record<string, Text>> = {
  'risk.low': text('低于安全范围（{low} 起）', 'Below the safe range, which starts at {low}'),
  'risk.high': text('高于安全范围（最高 {high}）', 'Above the safe range, which ends at {high}'),
  'risk.modeStops': text(
    '舍内记录有 {alive}鸡：“{mode}”会停掉全部风机、加热和灯光，鸡会闷死。请先结束批次，再用此模式',
    '{alive} are recorded here: “{mode}” stops every fan, the heating and the light, and they suffocate. Close the flock first',
  ),
  'risk.modeStopsUncounted': text(
    '舍内有在养批次：“{mode}”会停掉全部风机、加热和灯光，鸡会闷死。请先结束批次，再用此模式',
    'A flock is recorded here: “{mode}” stops every fan, the heating and the light, and the birds suffocate. Close the flock first',
  ),
  'risk.modeForNoneUncounted': text(
    '舍内有在养批次：“{mode}”不再按饲养要求通风、控温和照明。请先结束批次，再用此模式',
    'A flock is recorded here: “{mode}” no longer keeps air, warmth and light for the birds. Close the flock first',
  ),
  'risk.modeForNone': text(
    '舍内记录有 {alive}鸡：“{mode}”不再按饲养要求通风、控温和照明。请先结束批次，再用此模式',
    '{alive} are recorded here: “{mode}” no longer keeps air, warmth and light for them. Close the flock first',
  ),
  'risk.withheld': meatWithheld,
  'risk.otherAge': text(
    '鸡群现在 {age}大：温度、通风和光照都会按错误的日龄控制',
    'The birds are {age} old: temperature, air and light would follow another age',
  ),
  'risk.otherCount': text(
    '记录入舍 {birds}：按羽数计算的通风和报警都会出错',
    '{birds} were placed: air and alarms that are counted by bird go wrong',
  ),
  'risk.otherSize': text(
    '记录的尺寸是 {size}：风量和风速都会算错',
    'The recorded size is {size}: air and air speed are computed wrongly',
  ),
  'risk.airFalls': text(
    '等级 {level} 的通风量低于等级 {below}',
    'Level {level} moves less air than level {below}',
  ),
  'risk.noAir': text('舍内有鸡，等级 {level} 却没有通风', 'Level {level} moves no air, and there are birds'),
  'risk.leastAir': text(
    '从 {day}起最小等级 {level} 每只鸡只有 {air}，冷天也需要 {need}：二氧化碳、氨气和湿气积聚',
    'From {day} on the minimum level {level} gives a bird {air}, but even in cool weather it needs {need}: CO2, ammonia and damp build up',
  ),
  'risk.leastAirOnLitter': text(
    '从 {day}起最小等级 {level} 每只鸡只有 {air}，旧垫料上冷天也需要 {need}，氨气才不超过 20 ppm',
    'From {day} on the minimum level {level} gives a bird {air}, but on litter used before it needs {need} even in cool weather: with less, ammonia passes 20 ppm',
  ),
  'risk.mostAir': text(
    '从 {day}起最高等级 {level} 每只鸡只有 {air}，热天需要 {need}：鸡舍过热',
    'From {day} on the highest level {level} gives a bird {air}, but on a warm day it needs {need}: the house overheats',
  ),
  'risk.tooMuchAir': text(
    '从 {day}起最小等级 {level} 每只鸡有 {air}，冷天只需 {need}：鸡群受凉',
    'From {day} on the minimum level {level} gives a bird {air}, but in cool weather it needs {need}: birds chill',
  ),
  'risk.closed': text(
    '等级 {level} 的风机对着关死的风口抽风（约 {pressure}）：几乎没有新鲜空气',
    'Level {level} runs fans against shut openings (about {pressure}): hardly any fresh air comes in',
  ),
  'risk.openWide': text(
    '等级 {level} 风口开得太大（约 {pressure}）：冷风直接落到雏鸡身上',
    'Level {level} opens so wide (about {pressure}) that cold air falls straight onto the young birds',
  ),
  'risk.longPause': text(
    '等级 {level} 每次停风 {pause}：舍内长时间没有新鲜空气',
    'Level {level} rests for {pause} at a time: the house gets no fresh air for long',
  ),
  'risk.coldTunnel': text(
    '纵向通风的风会使 {day} 前的雏鸡受凉',
    'Tunnel air chills birds younger than {day}',
  ),
  'risk.tunnelAtMinimum': text(
    '最小等级 {level} 就打开导流板：不论天气多冷都是纵向通风',
    'The tunnel door opens at the minimum level {level}: air is pulled along the house in any weather',
  ),
  'risk.colder': text(
    '比该日龄标准 {standard} 低 {by}：鸡群扎堆、耗料增加，可能受凉',
    '{by} below the standard of {standard} for this age: birds huddle, eat more and may chill',
  ),
  'risk.warmer': text(
    '比该日龄标准 {standard} 高 {by}：鸡只张口喘气、采食下降，可能热应激',
    '{by} above the standard of {standard} for this age: birds pant, eat less and may suffer heat stress',
  ),
  'risk.lowAlarmAboveHeat': text(
    '低温报警不低于加热温度 {heat}：加热还在工作就会报警',
    'The low alarm is not below heating at {heat}: it rings while the heating is still working',
  ),
  'risk.highAlarmBelowTunnel': text(
    '高温报警不高于纵向温度 {tunnel}：纵向通风启动前就会报警',
    'The high alarm is not above tunnel at {tunnel}: it rings before tunnel ventilation starts',
  ),
  'risk.aboveAbsolute': text(
    '高温报警将高于绝对高温报警 {absolute}，不会先响',
    'The high alarm would be above the absolute high alarm of {absolute} and would never ring first',
  ),
  'risk.noProbe': text(
    '没有温度探头在用：环控器不再知道舍温，只会保持最后的等级',
    'No temperature probe is left in use: the controller no longer feels the house and holds its last level',
  ),
  'risk.noSensor': text(
    '这类传感器全部停用：相应的控制和报警都失效',
    'No sensor of this kind is left in use: what it steers and its alarm go blind',
  ),
  'risk.noHeat': text(
    '没有加热分区在用：天冷时鸡群受凉',
    'No heating zone is in use: birds chill in cold weather',
  ),
  'risk.lostRelay': text(
    '没有继电器再控制“{driven}”：它会停下不动',
    'No relay drives “{driven}” any more: it stands still',
  ),
  'risk.noRelay': text(
    '等级 {level} 的风机没有任何继电器控制：不会转',
    'No relay drives the fans of level {level}: they do not run',
  ),
  'risk.inverted': text(
    '“{driven}”动作反过来：该开时停，该停时开',
    '“{driven}” works the wrong way round: off when it should run, on when it should not',
  ),
  'risk.lostInput': text(
    '没有输入再接“{measured}”：相应的数值和报警都没有了',
    'No input sees “{measured}” any more: its values and its alarm are gone',
  ),
  'risk.scaled': text(
    '该输入的数值全部改变：控制和报警都会出错',
    'All values of this input change: what it steers and its alarms may go wrong',
  ),
  'risk.dark': text(
    '每天光照只有 {hours}，该日龄标准为 {wanted}：鸡只找不到料和水，产蛋下降',
    '{hours} of light a day, the standard for this age is {wanted}: birds do not find feed and water, and hens stop laying',
  ),
  'risk.longLight': text(
    '每天光照 {hours}，该日龄标准为 {wanted}：鸡只休息不足，可能啄羽、早产',
    '{hours} of light a day, the standard for this age is {wanted}: birds do not rest, may peck feathers or lay too early',
  ),
  'risk.alarmOff': text('0 会关掉这项报警', '0 switches this alarm off'),
  'risk.highBelowLow': text(
    '上限不高于下限：总在报警，人会不再理会',
    'The high limit is not above the low one: it rings all the time and people stop listening',
  ),
  'risk.padHours': text(
    '水帘每天运行不到 4 小时：热天不降温',
    'Pads may run for less than 4 hours a day: hardly any cooling in heat',
  ),
  'risk.fogAgainstPads': text(
    '加湿到水帘湿度上限 {humidity} 以上：水帘被锁住，热天不降温',
    'Fogging goes beyond the humidity of {humidity} at which pads stop: no cooling in heat',
  ),
}
