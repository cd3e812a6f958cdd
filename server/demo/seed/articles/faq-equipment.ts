import type { SeededArticle } from './seeded-article.ts'

/** Faults of machines, water, feed and power. */
export const equipmentFaq: readonly SeededArticle[] = [
  {
    key: 'f14',
    category: 'equipment',
    faults: ['FanGroupFault'],
    title: ['风机不转', 'A fan does not run'],
    says: ['先看热继电器，再看皮带，最后量电压。', 'Overload first, then belt, then voltage.'],
    text: [
      `! 打开防护网之前断电并挂牌。变频器停机后电容仍带电，等 5 分钟。

1. 控制柜里热继电器是否跳闸：按下复位，听电机声音。
2. 马上又跳：皮带卡死、轴承抱死或缺相。
3. 电机转、扇叶不转：皮带断了。皮带使用一年以上应更换。
4. 量三相电压，相间差超过 2 % 请电工处理。
5. 控制器显示已开、接触器不吸合：查继电器输出和线圈。

少一台风机时，请把通风级别提高一级，直到修好。`,
      `! Switch off and hang up the tag before you open the guard. The capacitors of a drive stay charged for five minutes.

1. Has the overload relay tripped? Reset it and listen to the motor.
2. It trips again at once: a seized bearing, a jammed belt or a missing phase.
3. The motor turns and the blades do not: the belt is broken. Replace belts once a year.
4. Measure the three voltages; more than 2 % between phases is work for an electrician.
5. The controller says on and the contactor does not pull in: look at relay and coil.

While one fan is missing, run one level higher.`,
    ],
  },
  {
    key: 'f15',
    category: 'equipment',
    title: ['风机反转或风量小', 'A fan runs backwards or weakly'],
    says: ['新装或检修后最常见。', 'Most often after installation or repair.'],
    text: [
      `[belt]

- 反转：对调任意两相。站在舍外，百叶应被风顶开。
- 风量小：皮带打滑（轮面发亮）、百叶卡滞、扇叶积灰。
- 用手机拍一段慢动作，数每分钟转数，与铭牌比较；低于 90 % 就换皮带。
- 一排风机中只有一台弱：检查这台的百叶重锤和弹簧。`,
      `[belt]

- Backwards: swap any two phases. From outside, the air should push the shutter open.
- Weak: the belt slips (shiny pulley), the shutter sticks, dust on the blades.
- Count the turns in a slow-motion film and compare with the plate; below 90 % replace the belt.
- Only one of a row is weak: look at the counterweight and spring of its shutter.`,
    ],
  },
  {
    key: 'f16',
    category: 'equipment',
    faults: ['PadPumpFault'],
    title: ['水帘有干斑', 'Dry streaks on the pads'],
    says: ['干的地方进的是热风。', 'Where it is dry, hot air comes in.'],
    cover: 'pad',
    mode: 'right',
    text: [
      `[pad]

1. 打开布水管末端堵头，冲 2 分钟，排出泥沙。
2. 清洗过滤网，逐个通喷水孔。
3. 看水泵流量：每米水帘长度每分钟约 6–8 升。
4. 白色水垢：停用时用除垢剂，pH 控制在 6–9，并加大排污。
5. 每天让水帘完全晾干一次，藻类就长不起来。

冲洗后仍有干斑，多半是湿帘纸塌陷，四年左右应评估更换。`,
      `[pad]

1. Take the plug off the end of the pipe and flush for two minutes.
2. Clean the strainer and every spray hole.
3. Look at the flow: about 6 to 8 litres a minute for each metre of pad.
4. White scale: descale while it is out of use, keep pH between 6 and 9, bleed off more.
5. Let the pads dry completely once a day, and algae do not grow.

Streaks that remain usually mean collapsed paper; look at replacing it after four years.`,
    ],
  },
  {
    key: 'f17',
    category: 'water',
    faults: ['WaterLow', 'WaterNone', 'WaterFalling'],
    title: ['饮水量突然下降', 'Water intake drops'],
    says: ['鸡不喝水，几小时后就不吃料。', 'Birds that do not drink stop eating within hours.'],
    text: [
      `! 饮水为零超过 30 分钟、灯又亮着，按紧急情况处理。

1. 看减压阀水柱和水表，确认有没有来水。
2. 排气：远端出现气堵时，打开末端冲洗阀直到水流连续。
3. 过滤器压差大就反冲或更换。
4. 近期加过药：药物可能结晶堵塞乳头，或适口性差。
5. 设备都正常，就看鸡：采食、粪便、精神，必要时请兽医。

与昨天同一时刻相比差 10 % 以内属于正常波动。`,
      `! No water for 30 minutes with the lights on is an emergency.

1. Look at the regulator and the meter: does water arrive at all?
2. Let the air out: open the flush valve at the end until the flow is steady.
3. Backwash or replace the filter when pressure is lost in it.
4. After medication: it may have crystallised in the nipples, or the birds do not like it.
5. If everything works, look at the birds: feed, droppings, behaviour; call the vet.

Up to 10 % from the same hour of yesterday is normal.`,
    ],
  },
  {
    key: 'f18',
    category: 'water',
    faults: ['WaterHigh'],
    title: ['饮水量突然上升', 'Water intake rises'],
    says: ['先找漏点，再想别的。', 'Look for a leak before anything else.'],
    text: [
      `1. 夜里关灯后水表还在走：肯定漏水。沿水线听滴水声，看湿粪和湿垫料。
2. 天热时饮水增加一到两倍是正常的：21 °C 时料水比约 1.6–1.8，30 °C 以上可达 3。
3. 换料后立刻增加：化验饲料盐分。
4. 同时拉稀：请兽医。`,
      `1. The meter runs at night with the lights off: a leak. Listen along the line, look for wet manure and litter.
2. In the heat twice or three times as much is normal: 1.6 to 1.8 litres a kilogram of feed at 21 °C, up to 3 above 30 °C.
3. Right after another feed: have its salt tested.
4. With loose droppings: call the vet.`,
    ],
  },
  {
    key: 'f19',
    category: 'feed',
    faults: ['FeedOverrun'],
    title: ['喂料机不停', 'The feeder will not stop'],
    says: ['料位开关没有感应到料。', 'The level switch does not see the feed.'],
    text: [
      `1. 擦净末端料位传感器，灰尘会让它一直“看不到”料。
2. 用手挡住传感器，机器应在几秒内停下；不停则检查接线和延时。
3. 行车式：检查行程开关是否被碰歪。
4. 处理前先按急停，防止料槽溢料。`,
      `1. Wipe the sensor at the end of the line: dust keeps it from seeing the feed.
2. Cover it with your hand; the line should stop within seconds. If not, look at its wiring and delay.
3. Travelling hopper: has the limit switch been bent?
4. Press the emergency stop first, so that the trough does not overflow.`,
    ],
  },
  {
    key: 'f20',
    category: 'feed',
    faults: ['FeedOverrun', 'SiloLow'],
    title: ['料线不走料', 'No feed arrives'],
    says: ['从料塔开始，一路查到料盘。', 'Begin at the silo and follow the line.'],
    text: [
      `1. 料塔里有料吗？没料就订料；有料却下不来，是结拱，用橡皮锤敲锥部。
2. 绞龙电机跳闸：查安全开关是否碰到。
3. 电机转、没有料：绞龙断裂或脱扣。
4. 断料 4 小时以上，恢复时分两次少量加料，防止抢食压死。

! 不要爬进料塔。结拱的料会突然塌下。`,
      `1. Is there feed in the silo? If it is there and does not come down it has bridged: tap the cone with a rubber hammer.
2. The auger has tripped: look at its safety switch.
3. The motor turns and nothing comes: the auger is broken or unhooked.
4. After four hours without feed give it back in two small portions, so that birds do not crush each other.

! Never climb into a silo. Bridged feed falls without warning.`,
    ],
  },
  {
    key: 'f21',
    category: 'equipment',
    title: ['清粪带跑偏', 'A manure belt runs off its track'],
    says: ['跑向哪边，就紧哪边。', 'Tighten the side it runs to.'],
    text: [
      `1. 停机，刮净主动辊和被动辊上的干粪：一侧粘粪就会跑偏。
2. 每次只调四分之一圈，运行一整圈再看。
3. 焊缝歪斜的带子调不直，需要重焊。
4. 调好后做记号，每周看一次。

! 皮带运行时不要用手清辊。`,
      `1. Stop, and scrape dry manure off both rollers: dirt on one side pushes the belt aside.
2. Turn the screw by a quarter at a time, then let the belt go round once.
3. A crooked seam cannot be adjusted; weld it again.
4. Mark the position, and look once a week.

! Never clean a roller by hand while the belt runs.`,
    ],
  },
  {
    key: 'f22',
    category: 'egg',
    title: ['破蛋率高', 'Many broken eggs'],
    says: ['按破在哪里找原因。', 'Look at where they break.'],
    text: [
      `| 破在哪里 | 多半是 |
| 笼底 | 底网变形，坡度太大 |
| 蛋带上 | 堆积太多：增加收集次数 |
| 转弯、升降处 | 各段速度不一致，蛋托变形 |
| 壳薄，到处都破 | 老龄、高温或缺钙 |

用电子蛋走一遍，能看出撞击在哪一段。高温季下午补钙（粗颗粒贝壳）效果最好。`,
      `| Where they break | Mostly |
| in the cage | a bent floor, too steep |
| on the belt | too many at once: collect more often |
| at corners and elevators | sections run at different speeds, bent carriers |
| everywhere, thin shells | old hens, heat, too little calcium |

An electronic egg that goes along shows where the blow is. In the heat coarse shell in the afternoon helps most.`,
    ],
  },
  {
    key: 'f23',
    category: 'power',
    faults: ['PowerFail', 'GeneratorNotRunning', 'PhaseLoss'],
    title: ['停电时怎么办', 'What to do in a power failure'],
    says: [
      '密闭鸡舍夏季停电，十几分钟就可能开始死鸡。',
      'In summer birds in a closed house can begin to die within a quarter of an hour.',
    ],
    cover: 'power',
    mode: 'big',
    text: [
      `! 大鸡：第一件事是打开应急进风口和两端大门，冬天也一样，没有风机一小时内就会闷死。第二件事才是发电机。

! 两周以内的雏鸡、舍外较冷：保持关闭，设法加温，同时启动发电机。开门几十分钟就会冻死。

[power]

## 前 5 分钟

1. 大鸡：打开应急窗、落下卷帘，两端大门对开。雏鸡：关好门窗，准备热源。
2. 发电机没有自动启动：到机房手动启动，再合上切换开关。
3. 打电话给负责人和邻近能帮忙的人。

## 电来了以后

1. 风机一组一组地恢复，避免同时启动跳闸。
2. 检查报警器、水泵、照明时间。
3. 在系统里确认报警并写下原因。

## 平时

- 每周带载试机，不只是空转：小时表走了不等于能带动风机。
- 每月试一次停电自动开窗，每 90 天试一次双电源切换。`,
      `! With grown birds first open the emergency inlets and both end doors, in winter too: without fans they suffocate within the hour. The generator comes second.

! Chicks under two weeks, when it is cold outside, stay shut and get heat while somebody starts the generator. With doors open they are chilled within half an hour.

[power]

## The first five minutes

1. Grown birds: open the emergency windows, drop the curtains, open the doors at both ends. Chicks: keep it shut and bring heat.
2. The generator did not start by itself: start it by hand, then close the transfer switch.
3. Call the owner and whoever is near and can help.

## When power is back

1. Bring the fans back group by group, so that they do not trip together.
2. Check the alarm unit, the pumps and the light program.
3. Confirm the alarm here, and write down why it happened.

## Before it happens

- Run the generator under load every week. An hour meter that moves does not prove that it can carry the fans.
- Test the automatic opening every month and the transfer switch every 90 days.`,
    ],
  },
  {
    key: 'f24',
    category: 'alarm',
    title: ['频繁误报', 'Too many false alarms'],
    says: ['报得太多，真报警就没人理了。', 'Who is called too often no longer comes.'],
    text: [
      `- 加延时 60–120 秒：风机切换时的短时波动不再报警。
- 夏季打开“舍外温度补偿”：上限取舍外温度加 3 °C。
- 同一支探头反复报警：先修探头，不要放宽上限。

! 绝对高温、停电、无数据三种报警不能关闭，只有空舍模式除外。`,
      `- Add a delay of 60 to 120 seconds: what passes while fans switch is then not told.
- In summer use the compensation by outside temperature: the limit is outside plus 3 °C.
- Always the same probe: repair it instead of widening the limit.

! Absolute high temperature, power failure and no data cannot be switched off, except in an empty house.`,
    ],
  },
]
