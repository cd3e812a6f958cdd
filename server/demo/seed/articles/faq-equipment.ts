import type { SeededArticle } from './seeded-article.ts'

/** Faults of machines, water, feed and power. */
export const equipmentFaq: readonly SeededArticle[] = [
  {
    key: 'f14',
    category: 'equipment',
    faults: ['FanGroupFault'],
    title: ['风机不转', 'A fan does not run'],
    says: [
      '先看热继电器，再看皮带，最后量电压。',
      'Check the overload relay first, then the belt, then the voltage.',
    ],
    text: [
      `! 打开防护网之前断电并挂牌。变频器停机后电容仍带电，等 5 分钟。

1. 控制柜里热继电器是否跳闸：按下复位，听电机声音。
2. 马上又跳：皮带卡死、轴承抱死或缺相。
3. 电机转、扇叶不转：皮带断了。皮带使用一年以上应更换。
4. 量三相电压，相间差超过 2 % 请电工处理。
5. 环控器显示已开、接触器不吸合：查继电器输出和线圈。

修好之前把通风级别提高一级，并关严这台风机的百叶，否则风会从这里倒灌。`,
      `! Switch off and tag out before you open the guard. The capacitors of a drive stay charged for five minutes.

1. Has the overload relay tripped? Reset it and listen to the motor.
2. If it trips again at once: a seized bearing, a jammed belt or a missing phase.
3. If the motor turns and the blades do not, the belt is broken. Replace belts once a year.
4. Measure all three voltages. If they differ by more than 2 %, call an electrician.
5. If the controller shows the fan on and the contactor does not pull in, check relay output and coil.

Until it is repaired, run one level higher and close the shutter of that fan, or air comes in through it.`,
    ],
  },
  {
    key: 'f15',
    category: 'equipment',
    title: ['风机反转或风量小', 'A fan runs backwards or weakly'],
    says: ['新装或检修后最常见。', 'Most common after installation or repair.'],
    text: [
      `[belt]

- 反转：对调任意两相。站在舍外，百叶应被风顶开。
- 风量小：皮带打滑（轮面发亮）、百叶卡滞、扇叶积灰。
- 用手机拍一段慢动作，数每分钟转数，与铭牌比较；低于 90 % 就换皮带。
- 一排风机中只有一台弱：检查这台的百叶重锤和弹簧。`,
      `[belt]

- Backwards: swap any two phases. Seen from outside, the air should blow the shutter open.
- Weak: the belt slips (shiny pulley), the shutter sticks, dust on the blades.
- Count the turns in a slow-motion video and compare with the rating plate. Below 90 %, replace the belt.
- If only one fan in a row is weak, check the counterweight and spring of its shutter.`,
    ],
  },
  {
    key: 'f16',
    category: 'equipment',
    faults: ['PadPumpFault'],
    title: ['水帘有干斑', 'Dry streaks on the pads'],
    says: ['干的地方进的是热风。', 'Hot air comes in through every dry patch.'],
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

1. Open the end cap of the spray pipe and flush for two minutes.
2. Clean the strainer and clear every spray hole.
3. Check the pump flow: about 6 to 8 litres a minute for each metre of pad.
4. White scale: descale while the pads are out of use, keep the pH between 6 and 9, and bleed off more water.
5. Let the pads dry completely once a day to stop algae.

Streaks that remain usually mean collapsed paper. Consider new pads after about four years.`,
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
      `! No water flow for 30 minutes with the lights on is an emergency.

1. Check the regulator and the meter: is water arriving at all?
2. Bleed the line: open the flush valve at the end until the flow is steady.
3. If pressure drops across the filter, backwash or replace it.
4. After medication: the medicine may have crystallised in the nipples, or the birds dislike the taste.
5. If everything works, look at the birds: feed, droppings, behaviour; call the vet.

A difference of up to 10 % from the same hour yesterday is normal.`,
    ],
  },
  {
    key: 'f18',
    category: 'water',
    faults: ['WaterHigh'],
    title: ['饮水量突然上升', 'Water intake rises'],
    says: ['先找漏点，再想别的。', 'Rule out a leak before anything else.'],
    text: [
      `1. 夜里关灯后水表还在走：肯定漏水。沿水线听滴水声，看湿粪和湿垫料。
2. 天热时饮水增加近一倍是正常的：21 °C 时水料比约 1.6–1.8，30 °C 以上可达 3。
3. 换料后立刻增加：化验饲料盐分。
4. 同时拉稀：请兽医。`,
      `1. If the meter runs at night with the lights off, there is a leak. Listen along the line and look for wet manure or litter.
2. In the heat nearly twice as much is normal: 1.6 to 1.8 litres for each kilogram of feed at 21 °C, up to 3 litres above 30 °C.
3. Right after a change of feed: have its salt content tested.
4. With loose droppings as well: call the vet.`,
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
      `1. Wipe the level sensor at the end of the line: dust keeps it from seeing the feed.
2. Cover it with your hand. The line should stop within seconds; if not, check its wiring and delay.
3. Travelling hopper: is the limit switch bent?
4. Press the emergency stop before you start, so that the trough does not overflow.`,
    ],
  },
  {
    key: 'f20',
    category: 'feed',
    faults: ['FeedOverrun', 'SiloLow'],
    title: ['料线不走料', 'No feed arrives'],
    says: ['从料塔开始，一路查到料盘。', 'Start at the silo and follow the line to the pans.'],
    text: [
      `1. 料塔里有料吗？没料就订料；有料却下不来，是结拱，用橡皮锤敲锥部。
2. 绞龙电机跳闸：查安全开关是否碰到。
3. 电机转、没有料：绞龙断裂或脱扣。
4. 断料 4 小时以上，恢复时分两次少量加料，防止抢食压死。

! 不要爬进料塔。结拱的料会突然塌下。`,
      `1. Is there feed in the silo? If there is and it does not come down, it has bridged: tap the cone with a rubber mallet.
2. If the auger motor has tripped, check its safety switch.
3. If the motor turns and no feed comes, the auger is broken or has come loose.
4. After more than four hours without feed, give two small portions first, so that the birds do not crush each other.

! Never climb into a silo. Bridged feed collapses without warning.`,
    ],
  },
  {
    key: 'f21',
    category: 'equipment',
    title: ['清粪带跑偏', 'A manure belt runs off to one side'],
    says: ['跑向哪边，就紧哪边。', 'Tighten the side it runs towards.'],
    text: [
      `1. 停机，刮净主动辊和被动辊上的干粪：一侧粘粪就会跑偏。
2. 每次只调四分之一圈，运行一整圈再看。
3. 焊缝歪斜的带子调不直，需要重焊。
4. 调好后做记号，每周看一次。

! 皮带运行时不要用手清辊。`,
      `1. Stop, and scrape dry manure off both rollers: dirt on one side pushes the belt aside.
2. Turn the screw a quarter turn at a time, then let the belt go round once and look again.
3. A crooked seam cannot be adjusted away: weld it again.
4. Mark the position and check it once a week.

! Never clean a roller by hand while the belt runs.`,
    ],
  },
  {
    key: 'f22',
    category: 'egg',
    title: ['破蛋率高', 'Many broken eggs'],
    says: ['按破在哪里找原因。', 'Find out where they break.'],
    text: [
      `| 破在哪里 | 多半是 |
| 笼底 | 底网变形，坡度太大 |
| 蛋带上 | 堆积太多：增加收集次数 |
| 转弯、升降处 | 各段速度不一致，蛋托变形 |
| 壳薄，到处都破 | 老龄、高温或缺钙 |

用电子蛋走一遍，能看出撞击在哪一段。高温季下午补钙（粗颗粒贝壳）效果最好。`,
      `| Where they break | Mostly |
| in the cage | a bent floor, too steep |
| on the egg belt | too many at once: collect more often |
| at corners and lifts | sections running at different speeds, bent carriers |
| everywhere, thin shells | old hens, heat, too little calcium |

An electronic egg sent along the line shows where the knocks are. In hot weather, coarse oyster shell in the afternoon helps most.`,
    ],
  },
  {
    key: 'f23',
    category: 'power',
    faults: ['PowerFail', 'GeneratorNotRunning', 'PhaseLoss'],
    title: ['停电时怎么办', 'What to do in a power failure'],
    says: [
      '密闭鸡舍夏季停电，十几分钟就可能开始死鸡。',
      'In summer, birds in a closed house can begin to die within a quarter of an hour.',
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

- 每周启动一次，每 30 天拉掉市电带载试机，看双电源切换：小时表走了不等于能带动风机。
- 每月试一次停电自动开窗。`,
      `! Grown birds: first open the emergency inlets and both end doors, in winter too. Without fans they suffocate within the hour. The generator comes second.

! Chicks under two weeks, when it is cold outside: keep the house shut and bring heat while somebody starts the generator. With the doors open they are chilled within half an hour.

[power]

## The first five minutes

1. Grown birds: open the emergency windows, drop the curtains, open the doors at both ends. Chicks: keep it shut and bring heat.
2. If the generator did not start by itself, start it by hand, then close the transfer switch.
3. Call the owner, and anybody nearby who can help.

## When power is back

1. Bring the fans back group by group, so that they do not trip the supply.
2. Check the alarm unit, the pumps and the lighting program.
3. Acknowledge the alarm here and write down the cause.

## Before it happens

- Start the generator every week. Every 30 days cut the mains, watch the transfer and run it under load: an hour meter that moves does not prove that it can carry the fans.
- Test the automatic opening every month.`,
    ],
  },
  {
    key: 'f24',
    category: 'alarm',
    title: ['频繁误报', 'Too many false alarms'],
    says: ['报得太多，真报警就没人理了。', 'People who are called too often stop coming.'],
    text: [
      `- 加延时 60–120 秒：风机切换时的短时波动不再报警。
- 夏季打开“舍外温度补偿”：上限取舍外温度加 3 °C。
- 同一支探头反复报警：先修探头，不要放宽上限。

! 绝对高温、停电、无数据三种报警不能关闭，只有空舍模式除外。`,
      `- Add a delay of 60 to 120 seconds, so that short swings while fans switch raise no alarm.
- In summer, turn on compensation by outside temperature: the limit is then outside plus 3 °C.
- If it is always the same probe, repair it instead of widening the limit.

! Absolute high temperature, power failure and no data cannot be switched off, except in an empty house.`,
    ],
  },
]
