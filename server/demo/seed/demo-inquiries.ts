import type { Client } from 'pg'
import { normal } from '#shared/money.ts'
import type { Quotation } from '#shared/quotation.ts'
import { addTickets, type DemoEntry, type DemoTicket } from './demo-tickets.ts'

/** A price is a quoted one, in USD. */
type Line = readonly [name: string, quantity: number, price?: string]

/** The provider's offer, if each line has its price. */
function quotationOf(lines: readonly Line[]): Quotation | null {
  const quoted = lines.flatMap(([name, quantity, price]) =>
    price ? { code: '', chineseName: name, englishName: name, quantity, price: normal(price) } : [],
  )
  if (quoted.length < lines.length) return null
  return { currency: 'USD', freight: normal('0'), lines: quoted, validUntil: null }
}

const asked = (
  text: string,
  lines: readonly Line[],
  entries: readonly [DemoEntry, ...DemoEntry[]],
  controller?: string,
): DemoTicket => {
  const last = entries.at(-1)
  const isReplied = last?.[1] === 'reply' || last?.[1] === 'quote'
  const replier = isReplied ? '张敏' : null
  return {
    columns: {
      text,
      lines: JSON.stringify(lines.map(([name, quantity]) => ({ name, quantity }))),
      quotation: quotationOf(lines),
      state: isReplied ? 'replied' : 'waiting',
      replied_by: replier,
    },
    ...(controller && { controller }),
    waits: !isReplied,
    entries,
  }
}

/** What the demonstration's farms want to buy, each in the language of its people. */
const inquiries: readonly DemoTicket[] = [
  asked(
    '2号舍风机皮带老化，想整舍更换，月底前能到货吗？',
    [
      ['风机皮带 B-1321', 12],
      ['涨紧轮', 12],
    ],
    [['manager', 'create', 5]],
    'EC-WF-02',
  ),
  asked(
    '湿帘用了四年，底部结垢严重。请报 7090 型湿帘的价格，1800×600×150，含运费到场。',
    [['湿帘 7090，1800×600×150 mm', 64]],
    [
      ['owner', 'create', 52],
      ['sales', 'reply', 47, '每张 158 元，64 张含运费 10,480 元，付款后 7 天发货。旧框架可以继续用。'],
      ['owner', 'more', 3, '可以。能不能分两批发？先发 32 张。'],
    ],
  ),
  asked(
    '育成舍计划加装一台备用环控器，和现有的 SF-300 通用吗？',
    [['环境控制器 SF-300', 1]],
    [
      ['owner', 'create', 170],
      ['sales', 'reply', 166, '通用，接线端子一致，设置可以从现有环控器导出后导入。单价 8,600 元，现货。'],
    ],
    'EC-WF-04',
  ),
  asked(
    '温度探头坏了两个，先买六个备着。线长要 15 米的。',
    [['温度探头 NTC 10 k，15 m', 6]],
    [
      ['worker', 'create', 96],
      ['sales', 'reply', 92, '每个 105 元，有现货，今天下单明天发。'],
    ],
    'EC-WF-01',
  ),
  asked(
    'We need manure belts for two rows, 1.35 m wide. Please quote with and without installation.',
    [['Manure belt PP 1.0 mm, width 1.35 m, per metre', 260]],
    [['linden', 'create', 30]],
    'EC-BV-01',
  ),
  asked(
    'Nipple drinkers for 4,800 birds: which type fits our lines, and what do 500 cost?',
    [['Nipple drinker, stainless, 360°', 500]],
    [
      ['linden', 'create', 220],
      [
        'sales',
        'reply',
        214,
        'Your lines take the 1/8 inch thread. 500 pieces: USD 310, from stock in Rotterdam, two days.',
      ],
    ],
  ),
  asked(
    'Replacement gearbox for feed auger row 3. The old plate says i = 40, 0.75 kW.',
    [['Gearbox i = 40 for 0.75 kW', 1, '185']],
    [
      ['linden', 'create', 76],
      ['sales', 'reply', 70, 'Same plate is in stock: USD 185. Please check the shaft, 25 or 28 mm?'],
      ['linden', 'more', 69, '25 mm, with keyway.'],
      ['sales', 'quote', 68, 'Then it fits. You can order it at this price.'],
    ],
  ),
  asked(
    'Exhaust fans for a new broiler house, 14 pieces, CIF Bangkok. How long does production take?',
    [
      ['Exhaust fan RT-1380, 1.1 kW', 14],
      ['Light trap for 1380 fan', 14],
    ],
    [['siam', 'create', 20]],
  ),
  asked(
    'Side inlets for 100 m of wall, with winch and wire. Please send a drawing as well.',
    [
      ['Side inlet 560 × 260 mm', 84],
      ['Side inlet winch 0.37 kW', 2],
    ],
    [
      ['siam', 'create', 300],
      [
        'sales',
        'reply',
        290,
        '84 inlets and two winches: USD 3,460 CIF Bangkok, five weeks. Drawing by mail.',
      ],
    ],
  ),
  asked(
    '称重传感器需要重新校准还是更换？如果更换，请报价。',
    [['鸡群称重传感器', 4]],
    [['owner', 'create', 26]],
  ),
]

/** Inquiries for the demonstration, if there are none yet. */
export async function addInquiries(client: Client): Promise<void> {
  const { rows } = await client.query(`select 1 from inquiry limit 1`)
  if (rows.length > 0) return
  await addTickets(client, { table: 'inquiry', module: 'inquiries', prefix: 'IQ' }, inquiries)
}
