import { sql } from 'drizzle-orm'
import {
  bigint,
  bit,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { valuesOf } from '#shared/choices.ts'
import { goodUnitNames } from '#shared/goods.ts'
import type { Machine } from '#shared/machines.ts'
import { currencies } from '#shared/money.ts'
import { noPacking, type Packing } from '#shared/packing.ts'
import { partNames } from '#shared/parts.ts'
import { releaseNames } from '#shared/release.ts'
import { category } from './articles.ts'
import { account, instant, office, officePath, path } from './offices.ts'

/** Exact, like {@link import('#shared/money.ts').Amount}; null: on request. */
const amount = (name: string) => numeric(name, { precision: 14, scale: 4 })
const currency = () => text({ enum: currencies }).notNull().default('CNY')

/** One line of a good's data sheet. */
export interface Specification {
  chineseName: string
  englishName: string
  value: string
}

/** What the provider sells; goods off the shelf are visible only to its own staff. */
export const good = pgTable(
  'good',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    /** The provider's part number. */
    code: text().notNull(),
    /** One of the names may be empty. */
    chineseName: text('chinese_name').notNull(),
    englishName: text('english_name').notNull(),
    /** One line below the name. */
    chineseSummary: text('chinese_summary').notNull().default(''),
    englishSummary: text('english_summary').notNull().default(''),
    /** HTML, sanitised when it was stored. */
    chineseContent: text('chinese_content').notNull().default(''),
    englishContent: text('english_content').notNull().default(''),
    specifications: jsonb().$type<Specification[]>().notNull().default([]),
    categoryId: text('category_id').references(() => category.id, { onDelete: 'set null' }),
    /** The first is the cover. */
    pictures: text().array().notNull().default(sql`'{}'`),
    unit: text({ enum: valuesOf(goodUnitNames) })
      .notNull()
      .default('piece'),
    price: amount('price'),
    currency: currency(),
    /** Null: not counted. */
    stock: integer(),
    /** What it fits: ids of IoT products and cage system types. If all three are empty it fits anything. */
    productIds: text('product_ids').array().notNull().default(sql`'{}'`),
    cageTypeIds: text('cage_type_ids').array().notNull().default(sql`'{}'`),
    machines: text().array().$type<Machine[]>().notNull().default(sql`'{}'`),
    /** Models of these machines, as typed, and as `modelKey` compares them; none: every model. */
    models: text().notNull().default(''),
    modelKeys: text('model_keys').array().notNull().default(sql`'{}'`),
    /** What it is; overhauls name the parts that they use up. */
    part: text({ enum: valuesOf(partNames) }),
    /** How many one machine takes, in its unit; null: one piece or set, unknown of metres and the like. */
    perMachine: real('per_machine'),
    packing: jsonb().$type<Packing>().notNull().default(noPacking),
    status: text({ enum: valuesOf(releaseNames) })
      .notNull()
      .default('draft'),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** Price of its cheapest size, kept by the database. */
    leastPrice: amount('least_price'),
    /** Codes of its sizes, kept by the database. */
    sizeCodes: text('size_codes').notNull().default(''),
    /** What the search compares with, in lower case. */
    sought: text().generatedAlwaysAs(
      sql`lower(code || ' ' || chinese_name || ' ' || english_name || ' ' || chinese_summary || ' ' || english_summary || ' ' || size_codes)`,
    ),
  },
  table => [
    uniqueIndex('good_code').on(table.officePath, sql`lower(${table.code})`),
    index('good_list').on(table.status, table.updatedAt),
    index('good_on_shelf')
      .on(table.createdAt, table.id, table.officePath, table.status, table.leastPrice)
      .where(sql`status = 'released'`),
    index('good_by_price')
      .on(sql`(${table.leastPrice} is null)`, table.currency, table.leastPrice, table.id, table.officePath)
      .where(sql`status = 'released'`),
    index('good_category').on(table.categoryId),
    index('good_sought').using('gin', table.sought.op('gin_trgm_ops')),
    check('good_named', sql`${table.chineseName} <> '' or ${table.englishName} <> ''`),
    check('good_per_machine', sql`${table.perMachine} > 0`),
    check('good_amounts', sql`${table.price} >= 0 and ${table.stock} >= 0`),
  ],
)

/** The words of goods on the shelf, each once; written by the database and read only by `goods_found`. */
export const goodWord = pgTable('good_word', { word: path('word').primaryKey() }, table => [
  index('good_word_like').using('gin', table.word.op('gin_trgm_ops')),
])

/** Goods in one block of the bits that say which goods have a word. */
const BLOCK = 4096

/** Goods on the shelf, each with its place among these bits and the text that it was last found by. */
export const goodPlace = pgTable('good_place', {
  place: integer().primaryKey().generatedAlwaysAsIdentity({ minValue: 0, startWith: 0 }),
  goodId: text('good_id').notNull().unique(),
  sought: text().notNull(),
})

/** Which goods of a block have a word, or a name that sounds so. */
export const goodPosting = pgTable(
  'good_posting',
  {
    word: path('word').notNull(),
    block: integer().notNull(),
    goods: bit({ dimensions: BLOCK }).notNull(),
  },
  table => [primaryKey({ columns: [table.word, table.block] })],
)

/** Words that goods lost and gained in a transaction, until its end. */
export const goodWordsDue = pgTable('good_words_due', {
  nr: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  place: integer().notNull(),
  lost: path('lost').array().notNull(),
  gained: path('gained').array().notNull(),
})

/** How the Chinese names of goods on the shelf sound: first letters and pinyin; written by the database. */
export const goodSound = pgTable('good_sound', { sound: path('sound').primaryKey() }, table => [
  index('good_sound_like').using('gin', table.sound.op('gin_trgm_ops')),
])

/** The usual reading of each Chinese sign. */
export const signSound = pgTable('sign_sound', { sign: path('sign').primaryKey(), sound: text().notNull() })

/** A size or kind of a good, chosen when ordering. */
export const goodVariant = pgTable(
  'good_variant',
  {
    id: text().primaryKey(),
    goodId: text('good_id')
      .notNull()
      .references(() => good.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    code: text().notNull(),
    chineseName: text('chinese_name').notNull(),
    englishName: text('english_name').notNull(),
    /** In the good's currency; null: the price of the good. */
    price: amount('price'),
    /** Null: not counted. */
    stock: integer(),
    position: integer().notNull(),
    /** Null: as its good is packed. */
    packing: jsonb().$type<Packing>(),
  },
  table => [
    index('good_variant_good').on(table.goodId, table.position),
    index('good_variant_scope').on(table.officePath),
    index('good_variant_code').on(sql`lower(${table.code})`),
    check('good_variant_named', sql`${table.chineseName} <> '' or ${table.englishName} <> ''`),
    check('good_variant_amounts', sql`${table.price} >= 0 and ${table.stock} >= 0`),
  ],
)

/**
 * Special prices of one customer or agent. The rows are the provider's and nobody else reads the table: `prices_of` gives
 * buyers their own.
 */
export const goodPrice = pgTable(
  'good_price',
  {
    id: text().primaryKey(),
    goodId: text('good_id')
      .notNull()
      .references(() => good.id, { onDelete: 'cascade' }),
    /** Null: for the good, and for its variants without a price of their own. */
    variantId: text('variant_id').references(() => goodVariant.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    buyerPath: path('buyer_path')
      .notNull()
      .references(() => office.path, { onUpdate: 'cascade', onDelete: 'cascade' }),
    price: amount('price').notNull(),
    currency: currency(),
  },
  table => [
    unique('good_price_buyer').on(table.buyerPath, table.goodId, table.variantId).nullsNotDistinct(),
    index('good_price_good').on(table.goodId),
    index('good_price_scope').on(table.officePath),
    check('good_price_amount', sql`${table.price} >= 0`),
  ],
)

/** Prices for the buyers it names, within its days: of single goods, or so much off the general price of the others. */
export const priceList = pgTable(
  'price_list',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    name: text().notNull(),
    /** Off the general price of goods without a line, %; null: none. */
    percent: doublePrecision(),
    fromOn: date('from_on', { mode: 'string' }),
    /** The last day. */
    untilOn: date('until_on', { mode: 'string' }),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  table => [
    uniqueIndex('price_list_name').on(table.officePath, sql`lower(${table.name})`),
    check('price_list_percent', sql`${table.percent} >= 0 and ${table.percent} < 100`),
  ],
)
const listId = () =>
  text('list_id')
    .notNull()
    .references(() => priceList.id, { onDelete: 'cascade' })

export const priceListBuyer = pgTable(
  'price_list_buyer',
  {
    listId: listId(),
    officePath: officePath(),
    buyerPath: path('buyer_path')
      .notNull()
      .references(() => office.path, { onUpdate: 'cascade', onDelete: 'cascade' }),
  },
  table => [
    primaryKey({ columns: [table.listId, table.buyerPath] }),
    index('price_list_buyer_scope').on(table.officePath),
    index('price_list_buyer_path').on(table.buyerPath),
  ],
)
export const priceListLine = pgTable(
  'price_list_line',
  {
    id: text().primaryKey(),
    listId: listId(),
    officePath: officePath(),
    goodId: text('good_id')
      .notNull()
      .references(() => good.id, { onDelete: 'cascade' }),
    /** Null: for the good, and for its sizes without a price of their own. */
    variantId: text('variant_id').references(() => goodVariant.id, { onDelete: 'cascade' }),
    price: amount('price').notNull(),
    currency: currency(),
  },
  table => [
    unique('price_list_line_one').on(table.listId, table.goodId, table.variantId).nullsNotDistinct(),
    index('price_list_line_scope').on(table.officePath),
    index('price_list_line_good').on(table.goodId),
    index('price_list_line_variant').on(table.variantId),
    check('price_list_line_amount', sql`${table.price} >= 0`),
  ],
)

/** A good that somebody bookmarked, with its name and price at that time. */
export const goodFavourite = pgTable(
  'good_favourite',
  {
    id: text().primaryKey(),
    goodId: text('good_id').notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    code: text().notNull(),
    chineseName: text('chinese_name').notNull(),
    englishName: text('english_name').notNull(),
    price: amount('price'),
    currency: currency(),
    at: instant('at').notNull().defaultNow(),
  },
  table => [
    unique('good_favourite_one').on(table.accountId, table.goodId),
    index('good_favourite_good').on(table.goodId),
    index('good_favourite_scope').on(table.officePath),
  ],
)

/** What somebody means to inquire about or order; the same on all their devices. */
export const basketLine = pgTable(
  'basket_line',
  {
    id: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    goodId: text('good_id')
      .notNull()
      .references(() => good.id, { onDelete: 'cascade' }),
    variantId: text('variant_id').references(() => goodVariant.id, { onDelete: 'cascade' }),
    quantity: integer().notNull(),
    addedAt: instant('added_at').notNull().defaultNow(),
  },
  table => [
    unique('basket_line_one').on(table.accountId, table.goodId, table.variantId).nullsNotDistinct(),
    index('basket_line_good').on(table.goodId),
    index('basket_line_scope').on(table.officePath),
    check('basket_line_quantity', sql`${table.quantity} > 0`),
  ],
)
