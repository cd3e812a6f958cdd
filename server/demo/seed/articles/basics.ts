import type { SeededArticle } from './seeded-article.ts'

/** What a farmer needs to know about birds, with breeders' figures and their sources. */
export const basics: readonly SeededArticle[] = [
  {
    key: 'winter-air',
    category: 'air',
    cover: 'winter',
    mode: 'big',
    title: ['蛋鸡冬季换气：多少才算太少？', 'Winter air for layers: how little is too little?'],
    says: ['保温要紧，换气更要紧。', 'Warmth matters. Fresh air matters more.'],
    text: [
      `把鸡舍关严能保温，代价却是鸡来付：水汽、氨气和二氧化碳在你闻到之前就已经升高。冬天的最小通风是一项设定，不是碰运气。

[winter]

## 一只鸡要多少空气

海兰褐壳蛋鸡管理指南按舍外温度给出成年蛋鸡的换气量：

| 舍外温度 | 每千只 m³/h | 每只 m³/h |
| 0 °C | 850–1300 | 0.85–1.30 |
| 10 °C | 2550–3400 | 2.6–3.4 |
| 21 °C | 4250–5100 | 4.3–5.1 |
| 32 °C | 4650–9350 | 4.7–9.4 |

## 换气不足的三个信号

- 开灯时二氧化碳超过 3000 ppm。
- 氨气超过 20 ppm，或蹲在鸡的高度感到刺眼。
- 钢管滴水，清粪带发湿。

## 怎么加

每次把循环开启时间增加 10–15 秒，等一夜，同时看温度和二氧化碳。进风口开缝 3–5 cm，让冷风沿屋顶跑到中间再落下。

> 资料来源：Hy-Line International，褐壳蛋鸡管理指南，换气量表。`,
      `A closed house stays warm, but the hens pay for it: moisture, ammonia and carbon dioxide rise long before you smell them. In cold weather, minimum ventilation must be a setting, not a matter of chance.

[winter]

## How much air a hen needs

Hy-Line’s guide gives the air for adult hens by outside temperature:

| Outside | m³/h per 1,000 hens | per hen |
| 0 °C | 850 to 1,300 | 0.85 to 1.30 |
| 10 °C | 2,550 to 3,400 | 2.6 to 3.4 |
| 21 °C | 4,250 to 5,100 | 4.3 to 5.1 |
| 32 °C | 4,650 to 9,350 | 4.7 to 9.4 |

## Three signs of too little

- Carbon dioxide above 3,000 ppm when the lights come on.
- Ammonia above 20 ppm, or eyes that sting at bird height.
- Water drops on pipes, and wet manure belts.

## How to give more

Raise the fan time in steps of 10 to 15 seconds, wait a night, and watch temperature and carbon dioxide together. Keep the inlets open by 3 to 5 cm, so that the cold air runs along the roof and drops in the middle.

> Source: Hy-Line International, management guide for brown layers, table of air movement.`,
    ],
  },
  {
    key: 'chick-temperature',
    category: 'rearing',
    title: ['育雏温度：看表，更要看鸡', 'Brooding temperature: check the table, then the chicks'],
    says: [
      '温度计说的是空气，鸡说的是感受。',
      'The thermometer shows the air. The chicks show what they feel.',
    ],
    mode: 'left',
    cover: 'chicks',
    text: [
      `[chicks]

## 笼养褐壳蛋雏鸡（海兰）

| 日龄 | 笼养 °C | 平养 °C |
| 0–3 | 33–36 | 35–36 |
| 4–7 | 30–32 | 33–35 |
| 8–14 | 28–30 | 31–33 |
| 15–21 | 26–28 | 29–31 |
| 22–28 | 23–26 | 26–27 |
| 29–35 | 21–23 | 23–25 |
| 36 以后 | 21 | 21 |

## 肉鸡（罗斯，2025）

湿度不同，同样的体感需要不同的温度：第 0 天相对湿度 60 % 时 30.8 °C，40 % 时要 36 °C；第 21 天分别是 22.7 °C 和 26.9 °C。

## 看鸡

- 扎堆、尖叫：冷了。
- 张口喘、远离热源：热了。
- 分布均匀、吃喝不断：正好。

> 资料来源：Hy-Line International 管理指南；Aviagen，Ross 肉鸡管理手册 2025。`,
      `[chicks]

## Brown layer chicks (Hy-Line)

| Day | Cage °C | Floor °C |
| 0 to 3 | 33 to 36 | 35 to 36 |
| 4 to 7 | 30 to 32 | 33 to 35 |
| 8 to 14 | 28 to 30 | 31 to 33 |
| 15 to 21 | 26 to 28 | 29 to 31 |
| 22 to 28 | 23 to 26 | 26 to 27 |
| 29 to 35 | 21 to 23 | 23 to 25 |
| from 36 | 21 | 21 |

## Broilers (Ross, 2025)

For the same comfort, drier air must be warmer: on day 0, 30.8 °C at 60 % humidity and 36 °C at 40 %; on day 21, 22.7 °C at 60 % and 26.9 °C at 40 %.

## Look at the chicks

- Huddling and chirping loudly: too cold.
- Panting, and keeping away from the heat source: too hot.
- Evenly spread, some always eating and drinking: just right.

> Sources: Hy-Line International, management guide; Aviagen, Ross broiler handbook 2025.`,
    ],
  },
  {
    key: 'gas-limits',
    category: 'air',
    title: ['舍内气体限值一览', 'Gas limits at a glance'],
    says: ['超过哪条线该做什么。', 'What to do above each limit.'],
    text: [
      `| 气体 | 良好 | 预警 | 报警 |
| 氨气 | < 10 ppm | > 20 ppm | > 25 ppm |
| 二氧化碳（蛋鸡） | < 3000 ppm | > 3000 ppm | > 5000 ppm |
| 二氧化碳（肉鸡） | < 2500 ppm | > 3000 ppm | 持续 > 3500 ppm |
| 一氧化碳 | < 10 ppm | > 20 ppm | > 40 ppm |
| 硫化氢 | < 2 ppm | > 5 ppm | > 10 ppm |
| 氧气 | > 20 % | < 20 % | < 19.6 % |

! 一氧化碳和硫化氢会致人死亡，救人的人也常常倒下：报警时任何人都不要进入。从舍外开风机通风，拨打消防电话；只有佩戴空气呼吸器的人才能进去。

> 资料来源：Ross 2025、Cobb 2021、Hy-Line、Lohmann 管理指南；欧盟指令 2007/43/EC。`,
      `| Gas | Good | Warning | Alarm |
| Ammonia | < 10 ppm | > 20 ppm | > 25 ppm |
| Carbon dioxide, layers | < 3,000 ppm | > 3,000 ppm | > 5,000 ppm |
| Carbon dioxide, broilers | < 2,500 ppm | > 3,000 ppm | > 3,500 ppm for long |
| Carbon monoxide | < 10 ppm | > 20 ppm | > 40 ppm |
| Hydrogen sulphide | < 2 ppm | > 5 ppm | > 10 ppm |
| Oxygen | > 20 % | < 20 % | < 19.6 % |

! Carbon monoxide and hydrogen sulphide kill people, and those who go in to rescue them. At an alarm nobody goes in: ventilate from outside and call the fire service. Only breathing apparatus protects.

> Sources: guides of Ross 2025, Cobb 2021, Hy-Line and Lohmann; EU directive 2007/43/EC.`,
    ],
  },
  {
    key: 'water',
    category: 'water',
    title: ['饮水：最便宜的营养，最早的信号', 'Water: the cheapest feed and the earliest sign'],
    says: ['鸡病之前，水表先知道。', 'The meter knows before you can see it.'],
    text: [
      `## 正常范围

- 21 °C 时每吃 1 kg 料喝 1.6–1.8 L 水；30 °C 以上可达 3 L。
- 与昨天同一时刻相差 10 % 以内。
- 相差 20 % 预警，相差 40 % 或 30 分钟无流量报警。

## 每天

1. 早晨看昨夜的水表：关灯后还在走就是漏水。
2. 乳头高度随日龄调：第一天平眼，头几天雏鸡背部与地面成 35°–45° 喝水，之后升到 75°–85°。太低会打湿垫料。

## 每周

1. 测乳头流量，高压冲洗水线，每次用药后再冲一次。
2. 空舍期浸泡清洗，去除生物膜。

> 资料来源：Hy-Line International 管理指南（饮水与采食）；Aviagen，Ross 肉鸡管理手册 2025（饮水器高度）。`,
      `## What is normal

- 1.6 to 1.8 litres for each kilogram of feed at 21 °C, up to 3 above 30 °C.
- Within 10 % of the same hour of yesterday.
- 20 % off is a warning; 40 % off, or nothing for 30 minutes, an alarm.

## Every day

1. Check last night’s meter: if it ran in the dark, there is a leak.
2. Set the nipples by age: at eye level on the first day; then so that the back of a drinking chick stands at 35 to 45° in the first days and at 75 to 85° later. If they hang too low, the litter gets wet.

## Every week

1. Measure the nipple flow and flush the lines under pressure. Flush again after each medication.
2. In the empty house, soak the lines and remove the biofilm.

> Sources: Hy-Line International, management guide (water and feed); Aviagen, Ross broiler handbook 2025 (drinker height).`,
    ],
  },
  {
    key: 'lay-curve',
    category: 'rearing',
    title: ['看懂产蛋曲线', 'Reading a laying curve'],
    says: ['海兰褐：27–29 周到顶。', 'Hy-Line Brown peaks in weeks 27 to 29.'],
    text: [
      `| 周龄 | 产蛋率 % | 体重 g |
| 19 | 8.2–27.1 | 1620–1740 |
| 21 | 61.4–80.5 | 1730–1850 |
| 23 | 90.6–94.1 | 1800–1920 |
| 25 | 94.2–96.2 | 1840–1980 |
| 28 | 94.8–96.6 | 1890–2030 |
| 32 | 94.7–96.5 | 1930–2070 |

[curve]

## 三种走样

- 上得慢：开产体重不足，或加光太晚。
- 高峰低：高峰期采食不够，检查槽位和高温。
- 忽然掉：先查光照、饮水、饲料，再请兽医。

累计死淘从入舍（18 周）重新计算：72 周约 3.7 %。

> 资料来源：Hy-Line International，海兰褐国际标准。区间为育种公司给出的范围。`,
      `| Week | Hen-day % | Weight g |
| 19 | 8.2 to 27.1 | 1,620 to 1,740 |
| 21 | 61.4 to 80.5 | 1,730 to 1,850 |
| 23 | 90.6 to 94.1 | 1,800 to 1,920 |
| 25 | 94.2 to 96.2 | 1,840 to 1,980 |
| 28 | 94.8 to 96.6 | 1,890 to 2,030 |
| 32 | 94.7 to 96.5 | 1,930 to 2,070 |

[curve]

## Three ways it goes wrong

- A slow rise: the pullets were too light, or the day was lengthened too late.
- A low peak: the hens do not eat enough; check feeder space and heat.
- A sudden drop: check light, water and feed first, then call the vet.

Losses count from housing, in week 18: about 3.7 % by week 72.

> Source: Hy-Line International, Hy-Line Brown international standards. The ranges are the breeder’s.`,
    ],
  },
]
