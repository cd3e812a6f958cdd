import { desc, eq, sql } from 'drizzle-orm'
import { agentArea } from '#shared/contracts/agent-area.ts'
import {
  agentCategories,
  agentMaterials,
  type MaterialForm,
  materialFields,
} from '#shared/contracts/agent-materials.ts'
import { text } from '#shared/text.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import type { Db } from '../../platform/database/store.ts'
import { agentMaterial, agentMaterialReading as reading } from '../../platform/database/tables/agents.ts'
import { category } from '../../platform/database/tables/articles.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { showFilesBelow } from '../../platform/files/people-files.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { categoriesOf } from '../../platform/records/categories.ts'
import { records } from '../../platform/records/records.ts'
import { releasingOf } from '../../platform/records/releasing.ts'

/** Of their categories. */
const FAMILY = 'agent-materials'

const says = {
  name: text('请至少填写一种语言的名称', 'Enter a name in at least one language'),
  category: text('该分类已不存在，请重新选择', 'This category no longer exists. Choose another'),
  files: text('请先添加文件再发布', 'Add a file before releasing it'),
}

const faults = ({ chineseName, englishName }: MaterialForm): FieldFault[] =>
  chineseName === '' && englishName === '' ? [{ field: 'chineseName', message: says.name }] : []

async function checkCategory(db: Db, { categoryId }: MaterialForm): Promise<void> {
  if (!categoryId) return
  const known = sql`${category.id} = ${categoryId} and ${category.family} = ${FAMILY}`
  if ((await db.$count(category, known)) === 0)
    throw refuse.invalid([{ field: 'categoryId', message: says.category }])
}

const readers = sql<number>`(select count(*)::int from agent_material_reading r
  where r.material_id = ${agentMaterial}.id and r.edition = ${agentMaterial}.edition)`

const materials = records({
  contract: agentMaterials,
  table: agentMaterial,
  typed: materialFields,
  computed: { readers },
  search: [agentMaterial.chineseName, agentMaterial.englishName, agentMaterial.edition],
  sort: language => ({
    name: nameIn(language, agentMaterial),
    updatedAt: agentMaterial.updatedAt,
    edition: agentMaterial.edition,
    status: agentMaterial.status,
    readers,
    createdAt: agentMaterial.createdAt,
  }),
  filters: { status: agentMaterial.status, categoryId: agentMaterial.categoryId },
  officePath: () => ROOT_PATH,
  faults,
  filesFor: [agentMaterials.get.access, agentArea.opened.access],
  beside: {
    check: checkCategory,
    columns: ({ categoryId }) => ({ categoryId: categoryId ?? null, updatedAt: sql`now()` }),
  },
})

export const agentMaterialsFeature = feature('agent-materials', agentMaterials, {
  ...materials.everyday,
  ...releasingOf({
    open: materials.open,
    store: async (call, { status }) => {
      const isReleased = status === 'released'
      if (isReleased && (await materials.find(call.db, call.params.id)).files.length === 0)
        throw refuse.invalid([{ field: 'files', message: says.files }], says.files)
      await showFilesBelow(call.db, call.params.id, isReleased)
      return materials.store(call, isReleased ? { status, releasedAt: sql`now()` } : { status })
    },
  }),
  readers: async ({ db, params, language }) => {
    await materials.find(db, params.id)
    const rows = await db
      .select({
        id: account.id,
        name: account.actualName,
        office: nameIn(language, office),
        edition: reading.edition,
        readAt: reading.readAt,
      })
      .from(reading)
      .innerJoin(account, eq(account.id, reading.accountId))
      .innerJoin(office, eq(office.id, account.officeId))
      .where(eq(reading.materialId, params.id))
      .orderBy(desc(reading.readAt), account.id)
    return rows.map(({ readAt, ...row }) => ({ ...row, readAt: readAt.toISOString() }))
  },
})

export const agentCategoriesFeature = categoriesOf({
  name: 'agent-categories',
  family: FAMILY,
  contract: agentCategories,
  records: sql<number>`(select count(*)::int from ${agentMaterial} where ${agentMaterial}.category_id = ${category}.id)`,
})
