import { and, asc, eq, isNull, like } from 'drizzle-orm'
import { z } from 'zod'
import { valuesOf } from '#shared/choices.ts'
import { type Good, type GoodForm, goods } from '#shared/contracts/goods.ts'
import { countryName, countryOf } from '#shared/countries.ts'
import type { Field } from '#shared/field.ts'
import { shelfNames } from '#shared/goods.ts'
import { readAmount } from '#shared/money.ts'
import { noPacking, Packing, packingFields } from '#shared/packing.ts'
import { languages, type Text, text } from '#shared/text.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { storedFile } from '../../platform/database/tables/jobs.ts'
import type { FieldFault } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { cellOfLines, linesOf } from '../../platform/jobs/lines-of-cell.ts'
import type { Asked, Draft, ExportColumn, Filled, ImportColumn } from '../../platform/jobs/sheet-parts.ts'
import { waysOf } from '../../platform/records/categories.ts'
import { helpFor, type MoreColumns } from '../../platform/records/record-sheet.ts'
import { checkParts, FAMILY, unseenPriced } from './good-parts.ts'

const says = {
  category: text('没有此分类', 'This category does not exist'),
  size: text(
    '每行一种规格：编号 | 中文 | 英文 | 价格 | 库存，如 L | 大号 | Large | 38.00 | 5',
    'One size per line: code | Chinese | English | price | stock, such as L | 大号 | Large | 38.00 | 5',
  ),
  specification: text(
    '每行一项：中文 | 英文 | 值，如 功率 | Power | 1.1 kW',
    'One per line: Chinese | English | value, such as 功率 | Power | 1.1 kW',
  ),
  pictures: text(
    '图片文件名，用逗号分隔，第一张为封面；请先在“导入用图片”中上传',
    'Picture file names separated by commas, cover first. Upload the pictures first under “Pictures for an import”',
  ),
  noPicture: text('没有上传过名为“{name}”的图片', 'No picture named “{name}” was uploaded'),
  pictureTwice: text('图片“{name}”已用于第 {row} 行', 'Picture “{name}” is already used in row {row}'),
  origin: text('国家名称或代码，如 中国 或 CN', 'Name or code of a country, such as China or CN'),
  noDraft: text('上架过的商品请改为“已下架”', 'These goods have been on sale. Set them to off shelf instead'),
  mayNotRelease: text(
    '您没有上架和下架的权限',
    'You do not have permission to put goods on or off the shelf',
  ),
}
const help = (of: Text) => (language: keyof Text) => of[language]

/** A column for each thing that customs and carriers ask about goods; sizes that are packed otherwise are changed on the screen. */
const packingColumns: readonly (ImportColumn & ExportColumn<Good>)[] = [
  ...Object.entries<Field>(packingFields).map(([field, told]) => ({
    field,
    label: told.label,
    kind: told.kind === 'text' ? ('text' as const) : ('number' as const),
    help: (language: keyof Text) => helpFor(told, language),
    value: ({ packing }: Good) => packing?.[field as keyof typeof packingFields] ?? null,
    ...(told.kind === 'text' && { width: 14 }),
  })),
  {
    field: 'origin',
    label: text('原产国', 'Country of origin'),
    kind: 'text',
    width: 16,
    value: ({ packing }, { language }) => (packing?.origin ? countryName(packing.origin, language) : null),
    help: help(says.origin),
  },
]

const packingIn = (form: Packing) =>
  Object.fromEntries(
    Object.keys(noPacking).map(name => [name, form[name as keyof Packing]]),
  ) as unknown as Packing

/** How a row's good is packed: what the file says, else as it was. */
const packedForm = z.preprocess(
  row => ({ ...noPacking, ...(row as Partial<Good>).packing, ...(row as object) }),
  goods.create.body
    .extend({ status: z.enum(valuesOf(shelfNames)).default('draft') })
    .and(Packing)
    .transform(form => ({ ...form, packing: packingIn(form) })),
)

/** Null if a line is not a size. */
function sizesIn(cell: unknown): GoodForm['variants'] | null {
  const sizes = linesOf(cell).map(
    ([code = '', chineseName = '', englishName = '', price = '', stock = '']) => {
      const isRight = (price === '' || readAmount(price) !== undefined) && /^\d{0,7}$/.test(stock)
      if (code === '' || !isRight) return null
      return {
        code,
        chineseName,
        englishName,
        price: readAmount(price) ?? null,
        stock: stock === '' ? null : Number(stock),
      }
    },
  )
  return sizes.includes(null) ? null : sizes.flatMap(size => size ?? [])
}

/** Null if a line does not have three parts. */
function specificationsIn(cell: unknown): GoodForm['specifications'] | null {
  const lines = linesOf(cell)
  if (lines.some(line => line.length !== 3)) return null
  return lines.map(([chineseName = '', englishName = '', value = '']) => ({
    chineseName,
    englishName,
    value,
  }))
}

/** The name of a file without its extension: uploads may be stored in another format. */
const stemOf = (name: string) =>
  name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/\.[a-z0-9]+$/, '')

/** Uploaded pictures that no record has yet, by name; the newest of each name. */
async function sentPictures(db: Db, { accountId }: Viewer): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: storedFile.id, name: storedFile.name })
    .from(storedFile)
    .where(
      and(
        isNull(storedFile.attachedTo),
        eq(storedFile.accountId, accountId),
        eq(storedFile.purpose, 'people'),
        like(storedFile.type, 'image/%'),
      ),
    )
    .orderBy(asc(storedFile.createdAt))
  return new Map(rows.map(({ id, name }) => [stemOf(name), id]))
}

const plain = (name: string) =>
  name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/\s*\/\s*/g, ' / ')

/** The good a row changes; none for a row that creates one. */
const goodOf = ({ current }: Pick<Draft, 'current'>) => current as Good | undefined

/** Pictures that a row's good already has, by name; several may have the same name. */
async function ownPictures(
  db: Db,
  drafts: readonly Draft[],
): Promise<(draft: Draft, stem: string) => string[]> {
  const ids = drafts.flatMap(draft => goodOf(draft)?.pictures ?? [])
  const rows = await db
    .select({ id: storedFile.id, name: storedFile.name })
    .from(storedFile)
    .where(anyOf(storedFile.id, ids))
  const stems = new Map(rows.map(({ id, name }) => [id, stemOf(name)]))
  return (draft, stem) => goodOf(draft)?.pictures.filter(id => stems.get(id) === stem) ?? []
}

/** Categories by the names on their path, in either language. */
async function categoriesByWay(db: Db): Promise<Map<string, string>> {
  const ways = await Promise.all(languages.map(language => waysOf(db, FAMILY, language)))
  return new Map(ways.flat().map(({ id, name }) => [plain(name), id]))
}

async function resolve({ db, viewer }: Asked, drafts: readonly Draft[]): Promise<void> {
  const [categories, sent, own] = await Promise.all([
    categoriesByWay(db),
    sentPictures(db, viewer),
    ownPictures(db, drafts),
  ])
  for (const draft of drafts) {
    const { values, faults } = draft
    const { categoryId, variants, specifications, pictures: named } = values
    values.categoryId = categoryId === undefined ? null : (categories.get(plain(String(categoryId))) ?? null)
    if (categoryId !== undefined && values.categoryId === null)
      faults.push({ field: 'categoryId', message: says.category })
    values.variants = sizesOf(goodOf(draft), sizesIn(variants))
    if (values.variants === null) faults.push({ field: 'variants', message: says.size })
    values.specifications = specificationsIn(specifications)
    if (values.specifications === null) faults.push({ field: 'specifications', message: says.specification })
    values.pictures = picturesNamed(draft, named, sent, own)
    // One fault per cell is enough.
    values.packing = goodOf(draft)?.packing
    if (values.origin !== undefined) {
      const origin = countryOf(String(values.origin))
      if (origin === undefined) faults.push({ field: 'origin', message: 'field.country.wrong' })
      values.origin = origin ?? ''
    }
    values.variants ??= []
    values.specifications ??= []
  }
}

/** Sizes whose code the good already has keep their identity, and how they are packed. */
function sizesOf(good: Good | undefined, sizes: GoodForm['variants'] | null): GoodForm['variants'] | null {
  const known = new Map(good?.variants.map(size => [size.code.toLowerCase(), size]))
  return (
    sizes?.map(size => {
      const { id, packing } = known.get(size.code.toLowerCase()) ?? {}
      return { ...size, id, ...(packing !== undefined && { packing }) }
    }) ?? null
  )
}

/** Ids of the pictures that a cell names: new uploads first, else the good's own. */
function picturesNamed(
  draft: Draft,
  named: unknown,
  sent: ReadonlyMap<string, string>,
  own: (draft: Draft, stem: string) => string[],
): string[] {
  const taken = new Set<string>()
  const names = String(named ?? '')
    .split(/[,;，；、\n]/)
    .filter(name => name.trim() !== '')
  for (const name of names) {
    const stem = stemOf(name)
    const id = sent.get(stem) ?? own(draft, stem).find(id => !taken.has(id))
    if (id) taken.add(id)
    else draft.faults.push({ field: 'pictures', message: [says.noPicture, { name: name.trim() }] })
  }
  return [...taken]
}

type Shelf = keyof typeof shelfNames
type Row = Filled<GoodForm & { status?: Shelf }>

async function check({ db, viewer }: Asked, rows: readonly Row[]): Promise<void> {
  const rowOf = new Map<string, number>()
  for (const { id, draft, form } of rows) {
    draft.faults.push(...(await checkParts(db, form, id)), ...(await faultsOfChange(db, goodOf(draft), form)))
    draft.faults.push(...statusFaults(viewer, goodOf(draft)?.status ?? 'draft', form.status ?? 'draft'))
    for (const picture of form.pictures) {
      const row = rowOf.get(picture)
      if (row !== undefined)
        draft.faults.push({
          field: 'pictures',
          message: [says.pictureTwice, { row, name: String(draft.values.pictures) }],
        })
      rowOf.set(picture, row ?? draft.row)
    }
  }
}

/** What a file may do to sizes that are kept because buyers have prices for them. */
async function faultsOfChange(db: Db, good: Good | undefined, form: GoodForm): Promise<FieldFault[]> {
  const staying = new Set(form.variants.map(({ id }) => id))
  if (!good || good.variants.every(({ id }) => staying.has(id))) return []
  const fault = await unseenPriced(
    db,
    good.id,
    form.variants.flatMap(({ id }) => id ?? []),
  )
  return fault ? [fault] : []
}

/** Releasing and withdrawing need their own rights; a released good does not become a draft again. */
function statusFaults({ grants }: Viewer, was: Shelf, now: Shelf): FieldFault[] {
  if (was === now) return []
  if (now === 'draft') return [{ field: 'status', message: says.noDraft }]
  const needed = now === 'released' ? 'mall_goods_list:enable' : 'mall_goods_list:disable'
  return grants.has(needed) ? [] : [{ field: 'status', message: says.mayNotRelease }]
}

type Shown = Good & { category?: string | undefined; files?: string[] }

/** With the paths of their categories and the names of their pictures. */
async function read({ db, language }: Asked, rows: Good[]): Promise<Shown[]> {
  const ids = rows.flatMap(({ pictures }) => pictures)
  const [ways, files] = await Promise.all([
    waysOf(db, FAMILY, language),
    db.select({ id: storedFile.id, name: storedFile.name }).from(storedFile).where(anyOf(storedFile.id, ids)),
  ])
  const wayOf = new Map(ways.map(({ id, name }) => [id, name]))
  const nameOf = new Map(files.map(({ id, name }) => [id, name]))
  return rows.map(row => ({
    ...row,
    category: wayOf.get(row.categoryId ?? ''),
    files: row.pictures.flatMap(id => nameOf.get(id) ?? []),
  }))
}

/** A good's columns beyond its described fields: an import reads what an export writes. */
export const goodColumnsBeside: MoreColumns<typeof goods> = {
  columns: [
    {
      field: 'categoryId',
      label: text('分类', 'Category'),
      kind: 'text',
      width: 28,
      value: (row: Shown) => row.category ?? null,
      help: help(text('完整分类，如 通风 / 风机', 'Full path, such as Ventilation / Fans')),
    },
    {
      field: 'variants',
      label: text('规格', 'Sizes'),
      kind: 'text',
      width: 50,
      value: ({ variants }) =>
        cellOfLines(
          variants.map(size => [size.code, size.chineseName, size.englishName, size.price, size.stock]),
        ),
      help: help(says.size),
    },
    {
      field: 'specifications',
      label: text('技术参数', 'Specification'),
      kind: 'text',
      width: 50,
      value: ({ specifications }) =>
        cellOfLines(
          specifications.map(({ chineseName, englishName, value }) => [chineseName, englishName, value]),
        ),
      help: help(says.specification),
    },
    {
      field: 'pictures',
      label: text('图片', 'Pictures'),
      kind: 'text',
      width: 40,
      value: (row: Shown) => row.files?.join(', ') || null,
      help: help(says.pictures),
    },
    ...packingColumns,
    {
      field: 'status',
      label: text('状态', 'Status'),
      kind: 'text',
      words: shelfNames,
      choices: valuesOf(shelfNames),
    },
  ],
  form: packedForm as never,
  read,
  resolve,
  check,
  stored: (form: Row['form']) => ({ status: form.status }),
}
