import { and, eq, ilike, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Department } from '#shared/contracts/users.ts'
import { AGENT, CUSTOMER, type Kind, STAFF } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { isWithin } from '../../people/offices/within-reach.ts'
import type { Db } from '../../platform/database/store.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere } from '../../platform/http/lists.ts'
import { upward } from '../../platform/http/sessions.ts'

const OPTIONS = 100
/** Maximum number of departments of the provider and its agents to search in. */
const NODES = 2_000

/** A node of the tree, as shown for its people. */
export interface Node {
  id: string
  path: string
  /** Path from its organisation down, in the reader's language; from the viewer's node if the organisation is above it. */
  name: string
  /** The organisation it belongs to; '' if that is above the viewer's node. */
  organisation: string
  /** The kind of user its people are. */
  kind: Kind
}

const KINDS = { provider: STAFF, agent: AGENT, customer: CUSTOMER } as const
type Organisation = keyof typeof KINDS

/** A row's name in the reader's language, or the other name if that is missing. */
export const nameOf = (language: Language): SQL =>
  language === 'zh-CN'
    ? sql`coalesce(nullif(chinese_name, ''), english_name)`
    : sql`coalesce(nullif(english_name, ''), chinese_name)`

/** The nodes of these ids within the scope of `db`, each with the path from its organisation. */
export async function nodesOf(
  db: Db,
  viewer: Pick<Viewer, 'kind'>,
  ids: readonly string[],
  language: Language,
): Promise<Map<string, Node>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<
    Omit<Node, 'kind' | 'organisation'> & { organisation: string | null; office: Organisation | null }
  >(sql`
    with recursive ${upward(sql`select unnest(${sql.param([...new Set(ids)])}::text[])`)}
    select of as id, max(path) as path, string_agg(${nameOf(language)}, ' / ' order by path) as name,
      max(id) filter (where kind <> 'department') as organisation,
      max(kind) filter (where kind <> 'department') as office
    from upward where inside group by of`)
  return new Map(
    rows.map(({ organisation, office, ...row }) => [
      row.id,
      { ...row, organisation: organisation ?? '', kind: office === null ? viewer.kind : KINDS[office] },
    ]),
  )
}

/** The node a form names; a refusal names the field. */
export async function departmentOf(
  db: Db,
  viewer: Pick<Viewer, 'kind' | 'departmentOnly'>,
  officeId: string,
  language: Language,
): Promise<Node> {
  const [found] = await db
    .select({ id: office.id })
    .from(office)
    .where(and(eq(office.id, officeId), isNull(office.deletedAt), isWithin(viewer)))
    // It must not be deleted before the person is in it.
    .for('share')
  const node = found && (await nodesOf(db, viewer, [found.id], language)).get(found.id)
  if (!node) throw refuse.invalid([{ field: 'officeId', message: 'user.officeUnknown' }])
  return node
}

interface Asked {
  search?: string | undefined
  /** Only nodes of this user's organisation. */
  userId?: string | undefined
  /** Only this node. */
  id?: string | undefined
}

/** Picker: nodes of the viewer's scope; organisations after the departments of one's own. */
export async function departmentOptions(
  db: Db,
  viewer: Viewer,
  { search, userId, id }: Asked,
  language: Language,
): Promise<Department[]> {
  const home = userId === undefined ? undefined : await homeOf(db, viewer, userId, language)
  const found = await db
    .select({ id: office.id })
    .from(office)
    .where(
      and(
        isNull(office.deletedAt),
        id === undefined ? undefined : eq(office.id, id),
        isWithin(viewer),
        search
          ? or(ilike(office.chineseName, anywhere(search)), ilike(office.englishName, anywhere(search)))
          : undefined,
        home && sql`${office.farmPath} is not distinct from ${home.farmPath}`,
      ),
    )
    .orderBy(sql`${office.kind} = 'customer'`, sql`length(${office.path})`, office.displayOrder, office.path)
    .limit(home ? NODES : OPTIONS)
  const nodes = await nodesOf(
    db,
    viewer,
    found.map(({ id }) => id),
    language,
  )
  return found
    .flatMap(({ id }) => nodes.get(id) ?? [])
    .filter(({ organisation }) => home === undefined || organisation === home.organisation)
    .slice(0, OPTIONS)
    .map(({ id, name, kind }) => ({ id, name, kind }))
}

/** The organisation of a user, with the customer it is. */
async function homeOf(db: Db, viewer: Viewer, userId: string, language: Language) {
  const [found] = await db
    .select({ officeId: office.id, farmPath: office.farmPath })
    .from(account)
    .innerJoin(office, eq(office.id, account.officeId))
    .where(eq(account.id, userId))
  const node = found && (await nodesOf(db, viewer, [found.officeId], language)).get(found.officeId)
  if (!node) throw refuse.notFound()
  return { organisation: node.organisation, farmPath: found.farmPath }
}
