import type { SeededArticle } from './seeded-article.ts'

/** Questions about the flock and its records. */
export const flockFaq: readonly SeededArticle[] = [
  {
    key: 'f25',
    category: 'flock',
    title: ['均匀度差', 'Poor uniformity'],
    says: ['称 1 % 的鸡，至少 50 只。', 'Weigh 1 % of the birds, at least 50.'],
    text: [
      `均匀度 = 体重在平均值 ±10 % 以内的只数占比。育成期应在 80 % 以上，开产前（17 周龄）海兰要求 90 % 以上。

1. 料位：每只产蛋鸡 10–12 cm 槽位，弱鸡才吃得到。
2. 分群：把偏轻的 15 % 单独放一层，多给一点料。
3. 温度：一端偏冷，那端的鸡就偏轻。
4. 免疫反应大时一周内会下降，属正常。

每周同一天、同一时间空腹称重，曲线才能比较。`,
      `Uniformity is the share of birds within 10 % of the average weight. In pullets it should be 80 % or more; Hy-Line asks for over 90 % in week 17, before lay.

1. Feeder space: 10 to 12 cm for each hen, so that weak birds get to eat too.
2. Grading: keep the lightest 15 % on a tier of their own and feed them a little more.
3. Temperature: birds at a cold end stay light.
4. After a vaccination with a strong reaction it may fall for a week. That is normal.

Weigh on the same day and hour every week, before feeding. Otherwise the weights cannot be compared.`,
    ],
  },
  {
    key: 'f26',
    category: 'flock',
    faults: ['LayingRateFalling'],
    title: ['产蛋率下降', 'Egg production drops'],
    says: [
      '一天掉 5 个百分点，先查光、水、料。',
      'Five points down in a day: check light, water and feed first.',
    ],
    text: [
      `1. 光照：环控器时间对不对，昨晚是否提前关灯。少一小时，两三天后就掉蛋。
2. 饮水：断过水没有？看水表曲线。
3. 饲料：换批次、换配方、发霉。
4. 温度：超过 30 °C 采食下降，蛋也跟着少。
5. 都正常：看蛋壳颜色、软壳、呼吸音，及时请兽医。

缓慢下降多半是周龄：海兰褐 27–29 周达到高峰 94.8 %–96.6 %，72 周约 82 %–86 %（海兰国际褐壳蛋鸡标准）。`,
      `1. Light: is the controller’s clock right? Did the lights go off early? One hour less shows in the eggs after two or three days.
2. Water: was it ever cut off? Look at the chart of the meter.
3. Feed: a new batch, a new recipe, mould.
4. Temperature: above 30 °C hens eat less and lay less.
5. If all of that is right, look at shell colour, soft shells and breathing, and call the vet.

A slow decline is mostly age: Hy-Line Brown peaks at 94.8 to 96.6 % in weeks 27 to 29 and lays 82 to 86 % in week 72 (Hy-Line Brown international standards).`,
    ],
  },
  {
    key: 'f27',
    category: 'flock',
    faults: ['LossesHigh'],
    title: ['如何录入死淘数', 'How to record losses'],
    says: ['死亡和淘汰分开填，存栏由系统算。', 'Enter dead and culled separately; the stock follows.'],
    text: [
      `1. 打开今天的养殖日志，分别填“死亡”和“淘汰”。
2. 出售不是死淘，填在“出售”里。
3. 存栏不用填：系统按入舍数逐日减去。
4. 没有网络时先存在手机里，恢复后自动上传，不会重复。
5. 系统提示死淘率偏高时：先看饮水、采食和通风，并联系兽医。
6. 死亡突然增多、原因不明时，按疑似重大动物疫病对待：不剖检、不出售、不调鸡运蛋，人员换鞋换衣，立即报告兽医或当地动物疫病预防控制机构。

填错了直接改当天的数字；改动会留下记录。`,
      `1. Open today’s record and enter dead and culled separately.
2. Sold birds are not losses: enter them as sold.
3. You do not enter the stock. It is worked out day by day from the birds placed.
4. Without a network the record stays on the phone and is sent later, only once.
5. If you are told that losses are high, check water, feed and air, and call the vet.
6. If many die suddenly and you do not know why, treat it as a disease that must be notified (bird flu, Newcastle disease): open none of the dead, sell and move neither birds nor eggs, change boots and clothes at the door, and call the vet or the veterinary authority at once.

To correct a mistake, change the record of that day. The earlier values are kept.`,
    ],
  },
  {
    key: 'f28',
    category: 'flock',
    faults: ['GrowthBehind'],
    title: ['体重低于标准', 'Weight below the standard'],
    says: ['先看吃没吃够，再看为什么。', 'First find out whether they ate enough, then why not.'],
    text: [
      `1. 算每只日采食量，与品种标准比较。
2. 温度：太冷，料用来产热；太热，吃不下。
3. 槽位和饮水点是否够。
4. 抽查饲料能量和粉料比例，粉多就吃得少。
5. 断喙、免疫后的一周内允许偏低。

参考（罗斯 308，2022 公混）：7 日龄 213 g，21 日龄 1012 g，35 日龄 2296 g，42 日龄 2998 g。`,
      `1. Work out the feed for each bird and day, and compare it with the breed standard.
2. Temperature: in the cold, feed is burnt for warmth; in the heat, birds eat too little.
3. Is there enough room at the feeders and drinkers?
4. Check the energy of the feed and how much of it is fines: birds eat less of a dusty feed.
5. In the week after beak treatment or vaccination, a lower weight is normal.

For comparison (Ross 308, as hatched, 2022): 213 g on day 7, 1,012 g on day 21, 2,296 g on day 35, 2,998 g on day 42.`,
    ],
  },
  {
    key: 'f29',
    category: 'equipment',
    faults: ['LowTemp', 'HeaterFault'],
    title: ['某一区温度低', 'One zone is cold'],
    says: ['暖气片摸一遍，就知道堵在哪。', 'Feel along the pipes to find where the heat stops.'],
    text: [
      `先看热源有没有气：燃气罐存量、减压阀、管路阀门、长明火。热风炉没有燃料，全舍都会凉；只凉一区再看下面。

1. 热水供暖，进水热、回水凉：排气，再看阀门是否真正打开。
2. 阀门电机转、阀芯不动：更换。
3. 探头挂在风口：挪到鸡背高度、避开直吹。
4. 这一区的小窗是否回不到设定开度。
5. 燃烧器锁定：按说明复位一次，再锁定就报修。

雏鸡区低于目标 3 °C 就会扎堆，先用移动热源顶上。`,
      `First check that the heaters get gas: tank level, regulator, valves, pilot flame. Without fuel the whole house cools. If only one zone is cold, go on.

1. Hot-water heating, warm supply and cold return: bleed the air, then check that the valve is really open.
2. If the valve motor turns and the valve does not, replace it.
3. If the probe hangs in a draught, move it to bird height.
4. Does an inlet in this zone fail to close to its position?
5. If the burner has locked out, reset it once. If it locks out again, send a repair request.

At 3 °C below target chicks pile up: bring a mobile heater first.`,
    ],
  },
  {
    key: 'f30',
    category: 'equipment',
    faults: ['LightFault'],
    title: ['光照时间不对', 'Light hours are wrong'],
    says: ['产蛋期只能延长，不能缩短。', 'In lay, the day may get longer, never shorter.'],
    text: [
      `1. 核对环控器时间（每周一次）。
2. 核对程序的开灯、关灯时刻和适用日龄。
3. 调光曲线：亮度不够时，鸡当作天没亮。产蛋期料槽处 10–20 lx。
4. 漏光：白天关灯，从舍内看风机和小窗。
5. 有灯不亮，当天就换。`,
      `1. Check the controller’s clock, once a week.
2. Check when the program switches the lights on and off, and for which age.
3. Check the dimmer: if it is too dark, hens take it for night. In lay they need 10 to 20 lx at the trough.
4. Look for stray light: turn off the lamps by day and look at fans and inlets from inside.
5. Replace a dead lamp on the same day.`,
    ],
  },
]
