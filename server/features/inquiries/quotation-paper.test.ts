import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { noSeller, seller } from '#shared/contracts/seller.ts'
import { dateOf } from '#shared/dates.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { jobIn } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { buildInquiry } from './inquiries.fixture.ts'

let farm: TestApp
let sales: Person
let buyer: Person
beforeAll(async () => {
  farm = await workingApp()
  const { provider, direct } = farm.offices
  sales = await farm.as({ office: provider, kind: 1, grants: everyGrant(1) })
  buyer = await farm.as({ office: direct, kind: 2, grants: everyGrant(2) })
  await sales.call(seller.update, { body: { ...noSeller, ...profile, version: 0 } })
})
afterAll(() => farm.close())

const profile = {
  chineseName: '青岛安禽农牧设备有限公司',
  englishName: 'Qingdao Anqin Poultry Equipment Co., Ltd.',
  chineseAddress: '山东省青岛市黄岛区长江路 8 号',
  englishAddress: '8 Changjiang Road, Huangdao, Qingdao, China',
  taxNumber: '91370211MA3C0000X1',
}
const validUntil = daysAfter(dateIn('UTC', Date.now()), 20)

test.each([
  [
    'en-US',
    [
      'CIF Tanjung Priok (CIF Cost, Insurance and Freight)',
      '30 %, USD 37.50: With the order',
      'balance, USD 87.50: Against copy of the bill of lading, within 7 days',
      // The customer's name beside that of the seller.
      `Seller ${profile.englishName} ${profile.englishAddress} Tax no. ${profile.taxNumber} Buyer direct`,
      `Valid until ${dateOf(validUntil, 'en-US')}`,
      'Packed for sea',
    ],
  ],
  [
    'zh-CN',
    [
      'CIF Tanjung Priok (CIF 成本、保险费加运费)',
      '30 %, USD 37.50: 下单后',
      '余款, USD 87.50: 凭提单副本，7 天内',
      `卖方 ${profile.chineseName} ${profile.chineseAddress} 税号 ${profile.taxNumber} 买方 direct`,
      `有效期至 ${dateOf(validUntil, 'zh-CN')}`,
      'Packed for sea',
    ],
  ],
] as const)(
  'the paper of a quotation says who offers to whom, on what terms and until when, in %s',
  async (language, said) => {
    const { id } = await buildInquiry(farm.services, farm.offices.direct)
    const line = { code: 'B-1', chineseName: '皮带', englishName: 'Belt', quantity: 10, price: '12.5' }
    await sales.call(inquiries.quote, {
      params: { id },
      body: {
        text: '',
        currency: 'USD',
        freight: '0',
        lines: [line],
        validUntil,
        incoterm: 'CIF',
        place: 'Tanjung Priok',
        parts: [
          { percent: '30', amount: null, due: 'order', days: 0, dueOn: null },
          { percent: null, amount: null, due: 'lading', days: 7, dueOn: null },
        ],
        note: 'Packed for sea',
      },
    })
    const job = await buyer.call(inquiries.paper, { params: { id }, body: { language } })
    const { file } = await jobIn(buyer, job.id, 'done')
    const { rawPayload } = await farm.app.inject({ method: 'GET', url: file?.url ?? '' })
    const pages = await getDocumentProxy(new Uint8Array(rawPayload))
    const { text } = await extractText(pages, { mergePages: true })
    const plain = text.replace(/\s+/g, ' ')
    for (const words of said) expect(plain).toContain(words)
  },
)
