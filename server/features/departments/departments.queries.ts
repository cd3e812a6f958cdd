import { type SQL, sql } from 'drizzle-orm'
import type { OfficeNode } from '#shared/contracts/departments.ts'
import type { Db } from '../../database/store.ts'
import { refuse } from '../../http/errors.ts'
import type { Viewer } from '../../http/identify.ts'
import { anywhere } from '../../http/lists.ts'

/** Nodes of one answer. Departments come before customers, so only customers are cut off. */
const NODES = 2_000
const PEOPLE = 200

export interface FoundNode extends OfficeNode {
  path: string
  number: number
  farmPath: string | null
}

/** The node as the API shows it. */
export const shownNode = ({ path, number, farmPath, ...node }: FoundNode): OfficeNode => node

const below = (path: SQL) => sql`>= o.path and ${path} < left(o.path, -1) || '/'`

/** A path and those of all nodes above it. */
const upward = (path: SQL) =>
  sql`select left(${path}, dot) from generate_series(1, length(${path})) dot where substr(${path}, dot, 1) = '.'`

/** Nothing above it is deleted. Asked node by node, of the index: whatever the planner believes, it is not every node against every other. */
const isStanding = sql`not exists (
  select from office gone where gone.path = any(array(${upward(sql`o.path`)})) and gone.deleted_at is not null offset 0)`

const nodesWhere = async (db: Db, condition: SQL, limit: number): Promise<FoundNode[]> => {
  const { rows } = await db.execute<FoundNode & Record<string, unknown>>(sql`
    select o.id, o.path, o.number, o.farm_path as "farmPath", o.kind, o.version,
      case when o.path > current_setting('app.lo', true) then o.parent_id end as "parentId",
      o.chinese_name as "chineseName", o.english_name as "englishName", o.time_zone as "timeZone",
      o.placement_day as "placementDay", o.logo, head.id as "headId", head.actual_name as "headName",
      (select count(*)::int from account a where a.office_path = o.path and a.deleted_at is null) as people,
      (select count(*)::int from account a
        where a.office_path ${below(sql`a.office_path`)} and a.deleted_at is null) as "peopleBelow",
      (select count(*)::int from house h
        where h.office_path ${below(sql`h.office_path`)} and h.deleted_at is null) as houses
    from office o left join account head on head.id = o.head_id and head.deleted_at is null
    where o.deleted_at is null and (${condition}) and ${isStanding}
    order by o.farm_path is not null, length(o.path) - length(replace(o.path, '.', '')), o.kind <> 'department', o.display_order, o.number
    limit ${limit}`)
  return rows
}

/** The tree below the viewer's node; with a search what matches, and all above it. */
export async function listNodes(db: Db, search: string | undefined) {
  const named = search
    ? sql`o.path = any(array(select above from office m, lateral (${upward(sql`m.path`)}) as upward (above)
        where m.deleted_at is null and (m.chinese_name ilike ${anywhere(search)} or m.english_name ilike ${anywhere(search)})))`
    : sql`true`
  const found = await nodesWhere(db, named, NODES + 1)
  return { nodes: found.slice(0, NODES), isCut: found.length > NODES }
}

/** The node if it is in the viewer's scope. */
export async function seenNode(db: Db, id: string): Promise<FoundNode | undefined> {
  return (await nodesWhere(db, sql`o.id = ${id}`, 1))[0]
}

/** The node, or a refusal when it is not in the viewer's scope. */
export async function findNode(db: Db, id: string): Promise<FoundNode> {
  const found = await seenNode(db, id)
  if (!found) throw refuse.notFound()
  return found
}

/** The provider, agent or customer a node lies in; none where it is above what the viewer sees. */
export async function organisationOf(db: Db, path: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from office where kind <> 'department' and starts_with(${path}, path) order by length(path) desc limit 1`)
  return rows[0]?.id
}

/** People of a node, or of it and all below it, by name. */
export async function peopleOf(
  db: Db,
  { path }: FoundNode,
  { search, below }: { search?: string | undefined; below?: 'true' | undefined },
) {
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

/** Only what the viewer may do something about: the own organisation, and departments. */
export const isOwn = ({ id, kind }: FoundNode, viewer: Viewer): boolean =>
  kind !== 'department' && id === viewer.officeId
