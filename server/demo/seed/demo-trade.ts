import type { Client } from 'pg'
import type { SellerProfile } from '#shared/contracts/seller.ts'
import { noTerms, type OrderTerms } from '#shared/order-terms.ts'
import { noPacking, type Packing } from '#shared/packing.ts'
import { readMark, writeMark } from '../../platform/database/marks.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { demoOfficeId } from './offices.ts'

const packed = (
  piecesPerCarton: number,
  netKg: number,
  grossKg: number,
  volumeM3: number,
  hsCode: string,
  warrantyMonths: number,
): Packing => ({
  ...noPacking,
  piecesPerCarton,
  netKg,
  grossKg,
  volumeM3,
  hsCode,
  warrantyMonths,
  origin: 'CN',
})

/** How goods of the demonstration are packed, by code; made up in the size of real ones. */
export const demoPackings: Readonly<Record<string, Packing>> = {
  'BLT-1900': packed(50, 0.38, 20.5, 0.045, '4010.31', 6),
  'FAN-1380': packed(1, 68, 74, 0.86, '8414.59', 24),
  'PAD-7090': packed(10, 3.4, 36, 0.34, '4823.90', 12),
  'CTL-RTC8': packed(1, 9.6, 12.4, 0.062, '9032.89', 24),
  'ACT-0500': packed(2, 6.2, 14.2, 0.031, '8501.31', 12),
  'SNS-TNTC': packed(40, 0.12, 6, 0.02, '9025.19', 12),
  'NIP-0360': packed(4, 4.8, 20.4, 0.052, '8436.29', 12),
  'MNB-1200': packed(100, 1.35, 139, 0.24, '3926.90', 12),
  'MNG-0150': packed(1, 24, 27, 0.05, '8501.52', 12),
  'LED-0009': packed(50, 0.11, 7.2, 0.048, '8539.52', 24),
}

const seller: SellerProfile = {
  chineseName: '青岛瑞禽农牧设备有限公司',
  englishName: 'Qingdao Ruiqin Poultry Equipment Co., Ltd.',
  chineseAddress: '山东省青岛市黄岛区海湾路 88 号',
  englishAddress: '88 Haiwan Road, Huangdao District, Qingdao, Shandong, China',
  taxNumber: '91370211DEMO00000X',
  phone: '+86 532 555 0188',
  email: 'export@ruiqin.example',
  signatory: '刘伟',
  banks: [
    {
      currency: 'USD',
      bank: 'Example Bank, Qingdao Branch',
      address: '1 Example Street, Qingdao, China',
      swift: 'EXMPCNBJ510',
      account: '3800 5550 0188 0001',
      holder: 'Qingdao Ruiqin Poultry Equipment Co., Ltd.',
    },
    {
      currency: 'CNY',
      bank: '示例银行青岛分行',
      address: '',
      swift: '',
      account: '3800 5550 0188 0002',
      holder: '青岛瑞禽农牧设备有限公司',
    },
  ],
}

/** What is agreed with buyers abroad: a deposit, and the balance against the bill of lading. */
export const abroad = (place: string): OrderTerms => ({
  ...noTerms,
  incoterm: 'CIF',
  place,
  parts: [
    { percent: '30.00', amount: null, due: 'order', days: 0, dueOn: null },
    { percent: null, amount: null, due: 'lading', days: 7, dueOn: null },
  ],
})

/** The seller of the demonstration, if none is entered, and how its goods are packed, where nobody said it. */
export async function addTrade(client: Client): Promise<void> {
  await client.query(`insert into seller (office_path, profile) values ($1, $2) on conflict do nothing`, [
    ROOT_PATH,
    JSON.stringify(seller),
  ])
  await client.query(
    `update good g set packing = p.value from jsonb_each($1::jsonb) p
     where p.key = g.code and g.packing ->> 'piecesPerCarton' is null and g.packing ->> 'hsCode' = ''`,
    [JSON.stringify(demoPackings)],
  )
  if (await readMark(client, 'price_lists')) return
  for (const list of priceLists) await addPriceList(client, list)
  await writeMark(client, 'price_lists', 'seeded')
}

interface SeededList {
  id: string
  name: string
  percent: number | null
  buyers: readonly string[]
  lines: readonly (readonly [code: string, price: string])[]
}

/** An agent's discount on everything, and what spare parts cost another one this year and the next. */
const priceLists: readonly SeededList[] = [
  {
    id: 'demo-list-discount',
    name: '海外代理价 · Agents abroad',
    percent: 8,
    buyers: ['mekong'],
    lines: [['PAD-7090', '128']],
  },
  {
    id: 'demo-list-parts',
    name: '常用配件协议价 · Spare parts',
    percent: null,
    buyers: ['agent'],
    lines: [
      ['BLT-1900', '33'],
      ['BLT-1750', '31'],
      ['BRG-6205', '16.5'],
    ],
  },
]

/** From this year's first day to the last of the next. */
async function addPriceList(client: Client, { id, name, percent, buyers, lines }: SeededList): Promise<void> {
  const year = new Date().getUTCFullYear()
  await client.query(
    `insert into price_list (id, office_path, name, percent, from_on, until_on)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [id, ROOT_PATH, name, percent, `${year}-01-01`, `${year + 1}-12-31`],
  )
  await client.query(
    `insert into price_list_buyer (list_id, office_path, buyer_path) select $1, $2, path from office where id = any($3)`,
    [id, ROOT_PATH, buyers.map(demoOfficeId)],
  )
  await client.query(
    `insert into price_list_line (id, list_id, office_path, good_id, price, currency)
     select $1 || g.code, $1, $2, g.id, l.price, g.currency
     from good g join unnest($3::text[], $4::numeric[]) l (code, price) on l.code = g.code`,
    [id, ROOT_PATH, lines.map(([code]) => code), lines.map(([, price]) => price)],
  )
}
