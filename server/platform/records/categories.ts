import { eq, type SQL, sql } from 'drizzle-orm'
import type { agentCategories } from '#shared/contracts/agent-materials.ts'
import type { articleCategories } from '#shared/contracts/articles.ts'
import { type Category, categoryFields } from '#shared/contracts/categories.ts'
import type { goodCategories } from '#shared/contracts/goods.ts'
import { type Language, text } from '#shared/text.ts'
import { nameIn } from '../database/name-in.ts'
import { ROOT_PATH } from '../database/scope.ts'
import type { Db } from '../database/store.ts'
import { category } from '../database/tables/articles.ts'
import { type FieldFault, refuse } from '../http/errors.ts'
import { type Feature, feature, type Handlers } from '../http/feature.ts'
import { records } from './records.ts'

/** The routes that all families of categories share: articles, goods and agents. */
type Contract =
  | (typeof articleCategories)[keyof typeof articleCategories]
  | typeof goodCategories
  | typeof agentCategories

interface Definition {
  /** The module in the operation history. */
  name: string
  family: string
  contract: Contract
  /** Counts the records of a category. */
  records: SQL<number>
  /** Depth of its tree of categories; without it they form a flat list. */
  levels?: number
}

const says = {
  name: text('请至少填写一种语言的标题', 'Enter a title in at least one language'),
  inUse: text(
    '该分类下有 {count} 条内容，请先移到其他分类',
    'Entries in this category: {count}. Move them to another category first',
  ),
  below: text(
    '该分类下有 {count} 个下级分类，请先移走',
    'Categories below this one: {count}. Move them first',
  ),
  parent: text('不能移到该分类之下', 'It cannot be moved below that category'),
}

const faults = ({ chineseName, englishName }: Pick<Category, 'chineseName' | 'englishName'>): FieldFault[] =>
  chineseName === '' && englishName === '' ? [{ field: 'chineseName', message: says.name }] : []

/** Position of a new category: the last of its family. */
const lastOf = (family: string) =>
  sql<number>`(select coalesce(max(c.position) + 1, 0) from category c where c.family = ${family})`

/** Moves a category to a position in its family; the others move along. */
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
  await putInOrder(db, family)
}

/** Numbers a family's categories in tree order, each before its children. */
async function putInOrder(db: Db, family: string): Promise<void> {
  await db.execute(sql`with recursive tree as (
      select id, array[position] as way from category where family = ${family} and parent_id is null
      union all select c.id, way || c.position from category c join tree on c.parent_id = tree.id
    )
    update category c set position = ordered.place - 1
    from (select id, row_number() over (order by way, id) as place from tree) ordered where ordered.id = c.id`)
}

/** Depth of a category; trees are only a few levels deep. */
const depth = sql<number>`(with recursive up as (
    select c.parent_id, 0 as steps from category c where c.id = ${category}.id
    union all select c.parent_id, steps + 1 from category c join up on c.id = up.parent_id)
  select max(steps)::int from up)`

const below = sql<number>`(select count(*)::int from category c where c.parent_id = ${category}.id)`

/** Throws if the parent would be the category's own descendant, of another family, or too deep. */
async function checkParent(
  db: Db,
  { family, levels, id, aboveId }: { family: string; levels: number; id: string; aboveId: string },
): Promise<void> {
  const { rows } = await db.execute<{
    ids: string[]
    depth: number
    height: number
  }>(sql`with recursive up as (
      select id, parent_id, 1 as steps from category where id = ${aboveId} and family = ${family}
      union all select c.id, c.parent_id, steps + 1 from category c join up on c.id = up.parent_id where steps < 10),
    down as (
      select id, 1 as steps from category where id = ${id}
      union all select c.id, steps + 1 from category c join down on c.parent_id = down.id where steps < 10)
    select coalesce(array_agg(id), '{}') as ids, count(*)::int as depth,
      (select coalesce(max(steps), 1)::int from down) as height from up`)
  const [found] = rows
  if (!found || found.depth === 0 || found.ids.includes(id) || found.depth + found.height > levels)
    throw refuse.invalid([{ field: 'aboveId', message: says.parent }])
}

interface OptionRow {
  id: string
  aboveId: string | null
  name: string
}

/** The categories of a family in order, each with the names on the path to it. */
export async function waysOf(
  db: Db,
  family: string,
  language: Language,
): Promise<{ id: string; name: string }[]> {
  const rows: OptionRow[] = await db
    .select({ id: category.id, aboveId: category.aboveId, name: nameIn(language, category) })
    .from(category)
    .where(eq(category.family, family))
    .orderBy(category.position, category.id)
  const byId = new Map(rows.map(row => [row.id, row]))
  const wayOf = ({ aboveId, name }: OptionRow): string => {
    const parent = aboveId === null ? undefined : byId.get(aboveId)
    return parent ? `${wayOf(parent)} / ${name}` : name
  }
  return rows.map(row => ({ id: row.id, name: wayOf(row) }))
}

/** Categories of a family of the provider's records: named in both languages, in an order people choose. */
export function categoriesOf({ name, family, contract, records: counted, levels = 1 }: Definition): Feature {
  const ofFamily = eq(category.family, family)
  const types = records({
    contract,
    table: category,
    typed: categoryFields,
    fixed: { family, position: lastOf(family) },
    only: ofFamily,
    computed: { records: counted, depth, below },
    beside: {
      columns: ({ aboveId }) => ({ aboveId: aboveId ?? null }),
      check: async (db, { aboveId }, id) => {
        if (aboveId) await checkParent(db, { family, levels, id, aboveId })
      },
    },
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
    staysFor: row => {
      const { below: count } = row as { below?: number }
      if (count) return [says.below, { count }]
      return row.records === 0 ? null : [says.inUse, { count: row.records }]
    },
  })
  const handlers: Handlers<Contract> = {
    ...types.everyday,
    create: async call => {
      const { id } = await types.everyday.create(call)
      await putInOrder(call.db, family)
      return types.find(call.db, id)
    },
    update: async call => {
      await types.everyday.update(call)
      await putInOrder(call.db, family)
      return types.find(call.db, call.params.id)
    },
    move: async call => {
      await types.open(call)
      await moveTo(call.db, family, call.params.id, call.body.position)
      return types.find(call.db, call.params.id)
    },
    options: ({ db, language }) => waysOf(db, family, language),
  }
  return feature(name, contract, handlers)
}
