import { sql } from 'drizzle-orm'
import { isSwift, type Seller, seller } from '#shared/contracts/seller.ts'
import { text } from '#shared/text.ts'
import { sellerIn } from '../../farm/papers/seller.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { seller as table } from '../../platform/database/tables/seller.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { refuseOlder } from '../../platform/http/versions.ts'
import { noteFound } from '../../platform/records/rows.ts'

const says = {
  swift: text('SWIFT 代码为 8 位或 11 位字母数字', 'A SWIFT code has 8 or 11 letters and digits'),
  bank: text('请填写开户行和账号', 'Enter bank and account number'),
}

async function update(call: Call<typeof seller.update>): Promise<Seller> {
  const { db } = call
  const { version: _, ...typed } = call.body
  const banks = typed.banks.map(bank => ({ ...bank, swift: bank.swift.replaceAll(' ', '').toUpperCase() }))
  if (banks.some(({ swift }) => !isSwift(swift)))
    throw refuse.invalid([{ field: 'banks', message: says.swift }], says.swift)
  if (banks.some(({ bank, account }) => bank === '' || account === ''))
    throw refuse.invalid([{ field: 'banks', message: says.bank }], says.bank)
  // Two who enter the first one wait for each other too.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('seller', 0))`)
  const { shown: was } = await noteFound(call, { path: ROOT_PATH }, () => sellerIn(db))
  refuseOlder(call.body, was.version, was)
  const profile = { ...typed, banks }
  await db
    .insert(table)
    .values({ officePath: ROOT_PATH, profile })
    .onConflictDoUpdate({ target: table.id, set: { profile, version: sql`${table.version} + 1` } })
  return sellerIn(db)
}

export const sellerFeature = feature('seller', seller, {
  read: ({ db }) => sellerIn(db),
  update,
})
