import { and, eq } from 'drizzle-orm'
import type { Agent, agents } from '#shared/contracts/agents.ts'
import { AGENT } from '#shared/permissions.ts'
import { text } from '#shared/text.ts'
import { dateIn } from '#shared/zone-time.ts'
import { rolesToAssign } from '../../people/accounts/assignable-roles.ts'
import { openAccount } from '../../people/accounts/open-account.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import type { Db } from '../../platform/database/store.ts'
import { agency } from '../../platform/database/tables/agents.ts'
import { office, role } from '../../platform/database/tables/offices.ts'
import type { Call } from '../../platform/http/call.ts'
import { type FieldFault, Refusal, refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { addEntry } from '../../platform/records/entries.ts'
import { nextNumber } from '../../platform/records/numbers.ts'
import { addRow } from '../../platform/records/rows.ts'
import { AGENTS, agencies, isPast } from './agencies.ts'

const says = {
  name: text('请至少填写一种语言的名称', 'Enter a name in at least one language'),
  noRole: text('内置角色“代理商”不存在', 'The built-in role Agent does not exist'),
}
const fieldOf: Readonly<Record<string, string>> = { username: 'ownerLogin', email: 'ownerEmail' }

/** Faults of the account, by form field. */
function byOwnFields(error: unknown): never {
  if (!(error instanceof Refusal) || !error.refused.faults) throw error
  throw refuse.invalid(
    error.refused.faults.map(({ field, message }) => ({ field: fieldOf[field] ?? field, message })),
  )
}

/** The built-in agent role; refused to callers who may not grant all its rights. */
async function agentRole(db: Db, viewer: Viewer): Promise<string> {
  const [found] = await db
    .select({ id: role.id })
    .from(role)
    .where(and(eq(role.key, 'agent'), eq(role.kind, AGENT)))
  if (!found) throw refuse.forbidden(says.noRole)
  const receiver = { kind: AGENT, officePath: ROOT_PATH } as const
  await rolesToAssign(db, viewer, receiver, [found.id]).catch(error => {
    throw error instanceof Refusal ? refuse.forbidden('role.beyond') : error
  })
  return found.id
}

/** Creates an office that is an agent from now on, with its number in the list of agents and an account for its head. */
export async function createAgent(call: Call<typeof agents.create>): Promise<Agent> {
  const { db, viewer, body, services, language } = call
  // Somebody who sees only one department's customers would not see the agent.
  if (viewer.departmentOnly) throw refuse.forbidden()
  const [provider] = await db.select().from(office).where(eq(office.path, ROOT_PATH))
  if (!provider) throw refuse.forbidden()
  const { chineseName, englishName, endsOn, territory, contact, phone } = body
  const faults: FieldFault[] = []
  if (chineseName === '' && englishName === '') faults.push({ field: 'chineseName', message: says.name })
  if (endsOn < dateIn(provider.timeZone, new Date())) faults.push({ field: 'endsOn', message: isPast })
  if (faults.length > 0) throw refuse.invalid(faults)
  const roleId = await agentRole(db, viewer)
  const officeId = newId()
  const [made] = await db
    .insert(office)
    .values({
      id: officeId,
      parentId: provider.id,
      path: '',
      kind: 'agent',
      chineseName,
      englishName,
      timeZone: provider.timeZone,
      agentEndsOn: endsOn,
    })
    .returning({ path: office.path })
  const path = made?.path ?? ''
  await openAccount(db, {
    office: { id: officeId, path },
    username: body.ownerLogin,
    email: body.ownerEmail,
    actualName: contact,
    kind: AGENT,
    phone: phone || null,
    roleIds: [roleId],
    language: null,
    invited: { language, appSecret: services.config.appSecret },
  }).catch(byOwnFields)
  const id = newId()
  await addRow(call, agency, {
    id,
    number: await nextNumber(db, 'AG'),
    officeId,
    officePath: path,
    authorId: viewer.accountId,
    authorName: viewer.actualName,
    state: 'passed',
    region: territory,
    phone,
    about: '',
    territory,
  })
  const written = [endsOn, territory].filter(Boolean).join(' · ')
  await addEntry(call, { module: AGENTS, recordId: id, officePath: path, step: 'open', text: written })
  return agencies.find(call, id)
}
