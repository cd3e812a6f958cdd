import { eq, type SQL, sql } from 'drizzle-orm'
import { type articleCategories, type Category, categoryFields } from '#shared/contracts/articles.ts'
import { text } from '#shared/text.ts'
import { nameIn } from '../database/name-in.ts'
import { ROOT_PATH } from '../database/scope.ts'
import type { Db } from '../database/store.ts'
import { category } from '../database/tables/articles.ts'
import type { FieldFault } from '../http/errors.ts'
import { type Feature, feature, type Handlers } from '../http/feature.ts'
import { records } from './records.ts'

/** What the routes of one family of categories are: those of articles, of goods and others alike. */
type Contract = (typeof articleCategories)[keyof typeof articleCategories]

interface Definition {
  /** The module in the operation history. */
  name: string
  family: string
  contract: Contract
  /** How many records a category has. */
  records: SQL<number>
}

const says = {
  name: text('请至少填写一种语言的标题', 'Enter a title in at least one language'),
  inUse: text(
    '该分类下有 {count} 条内容，请先移到其他分类',
    'Entries in this category: {count}. Move them to another one first',
  ),
}

const faults = ({ chineseName, englishName }: Pick<Category, 'chineseName' | 'englishName'>): FieldFault[] =>
  chineseName === '' && englishName === '' ? [{ field: 'chineseName', message: says.name }] : []

/** The place a new one of a family gets: the last. */
const lastOf = (family: string) =>
  sql<number>`(select coalesce(max(c.position) + 1, 0) from category c where c.family = ${family})`

/** Puts a category at a place of its family; the others move up. */
async function moveTo(db: Db, family: string, id: string, position: number): Promise<void> {
  const rows = await db
    .select({ id: category.id })
    .from(category)
    .where(eq(category.family, family))
    .orderBy(category.position, category.id)
    .for('update')
  const others = rows.map(row => row.id).filter(each => each !== id)
  const ids = others.toSpliced(position, 0, id)
  await db
    .update(category)
    .set({ position: sql`array_position(${sql.param(ids)}::text[], ${category.id}) - 1` })
    .where(eq(category.family, family))
}

/** The headings of a family of the provider's records: named in both languages, in an order of their own. */
export function categoriesOf({ name, family, contract, records: counted }: Definition): Feature {
  const ofFamily = eq(category.family, family)
  const types = records({
    contract,
    table: category,
    typed: categoryFields,
    fixed: { family, position: lastOf(family) },
    only: ofFamily,
    computed: { records: counted },
    search: [category.chineseName, category.englishName],
    sort: language => ({
      position: category.position,
      name: nameIn(language, category),
      records: counted,
      createdAt: category.createdAt,
    }),
    filters: { id: category.id },
    officePath: () => ROOT_PATH,
    faults,
    staysFor: ({ records: count }) => (count === 0 ? null : [says.inUse, { count }]),
  })
  const handlers: Handlers<Contract> = {
    ...types.everyday,
    move: async call => {
      await types.open(call)
      await moveTo(call.db, family, call.params.id, call.body.position)
      return types.find(call.db, call.params.id)
    },
    options: ({ db, language }) =>
      db
        .select({ id: category.id, name: nameIn(language, category) })
        .from(category)
        .where(ofFamily)
        .orderBy(category.position, category.id),
  }
  return feature(name, contract, handlers)
}
