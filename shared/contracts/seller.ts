import { z } from 'zod'
import { get, put, Version } from '../endpoint.ts'
import type { Fields } from '../field.ts'
import { typedShape } from '../fields.ts'
import { currencies } from '../money.ts'
import { STAFF } from '../permissions.ts'
import { text } from '../text.ts'

/** The provider as a seller, as banks and customs want it on papers. */
export const sellerFields = {
  chineseName: {
    kind: 'text',
    most: 100,
    language: 'zh',
    label: text('公司名称（中文）', 'Legal name, Chinese'),
  },
  englishName: {
    kind: 'text',
    most: 100,
    language: 'en',
    label: text('公司名称（英文）', 'Legal name, English'),
  },
  chineseAddress: {
    kind: 'text',
    most: 200,
    language: 'zh',
    label: text('地址（中文）', 'Address, Chinese'),
  },
  englishAddress: {
    kind: 'text',
    most: 200,
    language: 'en',
    label: text('地址（英文）', 'Address, English'),
  },
  taxNumber: { kind: 'text', most: 40, label: text('统一社会信用代码 / 税号', 'Tax number') },
  phone: { kind: 'text', most: 40, label: text('电话', 'Phone') },
  email: { kind: 'text', most: 100, label: text('电子邮箱', 'E-mail') },
  signatory: {
    kind: 'text',
    most: 100,
    label: text('签字人', 'Signatory'),
    hint: text('印在签字栏下方。', 'Printed below the line for the signature.'),
  },
} as const satisfies Fields

/** An account that buyers pay to, in one currency. */
export const bankFields = {
  bank: { kind: 'text', most: 120, label: text('开户行', 'Bank') },
  address: { kind: 'text', most: 200, label: text('银行地址', 'Bank address') },
  swift: { kind: 'text', most: 15, label: text('SWIFT 代码', 'SWIFT code') },
  account: { kind: 'text', most: 50, label: text('账号', 'Account number') },
  holder: { kind: 'text', most: 120, label: text('户名', 'Account holder') },
} as const satisfies Fields

/** Most accounts of a seller. */
export const BANKS = 12

const Bank = z.object({ ...typedShape(bankFields), currency: z.enum(currencies) })
export type SellerBank = z.infer<typeof Bank>

/** Bank identifier code of ISO 9362: bank, country, place and perhaps branch. */
const SWIFT = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/
export const isSwift = (code: string): boolean => code === '' || SWIFT.test(code)

const profile = { ...typedShape(sellerFields), banks: z.array(Bank).max(BANKS) }
export const Seller = z.object({ ...profile, version: Version })
export type Seller = z.infer<typeof Seller>
export type SellerProfile = Omit<Seller, 'version'>

const path = '/admin/auth/seller'

/** What stands on the papers of all orders about who sells: there is one. */
export const seller = {
  read: get(path, 'seller_manage:query', { kinds: [STAFF], returns: Seller }),
  update: put(path, 'seller_manage:edit', {
    kinds: [STAFF],
    body: z.object({ ...profile, version: Version.optional() }),
    returns: Seller,
    says: text('修改卖方资料', 'Changed the seller’s data'),
  }),
}

/** Nothing entered yet. */
export const noSeller: SellerProfile = {
  chineseName: '',
  englishName: '',
  chineseAddress: '',
  englishAddress: '',
  taxNumber: '',
  phone: '',
  email: '',
  signatory: '',
  banks: [],
}
