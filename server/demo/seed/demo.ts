import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import type { Client } from 'pg'
import { AGENT, CUSTOMER, type Kind, STAFF } from '#shared/permissions.ts'
import { readMark, writeMark } from '../../platform/database/marks.ts'
import { account, device } from '../../platform/database/schema.ts'
import { hashPassword } from '../../platform/http/passwords.ts'
import { hashSecret } from '../../telemetry/credentials.ts'
import { addAccount, type OwnerDb } from './accounts.ts'
import {
  type DemoAccountSpec,
  demoAccounts,
  demoAgent,
  demoCustomers,
  demoDepartments,
  demoTrial,
} from './demo-farms.ts'
import { addDemoPeople } from './demo-people.ts'
import { addHouses } from './houses.ts'
import { addOffice, demoOfficeId } from './offices.ts'
import { builtInRoles } from './roles.ts'
import { demoSecret } from './secrets.ts'

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const TRIAL_DAYS = 30

const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** Agent, customers, houses with their devices, accounts. Once, into a database that has provider and roles. */
export async function seedDemo(
  client: Client,
  db: OwnerDb,
  provider: { id: string; path: string },
  roles: Map<string, string>,
  { appSecret, timeZone }: { appSecret: string; timeZone: string },
): Promise<void> {
  const agent = await addOffice(client, {
    id: demoOfficeId('agent'),
    parent: provider,
    kind: 'agent',
    name: demoAgent,
    timeZone: 'Asia/Shanghai',
  })
  const offices = new Map([
    ['provider', provider],
    ['agent', agent],
  ])
  const zones = new Map([
    ['provider', timeZone],
    ['agent', 'Asia/Shanghai'],
  ])
  for (const customer of [...demoCustomers, demoTrial]) {
    const office = await addOffice(client, {
      id: demoOfficeId(customer.key),
      parent: customer.ofAgent ? agent : provider,
      kind: 'customer',
      name: customer.name,
      timeZone: customer.timeZone,
      placementDay: customer.placementDay,
      sharedUntil: customer.shares ? new Date(Date.now() + YEAR_MS) : null,
      trialEndsOn: customer === demoTrial ? dayAfter(TRIAL_DAYS) : undefined,
    })
    offices.set(customer.key, office)
    zones.set(customer.key, customer.timeZone)
    await addHouses(db, office, customer.timeZone, customer.sites, code => secretOf(appSecret, code))
  }
  for (const { key, under, name } of demoDepartments) {
    const parent = offices.get(under) ?? provider
    const zone = zones.get(under) ?? timeZone
    const department = { id: demoOfficeId(key), parent, kind: 'department' as const, name, timeZone: zone }
    offices.set(key, await addOffice(client, department))
    zones.set(key, zone)
  }
  for (const spec of demoAccounts) {
    const office = offices.get(spec.office)
    const roleId = roles.get(spec.role)
    if (!office || !roleId)
      throw new Error(`The demonstration account ${spec.username} has no office or role`)
    const { username, actualName, language } = spec
    const password = passwordOf(appSecret, spec)
    const about = {
      username,
      email: emailOf(spec),
      actualName,
      language,
      password,
      kind: kindOf(spec),
      timeZone: zones.get(spec.office),
    }
    await addAccount(db, { ...about, office, roleId })
  }
  for (const { key, head } of demoDepartments)
    if (head)
      await client.query(
        `update office set head_id = (select id from account where username_key = $2) where id = $1`,
        [offices.get(key)?.id, head],
      )
  await addDemoPeople(db, { appSecret, roles, offices })
}

/**
 * Ties the demonstration's secrets to this data folder: if its APP_SECRET has changed since the last start, passwords and
 * device credentials are set again. Then writes the accounts for the login page to `demo.json`.
 */
export async function refreshDemo(
  client: Client,
  db: OwnerDb,
  { appSecret, dataDir }: { appSecret: string; dataDir: string },
): Promise<void> {
  // For a demonstration from before its people had addresses; mails to them are files.
  for (const spec of demoAccounts) {
    const email = emailOf(spec)
    const isWithout = and(eq(account.usernameKey, spec.username), isNull(account.email))
    await db.update(account).set({ email, emailKey: email }).where(isWithout)
  }
  const print = demoSecret(appSecret, 'fingerprint')
  if ((await readMark(client, 'demo_secret')) !== print) {
    for (const spec of demoAccounts) {
      const passwordHash = await hashPassword(passwordOf(appSecret, spec))
      await db.update(account).set({ passwordHash }).where(eq(account.usernameKey, spec.username))
    }
    const gateways = await db.select().from(device).where(eq(device.type, 'gateway'))
    for (const { id, code } of gateways)
      await db
        .update(device)
        .set({ credentialHash: hashSecret(secretOf(appSecret, code)) })
        .where(eq(device.id, id))
    await writeMark(client, 'demo_secret', print)
  }
  writeFileSync(join(dataDir, 'demo.json'), `${JSON.stringify(listed(appSecret), null, 2)}\n`, {
    mode: 0o600,
  })
}

/** The accounts as the login page shows them. */
export const listed = (appSecret: string) =>
  demoAccounts.map(spec => ({
    label: spec.label,
    username: spec.username,
    password: passwordOf(appSecret, spec),
    kind: kindOf(spec),
  }))

const passwordOf = (appSecret: string, { username }: DemoAccountSpec) =>
  demoSecret(appSecret, `account ${username}`)
const emailOf = ({ username }: DemoAccountSpec) => `${username}@example.com`
/** Password of a gateway of the demonstration. */
export const secretOf = (appSecret: string, code: string): string => demoSecret(appSecret, `gateway ${code}`)

function kindOf({ role }: DemoAccountSpec): Kind {
  const kind = builtInRoles.find(({ key }) => key === role)?.kind
  return kind === STAFF || kind === AGENT ? kind : CUSTOMER
}
