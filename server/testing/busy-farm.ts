import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { CUSTOMER, type RolePermission, STAFF } from '#shared/permissions.ts'
import { newId } from '../platform/database/ids.ts'
import * as schema from '../platform/database/schema.ts'
import { hashToken } from '../platform/http/identify.ts'
import { hashSecret } from '../telemetry/credentials.ts'

export interface BusyCustomer {
  /** Token of a signed-in user who sees the customer's houses. */
  token: string
  officePath: string
  houses: { id: string; deviceId: string }[]
}

export interface BusyGateway {
  code: string
  password: string
  /** Codes of the controllers behind it. */
  controllers: string[]
}

export interface BusyFarm {
  /** Token of a signed-in member of the provider's staff. */
  staffToken: string
  customers: BusyCustomer[]
  gateways: BusyGateway[]
}

export interface FarmSize {
  customers: number
  /** Per customer. */
  gateways: number
  /** Per gateway; every controller has a house. */
  controllers: number
}

export type FarmDb = ReturnType<typeof openFarmDb>
type Db = FarmDb['db']
interface Office {
  id: string
  path: string
}

/** Far above any number the installation itself has assigned. */
const FIRST_OFFICE = 1_000_001
const PASSWORD = 'a-password-for-measurements'

/** Tables without row-level security: the connection is a superuser's. */
export function openFarmDb(superuserUrl: string) {
  const pool = new pg.Pool({ connectionString: superuserUrl, max: 4 })
  pool.on('error', () => {})
  return { pool, db: drizzle(pool, { schema }), close: () => pool.end() }
}

/** Registers a farm. The server reads registry and houses on startup, so restart it afterwards. */
export async function fillFarm({ db }: FarmDb, size: FarmSize): Promise<BusyFarm> {
  const [root] = await db.select().from(schema.office).where(eq(schema.office.kind, 'provider'))
  if (!root) throw new Error('The installation has no provider')
  const staffToken = await addViewer(db, root, 'busy-staff', STAFF, [
    { permissionId: 'device_manage', actionList: ['query', 'get', 'export'] },
    { permissionId: 'chicken_home_manage', actionList: ['query', 'import'] },
    { permissionId: 'custom_manage', actionList: ['query', 'import', 'export'] },
  ])
  const credentialHash = hashSecret(PASSWORD)
  const farm: BusyFarm = { staffToken, customers: [], gateways: [] }
  for (let index = 0; index < size.customers; index++) {
    const office = await addCustomer(db, root, index)
    const token = await addViewer(db, office, `busy-farmer-${index}`, CUSTOMER, [
      { permissionId: 'chicken_home_manage', actionList: ['query', 'get'] },
      { permissionId: 'device_chart', actionList: ['query'] },
      { permissionId: 'device_manage', actionList: ['query', 'get', 'add', 'edit'] },
      { permissionId: 'house_alarm', actionList: ['query', 'get', 'edit'] },
    ])
    const customer: BusyCustomer = { token, officePath: office.path, houses: [] }
    for (let gateway = 0; gateway < size.gateways; gateway++) {
      const made = await addGateway(db, office, `busy-${index}-${gateway}`, size.controllers, credentialHash)
      farm.gateways.push(made.gateway)
      customer.houses.push(...made.houses)
    }
    farm.customers.push(customer)
  }
  return farm
}

async function addCustomer(db: Db, root: Office, index: number): Promise<Office> {
  const path = `${root.path}${FIRST_OFFICE + index}.`
  const office = { id: newId(), path }
  await db.insert(schema.office).values({
    ...office,
    parentId: root.id,
    farmPath: path,
    kind: 'customer',
    chineseName: `客户 ${index}`,
    englishName: `Customer ${index}`,
    timeZone: 'Asia/Shanghai',
  })
  return office
}

/** An account with one role and an open session; returns its token. */
async function addViewer(
  db: Db,
  office: Office,
  username: string,
  kind: 1 | 2,
  permissions: RolePermission[],
) {
  const officePath = office.path
  const accountId = newId()
  const roleId = newId()
  const token = randomBytes(32).toString('base64url')
  await db.insert(schema.account).values({
    id: accountId,
    officeId: office.id,
    officePath,
    username,
    usernameKey: username,
    passwordHash: 'none',
    kind,
    actualName: username,
  })
  await db
    .insert(schema.role)
    .values({ id: roleId, officePath, chineseName: username, englishName: username, kind, permissions })
  await db.insert(schema.accountRole).values({ accountId, roleId, officePath })
  await db.insert(schema.session).values({
    tokenHash: hashToken(token),
    accountId,
    officePath,
    expiresAt: new Date(Date.now() + 86_400_000),
  })
  return token
}

async function addGateway(db: Db, office: Office, code: string, controllers: number, credentialHash: string) {
  const owned = { officeId: office.id, officePath: office.path }
  const named = (name: string) => ({ id: newId(), ...owned, code: name, codeKey: name, name })
  const gateway = named(code)
  const devices = Array.from({ length: controllers }, (_, index) => named(`${code}-${index}`))
  await db.insert(schema.device).values({ ...gateway, type: 'gateway', credentialHash })
  await db
    .insert(schema.device)
    .values(devices.map(device => ({ ...device, type: 'controller' as const, gatewayId: gateway.id })))
  const size = { type: 'layer' as const, lengthM: 100, widthM: 15, heightM: 4 }
  const houses = devices.map(({ id, name }) => ({ id: newId(), deviceId: id, name: `House ${name}` }))
  await db.insert(schema.house).values(houses.map(({ id, name }) => ({ id, name, ...owned, ...size })))
  await db.insert(schema.houseDevice).values(
    houses.map(({ id, deviceId }) => ({
      id: newId(),
      houseId: id,
      deviceId,
      officePath: office.path,
      from: new Date('2020-01-01T00:00:00Z'),
    })),
  )
  return {
    gateway: { code, password: PASSWORD, controllers: devices.map(device => device.code) },
    houses: houses.map(({ id, deviceId }) => ({ id, deviceId })),
  }
}
