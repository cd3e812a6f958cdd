import { availableParallelism } from 'node:os'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { User, UserForm } from '#shared/contracts/users.ts'
import { isBeyond } from '#shared/permissions.ts'
import { languages } from '#shared/text.ts'
import { type MadePassword, makePassword } from '../../people/accounts/mail-password.ts'
import { openAccounts } from '../../people/accounts/open-account.ts'
import { type Hold, holdFor } from '../../people/customers/hold.ts'
import { tellFarm } from '../../people/customers/tell-farm.ts'
import { isWithin } from '../../people/offices/within-reach.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { office, role } from '../../platform/database/tables/offices.ts'
import { countTold, refuseGuessing } from '../../platform/http/taken-told.ts'
import type { Message } from '../../platform/http/texts.ts'
import { faultRepeated } from '../../platform/jobs/judge-rows.ts'
import type { Asked, Draft, Filled, Prepared, Writing, Written } from '../../platform/jobs/sheet-parts.ts'
import { type Node, nodesOf } from './departments.ts'
import { knownOf } from './user-changes.ts'
import { usersById } from './users.queries.ts'
import { isElsewhere, loginKeys, loginsInUse, takenFaults, usernamesElsewhere } from './users.rules.ts'

type Row = Filled<z.output<typeof UserForm>>

const plain = (name: string) => name.normalize('NFKC').trim().toLowerCase()
/** Separators between the nodes of a path, and between the roles of a cell. */
const STEP = /\s*\/\s*/
const LIST = /[,;，；、]/

/** A path of nodes, normalized for comparison. */
const way = (name: string) => plain(name).split(STEP).join(' / ')
const lastOf = (name: string) => way(name).split(' / ').at(-1) ?? ''

/** Replaces departments and roles by ids. An empty department is the viewer's own. */
export async function resolveUsers(asked: Asked, drafts: readonly Draft[]): Promise<void> {
  const nodes = await nodesNamed(asked, drafts)
  const roles = await asked.db.select().from(role)
  for (const { values, faults } of drafts) {
    const node = nodeFor(values.officeId, nodes)
    if (typeof node === 'string') {
      faults.push({ field: 'officeId', message: node })
      // The department decides which roles exist, so with an unknown one they are not checked.
      values.roleIds = []
    } else {
      values.officeId = node.id
      values.roleIds = rolesFor(asked, node, values.roleIds, roles, fault =>
        faults.push({ field: 'roleIds', message: fault }),
      )
    }
  }
}

type Named = ReadonlyMap<string, readonly Node[]>

/** The nodes that the rows name, by name alone and by the whole path, in both languages; '' is the viewer's own. */
async function nodesNamed({ db, viewer }: Asked, drafts: readonly Draft[]): Promise<Named> {
  const names = [
    ...new Set(drafts.flatMap(({ values }) => (values.officeId ? [lastOf(String(values.officeId))] : []))),
  ]
  const { id, chineseName, englishName, deletedAt } = office
  const asked = sql`any(${sql.param(names)}::text[])`
  const found = await db
    .select({ id })
    .from(office)
    .where(
      and(
        isNull(deletedAt),
        isWithin(viewer),
        or(
          eq(id, viewer.officeId),
          sql`lower(${chineseName}) = ${asked}`,
          sql`lower(${englishName}) = ${asked}`,
        ),
      ),
    )
  const ids = found.map(({ id }) => id)
  const named = new Map<string, Node[]>()
  const add = (name: string, node: Node) => {
    const known = named.get(name) ?? []
    if (!known.some(({ id }) => id === node.id)) named.set(name, [...known, node])
  }
  for (const language of languages)
    for (const node of (await nodesOf(db, viewer, ids, language)).values()) {
      if (node.id === viewer.officeId) add('', node)
      add(way(node.name), node)
      add(lastOf(node.name), node)
    }
  return named
}

function nodeFor(
  name: unknown,
  nodes: Named,
): Node | 'import.departmentUnknown' | 'import.departmentAmbiguous' {
  const [found, another] = nodes.get(name === undefined ? '' : way(String(name))) ?? []
  if (!found) return 'import.departmentUnknown'
  return another ? 'import.departmentAmbiguous' : found
}

/** Ids of the roles a cell names, among those that people of this node can have and the viewer may grant. */
function rolesFor(
  { viewer }: Asked,
  { kind, path }: Node,
  cell: unknown,
  roles: readonly (typeof role.$inferSelect)[],
  fault: (message: Message) => void,
): string[] {
  const fitting = roles.filter(role => role.kind === kind && path.startsWith(role.officePath))
  const said =
    cell === undefined
      ? []
      : String(cell)
          .split(LIST)
          .filter(name => plain(name) !== '')
  return said.flatMap(name => {
    const found = fitting.find(role =>
      [role.chineseName, role.englishName].some(each => plain(each) === plain(name)),
    )
    if (!found) fault(['import.roleUnknown', { name: name.trim() }])
    else if (isBeyond(viewer, { ...found, kind })) fault('role.beyond')
    return found ? [found.id] : []
  })
}

/**
 * Everybody needs an address for the invitation, and no login id or address may belong to somebody else, here or in the
 * file.
 */
export async function checkUsers(asked: Asked, rows: readonly Row[]): Promise<void> {
  await refuseGuessing(asked)
  const forms = rows.map(({ form }) => form)
  const taken = await loginsInUse(asked, forms)
  await countTold(asked, usernamesElsewhere(forms, taken))
  for (const { draft, form } of rows) {
    if (!form.email) draft.faults.push({ field: 'email', message: 'import.emailRequired' })
    draft.faults.push(...takenFaults(form, taken))
  }
  faultRepeated(
    rows,
    'username',
    form => loginKeys(form)[0] ?? '',
    row => ['import.repeated', { row }],
  )
  faultRepeated(
    rows,
    'email',
    form => loginKeys(form)[1] ?? form.username,
    row => ['import.repeated', { row }],
  )
}

/** Number of first passwords hashed at a time, in parallel threads. */
const AT_ONCE = availableParallelism()

/** The first password of everybody. */
export async function preparePasswords(
  rows: readonly number[],
  passed: (rows: number) => Promise<void>,
): Promise<Prepared<MadePassword>> {
  const made = new Map<number, MadePassword>()
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE)
    await Promise.all(some.map(async row => made.set(row, await makePassword())))
    await passed(made.size)
  }
  return made
}

/** Opens the accounts and invites everybody by mail. */
export async function writeUsers(asked: Writing, rows: readonly Row[], passwords: Prepared<MadePassword>) {
  const { db, viewer, language, appSecret } = asked
  const nodes = await nodesOf(
    db,
    viewer,
    rows.map(({ form }) => form.officeId),
    language,
  )
  const holds = new Map<string, Hold | null>()
  for (const { organisation, path } of nodes.values())
    if (!holds.has(organisation)) holds.set(organisation, await holdFor(db, viewer, path))
  const names = await officeNames(db, nodes.keys())
  const taken = await loginsInUse(
    asked,
    rows.map(({ form }) => form),
  )
  const opened = rows.map(({ id, draft, form }) => {
    const node = nodes.get(form.officeId)
    const officeNames = names.get(form.officeId)
    const made = passwords.get(draft.row)
    const { username, email } = form
    if (!node || !officeNames || !made || !email)
      throw new Error('A user without their department, address or password')
    return {
      ...knownOf(form),
      ...holds.get(node.organisation),
      id,
      office: node,
      username,
      email,
      kind: node.kind,
      made,
      officeNames,
      isAddressElsewhere: isElsewhere(form, taken),
      roleIds: [...new Set(form.roleIds)],
    }
  })
  await openAccounts(db, opened, { language, appSecret })
  const shown = await usersById(
    asked,
    rows.map(({ id }) => id),
  )
  return shown.map(user => ({ id: user.id, officePath: nodes.get(user.officeId)?.path ?? '', shown: user }))
}

async function officeNames(db: Db, ids: Iterable<string>) {
  const { id, chineseName, englishName } = office
  const rows = await db.select({ id, chineseName, englishName }).from(office).where(anyOf(id, ids))
  return new Map(rows.map(row => [row.id, row]))
}

/** Tells each organisation that got new people, once. */
export async function tellOfUsers(asked: Writing, written: readonly Written[]): Promise<void> {
  const { db, viewer, language } = asked
  const places = (written as (Written & { shown: User })[]).map(({ shown }) => shown.officeId)
  const nodes = await nodesOf(db, viewer, [...new Set(places)], language)
  const organisations = Map.groupBy(
    places.flatMap(id => nodes.get(id) ?? []),
    ({ organisation }) => organisation,
  )
  for (const [first, ...more] of organisations.values()) {
    if (!first) continue
    const hold = await holdFor(db, viewer, first.path)
    await tellFarm(asked, first.path, { what: 'imported', count: 1 + more.length }, hold)
  }
}
