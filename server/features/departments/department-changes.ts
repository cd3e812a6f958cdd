import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type DepartmentForm, type departments, NO_LOGO } from '#shared/contracts/departments.ts'
import { isTimeZone } from '#shared/zone-time.ts'
import { moveAccount } from '../../people/accounts/move-account.ts'
import { holdBranches, moveBranch, moveNode, within } from '../../people/offices/move-branch.ts'
import { isReached } from '../../people/offices/within-reach.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { device, deviceBirth, deviceState, house, houseDevice } from '../../platform/database/tables/farms.ts'
import { cageType, houseGroup, iotProduct } from '../../platform/database/tables/house-groups.ts'
import { account, office, role } from '../../platform/database/tables/offices.ts'
import { keepLogo, removeLogo } from '../../platform/files/logos.ts'
import type { Call, ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { refuseOlder } from '../../platform/http/versions.ts'
import { changeRows, noteFound } from '../../platform/records/rows.ts'
import {
  type FoundNode,
  findNode,
  isOwn,
  organisationOf,
  seenNode,
  shownNode,
} from './departments.queries.ts'
import { handOverCustomers, noteOwnCustomer } from './noted-customers.ts'

type Named = Pick<z.output<typeof DepartmentForm>, 'chineseName' | 'englishName' | 'timeZone'>
type Changing = ChangingCall & { params: { id: string }; body: { version?: number | undefined } }

function columnsOf({ chineseName, englishName, timeZone }: Named) {
  if (!chineseName && !englishName)
    throw refuse.invalid([{ field: 'englishName', message: 'department.nameRequired' }])
  if (!isTimeZone(timeZone)) throw refuse.invalid([{ field: 'timeZone', message: 'field.timeZone.wrong' }])
  return { chineseName, englishName, timeZone }
}

/** The node a field names, locked against moving and deleting until this call ends. */
async function namedNode(
  { db, viewer }: ChangingCall,
  field: 'parentId' | 'targetId',
  id: string,
): Promise<FoundNode> {
  await db.select({ id: office.id }).from(office).where(eq(office.id, id)).for('share')
  const found = await seenNode(db, id)
  if (!found || !isReached(viewer, found)) throw refuse.invalid([{ field, message: 'department.unknown' }])
  return found
}

/** Locks the node until the transaction ends; refuses an outdated version. */
async function open(call: Changing): Promise<FoundNode> {
  const { db, params, body } = call
  await db.select({ id: office.id }).from(office).where(eq(office.id, params.id)).for('no key update')
  const found = await noteFound(call, await findNode(db, params.id), shownNode)
  refuseOlder(body, found.version, found.shown)
  return found
}

/** Customers and agents have screens of their own. */
function refuseOrganisation({ kind }: FoundNode): void {
  if (kind !== 'department') throw refuse.forbidden('department.ownScreen')
}

/** The place of the next department directly below a node. */
const nextPlace = (parentId: string) => sql<number>`(select coalesce(max(n.display_order) + 1, 0)
  from ${office} n where n.parent_id = ${parentId} and n.kind = 'department')`

/** A new department at the end of its parent's. */
export async function createDepartment(call: Call<typeof departments.create>) {
  const { db, body } = call
  const parent = await namedNode(call, 'parentId', body.parentId)
  const { rows } = await db.execute<{ number: number }>(sql`select next_office_number() as number`)
  const number = rows[0]?.number ?? 0
  const [id, path] = [newId(), `${parent.path}${number}.`]
  const columns = { ...columnsOf(body), placementDay: parent.placementDay }
  await db
    .insert(office)
    .overridingSystemValue()
    .values({
      id,
      number,
      path,
      farmPath: parent.farmPath,
      parentId: parent.id,
      kind: 'department',
      ...columns,
      displayOrder: nextPlace(parent.id),
    })
  call.tellHistory({ officePath: path })
  return findNode(db, id)
}

/** Names, head and time zone of a department, and of the viewer's own organisation. */
export async function changeDepartment(call: Call<typeof departments.update>) {
  const { db, params, body, viewer } = call
  const found = await open(call)
  if (!isOwn(found, viewer)) refuseOrganisation(found)
  if (
    body.placementDay !== undefined &&
    found.kind === 'department' &&
    body.placementDay !== found.placementDay
  )
    throw refuse.invalid([{ field: 'placementDay', message: 'department.placementDay' }])
  if (body.headId && body.headId !== found.headId) await refuseForeignHead(db, found, body.headId)
  const { headId, placementDay } = body
  await changeRows(db, office, eq(office.id, params.id), {
    ...columnsOf(body),
    ...(headId !== undefined && { headId }),
    ...(placementDay !== undefined && { placementDay }),
  })
  const changed = await findNode(db, params.id)
  if (found.kind === 'customer') await noteOwnCustomer(call, found, changed)
  return changed
}

async function refuseForeignHead(db: Db, { path }: FoundNode, headId: string): Promise<void> {
  const [head] = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.id, headId), isNull(account.deletedAt), within(account.officePath, path)))
  if (!head) throw refuse.invalid([{ field: 'headId', message: 'department.headElsewhere' }])
}

/**
 * The viewer's organisation, if they see all of it, locked until the transaction ends. Refuses a caller who saw another
 * logo.
 */
async function openOwnLogo(call: ChangingCall & { query: { was?: string | undefined } }): Promise<FoundNode> {
  const { db, viewer, query } = call
  const id = await organisationOf(db, viewer.officePath)
  if (!id || viewer.departmentOnly) throw refuse.forbidden('department.logoAbove')
  await db.select({ id: office.id }).from(office).where(eq(office.id, id)).for('no key update')
  const found = await noteFound(call, await findNode(db, id), shownNode)
  if (query.was !== undefined && query.was !== (found.logo ?? NO_LOGO))
    throw refuse.conflict({ yours: query, current: found.shown }, 'department.logoConflict')
  return found
}

/** Sets another logo for the viewer's own organisation. */
export async function setLogo(call: Call<typeof departments.setLogo>) {
  const { db, viewer, body, services } = call
  const own = await openOwnLogo(call)
  await keepLogo(db, viewer, services.config.dataDir, body, own)
  return findNode(db, own.id)
}

/** Removes the logo of the viewer's own organisation. */
export async function unsetLogo(call: Call<typeof departments.removeLogo>) {
  const own = await openOwnLogo(call)
  await removeLogo(call.db, own)
  return findNode(call.db, own.id)
}

/** Whether a node may be moved under, or hand its contents to, another one of the same organisation. */
async function refuseUnfit(db: Db, node: FoundNode, field: 'parentId' | 'targetId', other: FoundNode) {
  if (other.path.startsWith(node.path)) throw refuse.invalid([{ field, message: 'department.inItself' }])
  if ((await organisationOf(db, node.path)) !== (await organisationOf(db, other.path)))
    throw refuse.invalid([{ field, message: 'department.otherOrganisation' }])
}

/** Moves a department with everything below it under another node, or to another position under its own. */
export async function moveDepartment(call: Call<typeof departments.move>) {
  const { db, params, body } = call
  if ((await findNode(db, params.id)).parentId !== body.parentId) await holdBranches(db)
  const found = await open(call)
  refuseOrganisation(found)
  const parent = await namedNode(call, 'parentId', body.parentId)
  await refuseUnfit(db, found, 'parentId', parent)
  if (parent.id !== found.parentId) await moveNode(call, found, parent)
  await placeAmong(db, found.id, parent.id, body.position)
  return findNode(db, params.id)
}

/**
 * Renumbers the departments of one parent with this one in its place. Agents and customers have no numbers, however many.
 */
async function placeAmong(db: Db, id: string, parentId: string, position: number | undefined): Promise<void> {
  await db.execute(sql`
    with others as (
      select id, row_number() over (order by display_order, number) - 1 as place from office
      where parent_id = ${parentId} and kind = 'department' and deleted_at is null and id <> ${id}
    ), placed as (
      select id, place + (place >= ${position ?? 10_000})::int as place from others
      union all select ${id}, least(${position ?? 10_000}, (select count(*) from others))
    )
    update office o set display_order = placed.place, version = version + (o.id = ${id})::int
    from placed where placed.id = o.id and (o.display_order <> placed.place or o.id = ${id})`)
}

/** Deletes a department; everything it has goes to its parent, or to the named node. Its devices keep reporting. */
export async function removeDepartment(call: Call<typeof departments.remove>): Promise<null> {
  const { db, params, body, services } = call
  await holdBranches(db)
  const found = await open(call)
  refuseOrganisation(found)
  if (found.parentId === null) throw refuse.forbidden('department.ownNode')
  const target = await namedNode(call, 'targetId', body.targetId ?? found.parentId)
  await refuseUnfit(db, found, 'targetId', target)
  await handOver(call, found, target)
  const deviceIds = await handOverFarm(db, found, target)
  await changeRows(db, office, eq(office.id, params.id), { deletedAt: new Date(), headId: null })
  call.afterwards(() => services.events.emit('registry', { deviceIds }))
  return null
}

/** Hands a node's contents to another one. History stays where it happened. */
async function handOver(call: ChangingCall, found: FoundNode, target: FoundNode): Promise<void> {
  const { db, viewer } = call
  const { id, path } = found
  const people = await db.select({ id: account.id }).from(account).where(eq(account.officeId, id))
  for (const person of people) await moveAccount(db, viewer.scope, person.id, target)
  await db.update(role).set({ officePath: target.path }).where(eq(role.officePath, path))
  await db.update(cageType).set({ officePath: target.path }).where(eq(cageType.officePath, path))
  await db.update(iotProduct).set({ officePath: target.path }).where(eq(iotProduct.officePath, path))
  await handOverCustomers(call, found, target)
  const children = await db
    .select({ id: office.id, path: office.path, number: office.number })
    .from(office)
    .where(and(eq(office.parentId, id), isNull(office.deletedAt)))
    .orderBy(office.displayOrder, office.number)
  for (const child of children) {
    await moveBranch(db, child, target)
    await placeAmong(db, child.id, target.id, undefined)
  }
}

/**
 * Houses, devices and groups go where the department's people go; whoever sees the new node sees them. Returns the ids of
 * the devices.
 */
async function handOverFarm(db: Db, { id, path }: FoundNode, target: FoundNode): Promise<string[]> {
  const moved = { officeId: target.id, officePath: target.path }
  for (const table of [houseDevice, deviceState, deviceBirth])
    await db.update(table).set({ officePath: target.path }).where(eq(table.officePath, path))
  for (const table of [house, houseGroup]) await changeRows(db, table, eq(table.officeId, id), moved)
  const devices = await changeRows(db, device, eq(device.officeId, id), moved).returning({ id: device.id })
  return devices.map(({ id }) => id)
}
