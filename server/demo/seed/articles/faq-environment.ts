import type { SeededArticle } from './seeded-article.ts'

/** Faults of air, sensors and controllers: what to look at first, and what it usually is. */
export const environmentFaq: readonly SeededArticle[] = [
  {
    key: 'f01',
    category: 'environment',
    faults: ['HighTemp', 'AbsHighTemp', 'EmergencyVent'],
    title: ['舍内温度高于目标温度，风机已全开', 'House too hot with all fans on'],
    says: [
      '风机全开仍降不下来，问题多半在风没有真正流过鸡群。',
      'If every fan runs and it stays hot, the air is usually not passing the birds.',
    ],
    text: [
      `! 成鸡舍 32 °C 要尽快处理，35 °C 是紧急情况。先让风动起来，再找原因。

! 三周以内的小鸡不同：先看加热器是不是停不下来，关掉加热，再加大最小通风。不开纵向通风和水帘，不停料。

[tunnel]

## 先查这几项

1. 看静压。纵向通风正常为 20–40 Pa：低于 10 Pa 说明漏风，高于 50 Pa 说明进风受阻。
2. 到每台风机前听一听、摸一摸：皮带打滑、百叶没有全开，风量最多会少四分之一。
3. 沿墙走一圈，关好侧门、清粪口和空鸡舍一侧的门。门一开，风就走近路，不经过鸡。
4. 看水帘：有干斑的地方进的是热风。

## 常见原因

- 百叶脏、皮带松，扇叶积灰：脏污会损失 30 %–40 % 的风量。
- 小窗或导流板开得不够，风机在“憋着”转。
- 舍外本来就热：水帘关着时，舍内不可能低于舍外。
- 温度探头靠近灯或被太阳晒到，读数偏高。

## 还是降不下来

只对大鸡：停料 4–6 小时，在舍内慢走让鸡起身散热，保证饮水清凉。请在“我的报修”里附上静压和各风机照片。`,
      `! With adult birds, act soon at 32 °C and at once at 35 °C. Get the air moving first and look for the cause afterwards.

! Birds under three weeks are different. First check for a heater that will not stop, turn the heat off, then raise the minimum ventilation. No tunnel, no pads, and leave them their feed.

[tunnel]

## Check first

1. Static pressure. Tunnel ventilation works at 20 to 40 Pa. Below 10 Pa the house leaks; above 50 Pa the air cannot get in.
2. Stop at every fan, look and listen. A slipping belt or a half-open shutter costs up to a quarter of the airflow.
3. Walk round the house and shut side doors and the manure exit. Air takes the shortest way: through an open door it misses the birds.
4. Look at the pads: hot air comes in through every dry patch.

## Common causes

- Dirty shutters, loose belts, dust on the blades. Dirt alone costs 30 to 40 % of the airflow.
- Inlets or baffles that are not open far enough, so that the fans work against them.
- It is simply hot outside. Without pads, a house cannot be cooler than the air it takes in.
- A probe near a lamp or in the sun reads too high.

## If it stays hot

Grown birds only: stop feeding for 4 to 6 hours, walk slowly through the house so that heat escapes from between the birds, and keep the drinking water cool. Then send a repair request with the pressure and photos of the fans.`,
    ],
  },
  {
    key: 'f02',
    category: 'environment',
    faults: ['PressureLow'],
    title: ['静压过低', 'Static pressure too low'],
    says: ['静压低，冷风就直接落到鸡身上。', 'Without pressure, cold air drops straight onto the birds.'],
    text: [
      `## 先看风机

有鸡时静压突然变低，先到每台风机前看：皮带掉了、百叶没开，风机在转也没有风。再看静压管，最后找漏点。

## 空舍时做一次气密性试验

! 只在空舍做。有鸡时绝不能关闭进风口，鸡群很快就会缺氧。

1. 关闭所有门、窗和进风口，只开一台大风机。
2. 读静压：37.5 Pa 以上为严实；不到 25 Pa 为漏风，要堵。

## 找漏点

- 停着的风机百叶没关严，外面的风从那里倒灌。
- 侧门、清粪口、水帘四周的缝隙。冬天白天在舍内关灯，看透光的地方。
- 小窗开度太大：最小通风时缝隙 3–5 cm 就够。
- 静压管被灰尘或水堵住：拔下吹通，再归零。

* 先堵漏，再调开度。漏风的鸡舍怎么调都不均匀。`,
      `## First the fans

If the pressure drops while birds are in the house, check every fan first: one with a broken belt or a stuck shutter turns but moves no air. Then check the tube of the pressure sensor. Look for leaks last.

## Tightness test, in an empty house only

! Never with birds in the house. With the inlets shut they soon run out of air.

1. Close all doors, windows and inlets, and run one large fan.
2. Read the pressure. 37.5 Pa or more is a tight house; below 25 Pa it leaks and must be sealed.

## Where it leaks

- Shutters of idle fans that do not close, so that outside air blows back in.
- Side doors, the manure exit, the edges of the pads. Turn off the lights on a bright day and look for daylight.
- Inlets that are open too far: 3 to 5 cm is enough at minimum ventilation.
- A sensor tube blocked by dust or water: pull it off, blow it out and zero the sensor.

* Seal first, then adjust. No setting makes a leaky house even.`,
    ],
  },
  {
    key: 'f03',
    category: 'environment',
    faults: ['PressureHigh', 'InletStuck'],
    title: ['静压过高', 'Static pressure too high'],
    says: ['风机在拉，空气进不来。', 'The fans pull, but no air gets in.'],
    text: [
      `! 超过 60 Pa 时先打开进风口，再降一级通风。顺序不要反：进风口没开就减风机，换气量不够。

## 依次检查

1. 小窗是否真的打开：到舍内看，不要只看环控器上的开度。
2. 钢丝绳有没有脱轮，推杆有没有卡在限位。
3. 水帘是否结垢堵塞。湿帘纸透过来的光应当均匀。
4. 遮光罩、防鸟网上是否积满灰和羽毛。

修好后把开度反馈重新校准（0 % 和 100 % 各记一次）。`,
      `! Above 60 Pa, open the inlets first, then go down one level. Keep to this order: with the inlets still shut and fewer fans, the birds get too little air.

## Check in this order

1. Are the inlets really open? Look inside the house, not at the figure on the controller.
2. Has a cable come off its pulley? Is an actuator stuck at its limit?
3. Are the pads blocked with scale? Light should come through them evenly.
4. Are light traps and bird nets full of dust and feathers?

When it is repaired, recalibrate the position feedback at 0 % and at 100 %.`,
    ],
  },
  {
    key: 'f04',
    category: 'environment',
    faults: ['HighNH3'],
    title: ['氨气偏高', 'Ammonia high'],
    says: [
      '人蹲到鸡的高度感到刺眼，氨气多半已超过 20 ppm。',
      'If your eyes sting at bird height, there is probably more than 20 ppm.',
    ],
    text: [
      `| 氨气 | 怎么看 |
| 10 ppm 以下 | 良好 |
| 20 ppm 以上 | 预警：采食和增重开始受影响 |
| 25 ppm 以上 | 报警：眼和气管受损 |

## 立即做

1. 超过 25 ppm：立即把最小通风加大一半，并保持加热；之后几天再每次 10–15 秒微调。
2. 清粪带每天至少运行一次，夏天两次。
3. 找漏水的乳头和接头，湿粪比干粪放氨快得多。

## 平养鸡舍

垫料能攥成团就太湿了：翻松、补干垫料，并检查饮水线高度。

* 冬天不要为了省燃料把风关小。湿气不出去，多烧的燃料就白烧了。`,
      `| Ammonia | What it means |
| below 10 ppm | good |
| above 20 ppm | warning: feed intake and growth begin to suffer |
| above 25 ppm | alarm: damage to eyes and windpipe |

## Do now

1. Above 25 ppm, raise the minimum ventilation by half at once and keep the heat on. Small steps of 10 to 15 seconds are for the days after.
2. Run the manure belts at least once a day, twice in summer.
3. Look for leaking nipples: wet manure gives off far more ammonia than dry manure.

## On litter

Litter that stays in a ball when you squeeze it is too wet. Turn it, add dry material and check the height of the drinkers.

* Do not close up the house in winter to save fuel. If the moisture stays in, the extra fuel is wasted.`,
    ],
  },
  {
    key: 'f05',
    category: 'environment',
    faults: ['HighCO2'],
    title: ['二氧化碳偏高', 'Carbon dioxide high'],
    says: ['冬季清晨最容易超标。', 'Most often on winter mornings.'],
    text: [
      `二氧化碳来自鸡的呼吸和无烟道的燃烧器，它本身不刺鼻，却说明换气量不够。

- 3000 ppm 以下：正常。
- 3000 ppm 以上：提高最小通风。
- 持续 3500 ppm（肉鸡）或达到 5000 ppm：立即处理。

## 处理

1. 达到 5000 ppm：先在舍外看风机是否停了；把最小通风加倍，同时保持加热。换气之前人不要进舍。
2. 3000–5000 ppm：每次把循环开启时间加 10–15 秒，以免着凉。
3. 检查燃烧器：火焰发黄说明燃烧不完全，会同时产生一氧化碳。
4. 换气后 15 分钟内应当回落；不回落就检查传感器零点。

! 一氧化碳无色无味。燃烧器异常时所有人先离开，从舍外通风，之后再进入。`,
      `Carbon dioxide comes from the birds’ breath and from heaters without a flue. You cannot smell it, but it shows that too little air is exchanged.

- Below 3,000 ppm: normal.
- Above 3,000 ppm: raise minimum ventilation.
- Broilers above 3,500 ppm for long, or any house at 5,000 ppm: act at once.

## What to do

1. At 5,000 ppm, check from outside first whether the fans have stopped. Double the minimum ventilation and keep the heat on. Do not go in before the house is aired.
2. From 3,000 to 5,000 ppm, add 10 to 15 seconds of fan time at a step, so that no bird is chilled.
3. Look at the heaters: a yellow flame means poor combustion, which also makes carbon monoxide.
4. It should fall within 15 minutes. If not, check the zero of the sensor.

! Carbon monoxide has no smell. If a heater is faulty, everybody leaves. Air the house from outside before anybody goes in.`,
    ],
  },
  {
    key: 'f06',
    category: 'environment',
    faults: ['HighHum'],
    title: ['湿度过高', 'Humidity too high'],
    says: ['蛋鸡 40 %–60 % 为宜，75 % 以上要处理。', 'Layers do best at 40 to 60 %. Act above 75 %.'],
    text: [
      `## 分两种情况

- 冷天：提高最小通风并同时加温。只加温不通风，水汽仍在舍内。
- 热天：舍外湿度高时水帘不但不降温，还让鸡无法散热。湿度到 80 % 停水帘，只靠风速。

## 还要看

1. 乳头和接头漏水、饮水压力过高。
2. 屋顶和钢管上是否有水珠滴落。
3. 湿度传感器的滤帽是否发黑，发黑就换。`,
      `## Two cases

- In cold weather: more minimum ventilation and more heat together. Heat alone leaves the moisture in the house.
- In hot weather: when it is humid outside, pads no longer cool, and they keep the birds from losing heat. Stop them at 80 % and rely on air speed.

## Also look at

1. Leaking nipples and joints, too much pressure in the water line.
2. Condensation on the roof and on pipes.
3. The filter cap of the humidity sensor: replace it when it is black.`,
    ],
  },
  {
    key: 'f07',
    category: 'environment',
    title: ['鸡舍两端温差大', 'Large difference from end to end'],
    says: ['纵向通风时首尾温差应小于 2.8 °C。', 'With tunnel ventilation it should stay below 2.8 °C.'],
    text: [
      `1. 用风速仪在中部鸡背高度测风速，成年蛋鸡夏季需要 2–3 m/s。
2. 风速不够：风机数量、皮带、百叶。
3. 风速够而温差大：中段漏风，或水帘一侧干、一侧湿。
4. 比对各探头：两支探头放在一起，差值应小于 0.5 °C。

温差超过 4 °C 时，热端的鸡会先少吃料、少下蛋。按热端的温度决定开几级，而不是按平均值。`,
      `1. Measure the air speed at bird height in the middle of the house. Adult layers need 2 to 3 m/s in summer.
2. If it is too slow, check fans, belts and shutters.
3. If it is fast enough and the house is still uneven, look for a leak halfway along, or pads that are wet on one side only.
4. Compare the probes: two of them side by side should differ by less than 0.5 °C.

Above 4 °C, birds at the warm end eat less and lay less. Choose the ventilation level by the warm end, not by the average.`,
    ],
  },
  {
    key: 'f08',
    category: 'environment',
    title: ['温度忽高忽低', 'Temperature swings'],
    says: ['多半是级差太大、切换太快。', 'Usually the steps are too big and follow too quickly.'],
    text: [
      `- 相邻两级风量相差不要超过一台大风机。
- 升级和降级之间留 0.5–1 °C 回差，并设 60–120 秒延时。
- 最小通风用 5 分钟一个循环；循环太长，每次开机都会把舍温拉下来。
- 加温启动温度应低于通风升级温度至少 1 °C，否则一边烧一边抽。

改好后看 24 小时曲线：波动在 ±1 °C 以内就可以。`,
      `- Neighbouring levels should differ by no more than one large fan.
- Leave 0.5 to 1 °C between going up and going down, and a delay of 60 to 120 seconds.
- Use a five-minute cycle at minimum ventilation. A longer one chills the house at every start.
- Start heating at least 1 °C below the next level. Otherwise the fans blow out what the heaters warm.

Then look at the 24-hour chart: within 1 °C either way is good.`,
    ],
  },
  {
    key: 'f09',
    category: 'sensor',
    faults: ['SensorTemp', 'SensorHum', 'SensorCO2', 'SensorNH3', 'SensorPressure', 'ProbesApart'],
    title: ['传感器显示 −40 或 85 等异常值', 'A sensor shows an impossible value'],
    says: ['是线路问题，不是鸡舍真的这么冷。', 'It is the wiring, not the house.'],
    text: [
      `| 显示 | 通常的原因 |
| −40 °C | 断线，或插头进水 |
| 85 °C 或更高 | 短路，或输入类型选错 |
| 来回跳动 | 接头松动，与动力线同槽 |

环控器会自动改用其余探头；全部失效时保持最后一级通风。

1. 断电后重新插紧插头，进水的用干布擦干。
2. 与旁边的探头对调：毛病跟着探头走，就换探头；留在原处，就查线。
3. 更换后填写校正值并看一夜曲线。`,
      `| Shown | Usual reason |
| −40 °C | a broken wire, or water in the plug |
| 85 °C or more | a short circuit, or the wrong input type |
| jumps about | a loose connector, or a power cable beside it |

The controller carries on with the other probes. If all fail, it keeps its last level.

1. Switch off, reseat the plug, and dry it if it is wet.
2. Swap it with the next probe. If the fault moves with the probe, replace the probe; if it stays, check the cable.
3. Enter the correction for the new probe and watch the chart for one night.`,
    ],
  },
  {
    key: 'f10',
    category: 'sensor',
    faults: ['OutdoorSensorMisplaced'],
    title: ['温度读数有偏差', 'Temperature reading is off'],
    says: ['每 60 天与标准温度计比对一次。', 'Compare it with a reference thermometer every 60 days.'],
    text: [
      `[probe]

1. 把标准温度计与探头绑在一起，挂在鸡背高度，等 15 分钟。
2. 差值在 0.5 °C 以内不用改。
3. 差值在 2 °C 以内填写校正值；超过 2 °C 应更换探头，不要靠校正掩盖。

探头不要挂在热风口、灯和进风口正下方，也不要晒到太阳。`,
      `[probe]

1. Tie a reference thermometer to the probe at bird height and wait 15 minutes.
2. Up to 0.5 °C apart: leave it.
3. Up to 2 °C: enter a correction. Beyond that, replace the probe: a correction would only hide the fault.

Never hang a probe under a heater, a lamp or an inlet, or in the sun.`,
    ],
  },
  {
    key: 'f11',
    category: 'controller',
    faults: ['SettingNotReturned'],
    title: ['远程设置下发失败', 'A setting was not applied'],
    says: ['先“获取最新状态”，再重试。', 'Ask for the latest state first, then try again.'],
    text: [
      `- 环控器离线：恢复后在有效期内会自动下发；过期后需重新发送。
- 现场有人正在操作菜单：请对方退出后再试。
- 参数已在现场被改过：系统提示冲突，比对后选择保留哪一个。
- 农场负责人没有授权远程控制（RC）：厂家和代理商不能修改，请负责人在个人中心授权。

发送后一定要看“回读值”：环控器读回来的才是真正生效的。`,
      `- The controller is offline: the change is sent when it is back, unless it has expired. Then send it again.
- Somebody is using the controller’s menu: ask them to leave it.
- The setting was changed in the house meanwhile: you see both values and choose one.
- The owner has not allowed remote control (RC): provider and agent can change nothing until the owner allows it in the personal center.

Always check the value that was read back: only that one is in force.`,
    ],
  },
  {
    key: 'f12',
    category: 'controller',
    faults: ['Offline', 'NoData', 'CommLost'],
    title: ['设备离线', 'Device offline'],
    says: [
      '没有数据不等于鸡舍没事，请派人去看。',
      'No data does not mean that all is well. Send somebody to look.',
    ],
    text: [
      `! 离线超过 10 分钟，请有人到舍内看一眼温度和风机。

1. 看网关电源灯。停电请先看“停电时怎么办”。
2. 看网络灯：4G 卡是否欠费，天线是否松动，路由器能否上网。
3. 断电 30 秒后重新上电，3 分钟内应当上线。
4. 只有一台环控器离线、网关在线：查这台环控器的通信线。

连接记录里能看到最后一次上线和断开的时间，报修时请一并截图。`,
      `! After ten minutes offline, somebody should check temperature and fans in the house.

1. Does the gateway have power? In a power failure, read “What to do in a power failure” first.
2. Check the network light: is there credit on the SIM, is the aerial tight, does the router work?
3. Switch it off for 30 seconds; it should be back within three minutes.
4. If only one controller is offline and the gateway is online, check the cable of that controller.

The connection history shows when it was last online. Add a screenshot to your repair request.`,
    ],
  },
  {
    key: 'f13',
    category: 'controller',
    faults: ['ClockDrift', 'ClockBehind', 'ClockAhead'],
    title: ['环控器时间不准', 'The controller’s clock is wrong'],
    says: ['光照和喂料都按它走。', 'Lighting and feeding follow it.'],
    text: [
      `差 2 分钟以上系统会提示。时间只能在环控器上修改：菜单 → 系统 → 时间。

- 断电后又变慢：更换主板电池（CR2032，约三年一次）。
- 整整差几个小时：检查时区。
- 改完后核对光照程序，防止当天多亮或少亮。`,
      `You are told when the clock is off by two minutes. It can only be set on the controller itself: menu, system, time.

- If it is slow again after a power cut, replace the battery on the board (CR2032, about every three years).
- If it is off by whole hours, check the time zone.
- Then check the lighting program, so that this day does not become longer or shorter.`,
    ],
  },
]
