import { and, asc, eq, sql } from 'drizzle-orm'
import { agentArea, type OwnMaterial } from '#shared/contracts/agent-area.ts'
import type { Language } from '#shared/text.ts'
import { urgentHouses } from '../../farm/houses/urgent-houses.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import {
  agentMaterial as material,
  agentMaterialReading as reading,
} from '../../platform/database/tables/agents.ts'
import { category } from '../../platform/database/tables/articles.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { apply, ownAgency } from './own-agency.ts'
import { ownCustomers, ownTotals } from './own-customers.ts'

/** More than an agent will ever read. */
const MOST = 500

const isReleased = eq(material.status, 'released')

/** Material from the provider for its agents; the table's policy shows it to nobody else. */
async function ownMaterials(db: Db, { accountId }: Viewer, language: Language): Promise<OwnMaterial[]> {
  const note = { chineseName: material.chineseNote, englishName: material.englishNote }
  const rows = await db
    .select({
      id: material.id,
      name: nameIn(language, material),
      note: nameIn(language, note),
      edition: material.edition,
      categoryId: category.id,
      categoryName: nameIn(language, category),
      files: material.files,
      releasedAt: material.releasedAt,
      readAt: reading.readAt,
      isRead: sql<boolean>`coalesce(${reading.edition} = ${material.edition}, false)`,
    })
    .from(material)
    .leftJoin(category, eq(category.id, material.categoryId))
    .leftJoin(reading, and(eq(reading.materialId, material.id), eq(reading.accountId, accountId)))
    .where(isReleased)
    .orderBy(sql`${category.position} nulls last`, asc(nameIn(language, material)), material.id)
    .limit(MOST)
  return rows.map(({ categoryId, categoryName, releasedAt, readAt, ...row }) => ({
    ...row,
    category: categoryId === null ? null : { id: categoryId, name: categoryName },
    releasedAt: (releasedAt ?? new Date(0)).toISOString(),
    readAt: readAt?.toISOString() ?? null,
  }))
}

/** Notes that somebody has the current version of the material. */
async function noteReading(db: Db, { accountId, officePath }: Viewer, materialId: string): Promise<null> {
  const [found] = await db
    .select({ edition: material.edition })
    .from(material)
    .where(and(eq(material.id, materialId), isReleased))
  if (!found) throw refuse.notFound()
  const { edition } = found
  await db
    .insert(reading)
    .values({ materialId, accountId, officePath, edition })
    .onConflictDoUpdate({
      target: [reading.materialId, reading.accountId],
      set: { edition, officePath, readAt: sql`now()` },
    })
  return null
}

/** Endpoints for an office that is an agent or wants to become one. */
export const agentAreaFeature = feature('agent-area', agentArea, {
  mine: ownAgency,
  apply,
  materials: ({ db, viewer, language }) => ownMaterials(db, viewer, language),
  opened: ({ db, viewer, params }) => noteReading(db, viewer, params.id),
  list: ownCustomers,
  totals: ownTotals,
  morning: call => urgentHouses(call, 'others'),
})
