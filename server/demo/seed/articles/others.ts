import type { SeededArticle } from './seeded-article.ts'

/** Routine maintenance, by machine. */
export const maintain: readonly SeededArticle[] = [
  {
    key: 'fans',
    category: 'air',
    title: ['风机与皮带：每月一小时', 'Fans and belts: one hour a month'],
    says: ['脏污和松皮带会吃掉三分之一的风。', 'Dirt and slack belts cost a third of the airflow.'],
    text: [
      `[belt]

! 断电、挂牌，再打开防护网。

| 做什么 | 周期 |
| 清洁扇叶、百叶和防护网 | 14 天，每次空舍 |
| 检查皮带张紧与磨损 | 30 天 |
| 轴承加脂、听异响 | 90 天 |
| 测电流、绝缘和端子 | 180 天 |
| 更换皮带、测转速 | 365 天 |

皮带外缘应与皮带轮外缘齐平；陷进去一毫米以上就该换了。成组更换，不要新旧混用。`,
      `[belt]

! Switch off and tag out before you open a guard.

| Task | How often |
| Clean blades, shutters and guards | 14 days, and in every empty house |
| Check tension and wear of belts | 30 days |
| Grease bearings, listen for noise | 90 days |
| Measure current, insulation, terminals | 180 days |
| Replace belts, measure speed | 365 days |

A good belt sits level with the rim of its pulley; one that sits more than a millimetre lower is worn out. Replace all belts of a fan together.`,
    ],
  },
  {
    key: 'generator',
    category: 'power',
    cover: 'power',
    mode: 'left',
    title: ['发电机：带载试机，才算试过', 'Generator: only a test under load is a test'],
    says: [
      '空转半小时，不能说明它带得动风机。',
      'Half an hour of idling does not prove that it can carry the fans.',
    ],
    text: [
      `[power]

1. 每 7 天启动一次，查油位、冷却液、电瓶。
2. 每 30 天带载：拉掉市电，看双电源切换、风机能否一组组起来，运行 30 分钟。
3. 每 30 天试验停电自动开窗。
4. 每年专业保养：机油、三滤、皮带。

记录日期、带了哪些设备、电压和结果——保险和主管部门认的是记录，不是小时表。`,
      `[power]

1. Every 7 days, start it and check oil, coolant and battery.
2. Every 30 days, run it under load: cut the mains, watch the transfer and the fans come back group by group, and run it for 30 minutes.
3. Every 30 days, test the automatic opening of the emergency windows.
4. Once a year, have it serviced: oil, filters, belts.

Write down the date, what it carried, the voltage and the result. Insurers and authorities ask for that record, not for the hour meter.`,
    ],
  },
  {
    key: 'sensors',
    category: 'sensor',
    title: ['传感器比对与校准', 'Comparing and calibrating sensors'],
    says: ['环控器只和它的探头一样聪明。', 'A controller is only as good as its probes.'],
    text: [
      `| 传感器 | 周期 | 做法 |
| 温度 | 60 天 | 与标准温度计同挂 15 分钟，填校正值 |
| 湿度 | 90 天 | 比对，滤帽发黑就换 |
| 静压 | 30 天 | 拔管归零，吹通气管 |
| 氨气、二氧化碳 | 180 天 | 零点和量程校准 |
| 鸡秤 | 7 天 | 清洁，用砝码校准 |

记下校准前和校准后的读数；两次校准之间偏得越来越多，就该换了。`,
      `| Sensor | Every | How |
| Temperature | 60 days | hang beside a reference for 15 minutes, enter the correction |
| Humidity | 90 days | compare; replace a black cap |
| Pressure | 30 days | pull off the tube, zero the sensor, blow out the tube |
| Ammonia, carbon dioxide | 180 days | zero and span |
| Bird scale | 7 days | clean, use a known weight |

Write down the reading before and after. Replace a sensor that drifts further each time.`,
    ],
  },
  {
    key: 'pads',
    category: 'air',
    cover: 'pad',
    mode: 'right',
    title: ['水帘的一年', 'A year of the cooling pads'],
    says: [
      '春天通水前、夏天每周、秋天收尾。',
      'Before the first use, every week in summer, and at the end of the season.',
    ],
    text: [
      `[pad]

## 春：通水前

1. 清除灰尘和鸟巢，检查塌陷。
2. 逐个疏通喷水孔，冲洗水池。

## 夏：每周

1. 冲洗或排空循环水，测 pH（6–9）。
2. 每天让湿帘完全晾干一次。

## 秋：停用

1. 除垢除藻，放净水管和水泵。
2. 外侧封严，防冻防漏风。`,
      `[pad]

## Spring, before the first use

1. Remove dust and birds’ nests, and look for collapsed paper.
2. Clear every spray hole and wash the tank.

## Summer, every week

1. Flush or change the water and test its pH: 6 to 9.
2. Let the pads dry completely once a day.

## Autumn

1. Remove scale and algae, drain pipe and pump.
2. Cover the outside tightly against frost and draughts.`,
    ],
  },
]

/** How equipment is installed. */
export const install: readonly SeededArticle[] = [
  {
    key: 'probes',
    category: 'sensor',
    title: ['温度探头装在哪里', 'Where temperature probes hang'],
    says: ['装错地方，再准的探头也在骗人。', 'In the wrong place, even the best probe is wrong.'],
    text: [
      `[probe]

1. 高度：鸡背上方 10–20 cm；层叠笼挂在中间层的走道侧。
2. 数量：每 30 m 至少一支，首、中、尾必有。
3. 距离：离墙 1.5 m 以上，离灯、热风口、进风口 2 m 以上。
4. 线缆：与动力线分槽，接头朝下留滴水弯。
5. 舍外探头：北墙背阴、离地 2 m，远离排风口。

装好后在环控器里逐支命名，用手握一支，看是不是对应那一支在升。`,
      `[probe]

1. Height: 10 to 20 cm above the backs of the birds; with stacked cages at the middle tier, on the aisle side.
2. Number: at least one for every 30 m, always including front, middle and end.
3. Distance: 1.5 m from walls, 2 m from lamps, heaters and inlets.
4. Cable: away from power cables; connectors point down, with a drip loop.
5. Outside probe: on the north wall in the shade, 2 m above ground, away from fans.

Then name each probe in the controller: hold one in your hand and see whether the right one rises.`,
    ],
  },
  {
    key: 'gateway',
    category: 'controller',
    title: ['网关安装与上线', 'Installing a gateway and bringing it online'],
    says: ['从通电到看到第一条数据，约 20 分钟。', 'About 20 minutes from power-up to the first reading.'],
    text: [
      `1. 装在控制柜旁、离地 1.5 m，避开水汽；天线竖直朝上。
2. 接 24 V 电源和通信线（A、B 不要接反），屏蔽层单端接地。
3. 插入 4G 卡或接网线，等网络灯常亮。
4. 在“设备管理”新增网关，把一次性密钥写入网关。
5. 3 分钟内状态变为在线，再把环控器挂到它下面。

* 密钥只显示一次。丢了就重置，旧的立即失效。`,
      `1. Mount it beside the cabinet, 1.5 m above ground, away from moisture, with the aerial pointing up.
2. Connect 24 V and the cable of the controllers (do not swap A and B), ground the shield at one end.
3. Insert the SIM or plug in the network and wait for a steady light.
4. Add the gateway under device management and enter the secret into it.
5. Within three minutes it is online; then add the controllers to it.

* The secret is shown only once. If it is lost, reset it; the old one stops working at once.`,
    ],
  },
]

/** How to use the application. */
export const instructions: readonly SeededArticle[] = [
  {
    key: 'phone',
    category: 'start',
    title: ['把智慧农场装到手机上', 'Smart Farm on your phone'],
    says: ['不用应用商店，一分钟。', 'No app store needed. It takes a minute.'],
    text: [
      `1. 用手机浏览器打开网址并登录。
2. 安卓：菜单 → 添加到主屏幕。苹果：分享 → 添加到主屏幕。
3. 打开后允许通知，夜里报警才会响。
4. 在个人中心 → 消息渠道里选择哪些消息要推送。

没有网络时仍能查看上次的数据（标明时间）并填写养殖日志，恢复后自动上传。`,
      `1. Open the address in the phone’s browser and sign in.
2. Android: menu, add to home screen. iPhone: share, add to home screen.
3. Allow notifications, or no alarm will ring at night.
4. Choose which messages are pushed under personal center, message channels.

Without a network you still see the last data, marked with their age, and can fill in the daily record. It is sent when you are back online.`,
    ],
  },
  {
    key: 'alarm-steps',
    category: 'alarm',
    title: ['收到报警以后', 'After an alarm'],
    says: ['看到、出发、到场、查明、解决。', 'Seen, going, on site, cause found, solved.'],
    text: [
      `1. 打开报警即算“已看到”，但电话链不会停。
2. 点“我去处理”，别人就知道有人在路上。
3. 到了点“已到场”，扫鸡舍的码更可信。
4. 查明原因后选一个，系统会提示相应的常见问题。
5. 解决后报警归档，可在报警列表里回看前后两小时曲线。

! 智慧农场不能代替鸡舍内独立的报警器和应急开窗。`,
      `1. Opening an alarm counts as seen, but the calls go on.
2. Tap “I am going”, so that the others know somebody is on the way.
3. In the house, choose “on site”. Scanning the code of the house proves it.
4. Choose the cause when you have found it. The matching help article is offered.
5. Solved alarms stay in the list, with a chart of two hours before and after.

! Smart Farm does not replace an independent alarm and emergency opening in the house.`,
    ],
  },
  {
    key: 'share-farm',
    category: 'start',
    title: ['授权厂家查看农场数据', 'Letting the provider see your farm'],
    says: ['您决定谁看、看多久。', 'You decide who sees it, and for how long.'],
    text: [
      `在个人中心 → 农场访问里有两项授权：

- 农场数据（RA）：厂家和代理商能看到读数、报警、参数、摄像头画面和批次。
- 远程控制（RC）：还能修改参数，每次修改都有记录。

每项都要选结束日期，最长两年。随时可以收回，2 秒内生效。谁看过、改过什么，在同一页的记录里。`,
      `There are two permissions in the personal center, under farm access:

- Farm data (RA): provider and agent see readings, alarms, settings, cameras and flocks.
- Remote control (RC): they may also change settings. Every change is recorded.

Each has an end date, at most two years ahead. You can take it back at any time; it ends within two seconds. The same page shows who looked and who changed something.`,
    ],
  },
]

/** News of the trade and of the product. */
export const news: readonly SeededArticle[] = [
  {
    key: 'winter-checklist',
    cover: 'winter',
    mode: 'three',
    title: ['入冬前十项检查', 'Ten checks before winter'],
    says: ['现在花一个下午，省一冬天的燃料。', 'One afternoon now saves fuel all winter.'],
    text: [
      `1. 空舍时开一台大风机做气密性试验：37.5 Pa 以上为好，不到 25 Pa 要堵漏。
2. 堵水帘、门缝和停用的风机。
3. 校准小窗开度，左右一致。
4. 燃烧器保养并测一氧化碳。
5. 温度探头逐支比对。
6. 清粪带电机和减速机油位。
7. 水线保温，外露管道缠伴热带。
8. 发电机带载试机，换冬季柴油。
9. 报警电话链试拨一遍。
10. 灭鼠，检查电线。`,
      `1. In the empty house, test how tight it is with one large fan: 37.5 Pa or more is good, below 25 Pa is poor.
2. Seal the pads, door gaps and fans that stay off.
3. Calibrate the inlets so that both sides open equally.
4. Service the heaters and measure carbon monoxide.
5. Compare the probes one by one.
6. Check the motors of the manure belts and the oil in their gearboxes.
7. Insulate the water lines and fit trace heating to pipes outside.
8. Run the generator under load, with winter fuel.
9. Test the whole alarm chain with one call to everybody.
10. Control rats and mice, and check the cables for bites.`,
    ],
  },
  {
    key: 'articles-are-here',
    title: [
      '知识库上线：中英文、可搜索、手机可读',
      'The library is here: two languages, searchable, on your phone',
    ],
    says: [
      '三十个常见故障，从“先看什么”写起。',
      'Thirty common faults, each starting with what to check first.',
    ],
    text: [
      `从今天起，安装文档、日常维护、常见问题、养殖基础都在这里。

- 搜索支持中英文，输入“氨气”或 ammonia 都能找到。
- 觉得有用就点赞；没解决，直接去“我的提问”。
- 可打印，贴在控制柜里。`,
      `From today, installation guides, maintenance, FAQ and breeding basics are all here.

- Search works in both languages: 氨气 and ammonia find the same article.
- Like an article that helped. If it did not, ask under “My questions”.
- Print an article and hang it in the control cabinet.`,
    ],
  },
]
