import { and, eq, isNull } from 'drizzle-orm'
import { AGENT, type RolePermission, STAFF } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { newId } from '../../../platform/database/ids.ts'
import { type Db, SYSTEM } from '../../../platform/database/store.ts'
import { noticeMessage } from '../../../platform/database/tables/histories.ts'
import { mail } from '../../../platform/database/tables/mail.ts'
import { account, accountRole, role } from '../../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../../testing/app.ts'
import { everyGrant } from '../../../testing/samples.ts'

let made = 0
/** Form data of a new customer with its own owner. */
export const customerForm = (more: object = {}) => {
  const number = ++made
  return {
    englishName: `Farm ${number}`,
    chineseName: `农场${number}`,
    contact: 'Anna',
    country: 'NL',
    city: 'Barneveld',
    longitude: 5.58,
    latitude: 52.14,
    timeZone: 'Europe/Amsterdam',
    ownerLogin: `owner-${number}`,
    ownerEmail: `owner-${number}@farm.example`,
    ...more,
  }
}

export const idOf = ({ id }: { id: string }) => ({ params: { id } })

/** Past every scope. */
export const systemOf = ({ services }: TestApp): Db => services.store.scoped(SYSTEM)

/** A test application with sellers: somebody at the provider who may do everything, and an agent. */
export async function openSales(): Promise<{ farm: TestApp; sales: Person; agent: Person }> {
  const farm = await testApp()
  const { provider, agent: theirs } = farm.offices
  await addOwnerRoles(farm)
  return {
    farm,
    sales: await farm.as({ office: provider, kind: STAFF, grants: everyGrant(STAFF) }),
    agent: await farm.as({
      office: theirs,
      kind: AGENT,
      grants: everyGrant(AGENT).filter(grant => grant.includes('custom_manage')),
    }),
  }
}

const DECIDES: RolePermission[] = [{ permissionId: 'farm_access', actionList: ['query', 'enable'] }]

/** The built-in roles of a customer's owner. */
export async function addOwnerRoles(farm: TestApp): Promise<void> {
  await systemOf(farm)
    .insert(role)
    .values(
      (['owner', 'trial'] as const).map(key => ({
        id: newId(),
        officePath: '1.',
        kind: 2,
        builtIn: true,
        key,
        ...(key === 'owner'
          ? { englishName: 'Farm owner', chineseName: '场主', permissions: DECIDES }
          : { englishName: 'Trial customer', chineseName: '试用客户', permissions: [] }),
      })),
    )
}

/** Keys of the built-in roles that a user has. */
export const rolesOfLogin = (farm: TestApp, username: string) =>
  systemOf(farm)
    .select({ key: role.key })
    .from(account)
    .innerJoin(accountRole, eq(accountRole.accountId, account.id))
    .innerJoin(role, eq(role.id, accountRole.roleId))
    .where(eq(account.username, username))

export const mailsOf = (farm: TestApp, to: string) =>
  systemOf(farm).select().from(mail).where(eq(mail.to, to))

/** A person's messages, oldest first: about a customer, or about what they cannot open. */
export const messagesOf = async (
  farm: TestApp,
  { accountId }: { accountId: string },
  about: { id: string } | null,
  language: Language = 'en-US',
): Promise<string[]> => {
  const { subjectId } = noticeMessage
  const rows = await systemOf(farm)
    .select({ title: noticeMessage.title })
    .from(noticeMessage)
    .where(and(eq(noticeMessage.accountId, accountId), about ? eq(subjectId, about.id) : isNull(subjectId)))
    .orderBy(noticeMessage.createdAt)
  return rows.map(({ title }) => title[language])
}
