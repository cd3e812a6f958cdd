type Names = readonly [chinese: string, english: string]
type Row = readonly (string | number)[]

export interface DemoMaterial {
  name: Names
  note: Names
  category: keyof typeof materialCategories
  edition: string
  /** Days since it was released; missing for a draft. */
  released?: number
  /** Titles, then rows; the file is a table. */
  rows: readonly Row[]
  /** Login ids of its readers, hours ago, in this version or an older one. */
  readers?: readonly (readonly [who: string, hours: number, edition?: string])[]
}

/** Headings of the materials, in order. */
export const materialCategories = {
  prices: ['价格与政策', 'Prices and terms'],
  install: ['安装与调试', 'Installation and commissioning'],
  training: ['培训与服务', 'Training and service'],
} as const satisfies Record<string, Names>

/** What the demonstration's provider gives its agents. */
export const demoMaterials: readonly DemoMaterial[] = [
  {
    name: ['常用备件代理价', 'Agent prices of common spare parts'],
    note: ['含税出厂价，30 天内有效。', 'Ex works, valid for 30 days.'],
    category: 'prices',
    edition: '2026-11',
    released: 6,
    rows: [
      ['备件 / Part', '规格 / Size', '单价 CNY / Price CNY'],
      ['风机皮带 / Fan belt', 'B-1321', 31],
      ['温度探头 / Temperature probe', 'NTC 10 k, 15 m', 88],
      ['湿帘 / Cooling pad', '1800 × 600 × 150 mm', 132],
      ['环境控制器 / Environment controller', 'SF-300', 7400],
    ],
    readers: [
      ['agent', 50],
      ['guo.hai', 90, '2026-08'],
    ],
  },
  {
    name: ['质保与退换规则', 'Warranty and returns'],
    note: ['环控器 24 个月，机械件 12 个月。', 'Controllers 24 months, mechanical parts 12 months.'],
    category: 'prices',
    edition: '2026',
    released: 120,
    rows: [
      ['产品 / Product', '质保（月）/ Warranty (months)', '退换 / Returns'],
      ['环控器 / Controllers', 24, '7 天 / days'],
      ['传感器 / Sensors', 12, '7 天 / days'],
      ['机械件 / Mechanical parts', 12, '—'],
    ],
    readers: [
      ['agent', 1400],
      ['guo.hai', 1100],
      ['mekong.linh', 700],
    ],
  },
  {
    name: ['现场调试检查表', 'Commissioning check list'],
    note: [
      '每栋鸡舍一份，签字后交项目负责人。',
      'One for each house; signed, it goes to the project manager.',
    ],
    category: 'install',
    edition: 'v3',
    released: 33,
    rows: [
      ['步骤 / Step', '检查内容 / What to check', '合格 / Passed'],
      [1, '断电报警：拔掉网关电源 / Power failure alarm: unplug the gateway', ''],
      [2, '高温报警：加热一个探头 / High temperature alarm: warm one probe', ''],
      [3, '风机方向与级别对应 / Fans turn the right way, at the right level', ''],
      [4, '独立报警器独立工作 / The independent alarm works by itself', ''],
    ],
    readers: [['shen.xia', 400]],
  },
  {
    name: ['探头安装位置', 'Where to hang the probes'],
    note: ['离地 30 cm 以上，避开加热器和进风口。', 'At bird height, away from heaters and inlets.'],
    category: 'install',
    edition: 'v2',
    released: 70,
    rows: [
      ['舍型 / House', '温度 / Temperature', '湿度 / Humidity', '氨气 / NH₃'],
      ['蛋鸡 / Layers', 6, 1, 1],
      ['肉鸡 / Broilers', 4, 1, 1],
      ['育雏 / Rearing', 4, 1, 1],
    ],
  },
  {
    name: ['场主培训提纲', 'Training for farm owners'],
    note: ['半天，含夜间报警演练。', 'Half a day, with an alarm at night.'],
    category: 'training',
    edition: '2026-09',
    released: 48,
    rows: [
      ['时间 / Minutes', '内容 / Topic'],
      [30, '手机看鸡舍 / The houses on the phone'],
      [40, '报警与值班表 / Alarms and who is called'],
      [40, '温度曲线与通风级别 / Temperature curve and ventilation levels'],
      [30, '每日记录 / Daily records'],
    ],
    readers: [['agent', 900]],
  },
  {
    name: ['2027 年代理政策（草案）', 'Agent terms 2027 (draft)'],
    note: ['', ''],
    category: 'prices',
    edition: '0.4',
    rows: [['项目 / Item', '内容 / Terms']],
  },
]
