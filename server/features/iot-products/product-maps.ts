import { and, desc, eq } from 'drizzle-orm'
import type { iotProducts, ProductMap } from '#shared/contracts/iot-products.ts'
import { type CheckedMap, checkMap } from '#shared/register-maps/check-map.ts'
import { type Language, text } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { iotProduct } from '../../platform/database/tables/house-groups.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { productMap } from '../../platform/database/tables/product-maps.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { addRow, openRow } from '../../platform/records/rows.ts'

/** Number of versions listed. */
const MOST = 200

const says = {
  number: text('该版本不存在', 'This version does not exist'),
  line: text('第 {line} 行：{message}', 'Line {line}: {message}'),
}

type Contract = typeof iotProducts
type FindProduct = (db: Db, id: string) => Promise<{ chineseName: string; englishName: string }>

/** A map of a product, the latest by default; of one that has none yet the text is empty. */
async function readMap(db: Db, find: FindProduct, id: string, number?: number): Promise<ProductMap> {
  const { chineseName, englishName } = await find(db, id)
  const [kept] = await db
    .select({ version: productMap.number, text: productMap.text })
    .from(productMap)
    .where(
      and(eq(productMap.productId, id), number === undefined ? undefined : eq(productMap.number, number)),
    )
    .orderBy(desc(productMap.number))
    .limit(1)
  if (!kept && number !== undefined) throw refuse.invalid([{ field: 'number', message: says.number }])
  if (!kept) return { chineseName, englishName, version: 0, registers: 0, text: '' }
  const { registers } = checkMap(kept.text, 'en-US')
  return { chineseName, englishName, ...kept, registers: registers.length }
}

/** What is wrong with a map, at the one input for its text. */
export const faultsOf = ({ problems }: CheckedMap, language: Language) =>
  problems.map(({ line, field, message }) => ({
    field: 'text',
    message: {
      said: says.line[language]
        .replace('{line}', String(line))
        .replace('{message}', field === '' ? message : `${field}: ${message}`),
    },
  }))

/** The register maps of products: to read, to check while they are written, to save. */
export const productMaps = (find: FindProduct) => ({
  map: ({ db, params, query }: Call<Contract['map']>) => readMap(db, find, params.id, query.number),
  async mapVersions({ db, params }: Call<Contract['mapVersions']>) {
    await find(db, params.id)
    const rows = await db
      .select({ number: productMap.number, at: productMap.at, by: account.actualName })
      .from(productMap)
      .leftJoin(account, eq(account.id, productMap.writerId))
      .where(eq(productMap.productId, params.id))
      .orderBy(desc(productMap.number))
      .limit(MOST)
    return rows.map(row => ({ ...row, at: row.at.toISOString() }))
  },
  checkMap: ({ body, language }: Call<Contract['checkMap']>) => checkMap(body.text, language),
  async saveMap(call: Call<Contract['saveMap']>): Promise<ProductMap> {
    const { db, params, body, viewer, language } = call
    const { row, officePath } = await openRow(call, iotProduct, () => readMap(db, find, params.id))
    const checked = checkMap(body.text, language)
    const faults = faultsOf(checked, language)
    if (faults.length > 0) throw refuse.invalid(faults)
    const version = row.version + 1
    await addRow(call, productMap, {
      productId: params.id,
      number: version,
      officePath,
      writerId: viewer.accountId,
      text: body.text,
    })
    return { ...row, version, registers: checked.registers.length, text: body.text }
  },
})
