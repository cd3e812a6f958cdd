import { eq, type SQL, sql } from 'drizzle-orm'
import { BRANCH_SIZE, type OfficeNode, type Place } from '#shared/contracts/departments.ts'
import type { Db } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere } from '../../platform/http/lists.ts'

/** Maximum number of search results. */
const FOUND = 200
const PEOPLE = 200

export interface FoundNode extends OfficeNode {
  path: string
  number: number
  farmPath: string | null
}

/** The node as the API shows it. */
export const shownNode = ({ path, number, farmPath, ...node }: FoundNode): OfficeNode => node

/** A path and the paths of all nodes above it. */
const upward = (path: SQL) =>
  sql`select left(${path}, dot) from generate_series(1, length(${path})) dot where substr(${path}, dot, 1) = '.'`

/**
 * No node above it is deleted. Checked node by node through the index, so that no plan compares every node with every other.
 */
const isStanding = sql`not exists (
  select from office gone where gone.path = any(array(${upward(sql`o.path`)})) and gone.deleted_at is not null offset 0)`

/** Siblings: departments in their set order, then agents, then customers. Covered by an index. */
const amongNeighbours = sql`(o.farm_path is not null), (o.kind <> 'department'), o.display_order, o.number`
const parentsFirst = sql`length(o.path) - length(replace(o.path, '.', '')), ${amongNeighbours}`

/** Rows of a table in the branch of `o` that are not deleted. */
const inBranch = (table: 'account' | 'house') => sql`(select count(*)::int from ${sql.identifier(table)} t
  where t.office_path >= o.path and t.office_path < left(o.path, -1) || '/' and t.deleted_at is null)`

/** The nodes and their order, settled before anything is counted. */
async function nodesOf(db: Db, ids: SQL, order = parentsFirst): Promise<FoundNode[]> {
  const { rows } = await db.execute<FoundNode & Record<string, unknown>>(sql`
    select o.id, o.path, o.number, o.farm_path as "farmPath", o.kind, o.version,
      case when o.path > current_setting('app.lo', true) then o.parent_id end as "parentId",
      o.chinese_name as "chineseName", o.english_name as "englishName", o.time_zone as "timeZone",
      o.placement_day as "placementDay", o.logo, head.id as "headId", head.actual_name as "headName",
      (select count(*)::int from account a where a.office_path = o.path and a.deleted_at is null) as people,
      ${inBranch('account')} as "peopleBelow", ${inBranch('house')} as houses,
      exists (select from office c where c.parent_id = o.id and c.deleted_at is null) as "isParent",
      (select count(*)::int from office d where d.path > o.path and d.path < left(o.path, -1) || '/'
        and d.kind = 'department' and d.deleted_at is null) as departments
    from office o left join account head on head.id = o.head_id and head.deleted_at is null
    where o.id = any(array(${ids})) and ${isStanding}
    order by ${order}`)
  return rows
}

/** The top of what the viewer sees, including nodes whose parent is hidden from staff of one department. */
const tops = sql`
  select id from office where path = current_setting('app.lo', true)
  union all
  select o.id from office o where current_setting('app.customers', true) <> 'all' and o.deleted_at is null
    and o.path > current_setting('app.lo', true) and not exists (select from office p where p.id = o.parent_id)`

/** Nodes and all above them. */
const withTheWay = (paths: SQL) => sql`
  select id from office where path = any(array(select above from (${paths}) m, lateral (${upward(sql`m.path`)}) as upward (above)))`

/** The top of the tree; with a search the matches, with a node that one, and everything above them. */
export async function listNodes(
  db: Db,
  { search, node }: { search?: string | undefined; node?: string | undefined },
) {
  if (node !== undefined)
    return {
      nodes: await nodesOf(db, withTheWay(sql`select path from office where id = ${node}`)),
      isCut: false,
    }
  if (!search) return { nodes: await nodesOf(db, tops), isCut: false }
  const named = sql`(o.chinese_name ilike ${anywhere(search)} or o.english_name ilike ${anywhere(search)})`
  // Ancestors are read only until there are enough.
  const { rows } = await db.execute<{ path: string }>(sql`
    select o.path from (
      select path from office o where o.deleted_at is null and ${named}
      order by (farm_path is not null), (kind <> 'department'), number offset 0
    ) o where ${isStanding} limit ${FOUND + 1}`)
  const paths = rows.slice(0, FOUND).map(({ path }) => path)
  const nodes = await nodesOf(db, withTheWay(sql`select unnest(${sql.param(paths)}::text[]) as path`))
  return { nodes, isCut: rows.length > FOUND }
}

/** The path of a node; refused outside the viewer's scope. */
async function pathOf(db: Db, id: string): Promise<string> {
  const { rows } = await db.execute<{ path: string }>(sql`
    select o.path from office o where o.id = ${id} and o.deleted_at is null and ${isStanding}`)
  if (!rows[0]) throw refuse.notFound()
  return rows[0].path
}

/** Children of a node from an offset on; none below one that was deleted while a screen shows it. */
export async function nodesBelow(db: Db, id: string, after: number): Promise<FoundNode[]> {
  if ((await db.$count(office, eq(office.id, id))) === 0) throw refuse.notFound()
  const ids = sql`select o.id from office o where o.parent_id = ${id} and o.deleted_at is null
    order by ${amongNeighbours} limit ${BRANCH_SIZE} offset ${after}`
  return nodesOf(db, ids, amongNeighbours)
}

/** The nodes of the organisation of a node that are not in its own branch. */
export async function placesFor(db: Db, id: string): Promise<Place[]> {
  const path = await pathOf(db, id)
  const { rows } = await db.execute<Place & Record<string, unknown>>(sql`
    with recursive within as (
      select o.* from office o where o.id = ${(await organisationOf(db, path)) ?? null}
      union all
      select o.* from within w join office o on o.parent_id = w.id
      where o.kind = 'department' and o.deleted_at is null and o.path <> ${path}
    )
    select o.id, case when o.path > current_setting('app.lo', true) then o.parent_id end as "parentId",
      o.chinese_name as "chineseName", o.english_name as "englishName"
    from within o order by ${parentsFirst}`)
  return rows
}

/** The node if it is in the viewer's scope. */
export async function seenNode(db: Db, id: string): Promise<FoundNode | undefined> {
  return (await nodesOf(db, sql`select id from office where id = ${id} and deleted_at is null`))[0]
}

/** The node, or a refusal when it is not in the viewer's scope. */
export async function findNode(db: Db, id: string): Promise<FoundNode> {
  const found = await seenNode(db, id)
  if (!found) throw refuse.notFound()
  return found
}

/** The provider, agent or customer a node belongs to; none if it is above what the viewer sees. */
export async function organisationOf(db: Db, path: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from office where kind <> 'department' and starts_with(${path}, path) order by length(path) desc limit 1`)
  return rows[0]?.id
}

/** People of a node, or of it and all below it, by name. */
export async function peopleOf(
  db: Db,
  id: string,
  { search, below }: { search?: string | undefined; below?: 'true' | undefined },
) {
  const path = await pathOf(db, id)
  const inside = below
    ? sql`office_path >= ${path} and office_path < ${`${path.slice(0, -1)}/`}`
    : sql`office_path = ${path}`
  const named = search
    ? sql`(actual_name ilike ${anywhere(search)} or username ilike ${anywhere(search)})`
    : sql`true`
  const { rows } = await db.execute<{
    id: string
    actualName: string
    username: string
    job: string | null
    isDisabled: boolean
  }>(sql`
    select id, actual_name as "actualName", username, job, disabled_at is not null as "isDisabled" from account
    where deleted_at is null and ${inside} and ${named} order by actual_name, id limit ${PEOPLE}`)
  return rows
}

/** Only nodes the viewer can act on: the own organisation, and departments. */
export const isOwn = ({ id, kind }: FoundNode, viewer: Viewer): boolean =>
  kind !== 'department' && id === viewer.officeId
