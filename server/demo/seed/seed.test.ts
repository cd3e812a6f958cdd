import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownedMachines } from '#shared/house-equipment.ts'
import { type FittedMachines, fitOf } from '#shared/machine-fit.ts'
import { type Kind, permissions } from '#shared/permissions.ts'
import { asOwner } from '../../platform/database/connect.ts'
import { prepareDatabase } from '../../platform/database/prepare.ts'
import { isPassword } from '../../platform/http/passwords.ts'
import { hashSecret } from '../../telemetry/credentials.ts'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { secretOf } from './demo.ts'
import { fleetGateways } from './houses.ts'
import { builtInRoles } from './roles.ts'
import { seed } from './seed.ts'

type Database = Awaited<ReturnType<typeof emptyDatabase>>
const dataDir = mkdtempSync(join(tmpdir(), 'smart-farm-seed-'))
const timeZone = 'Asia/Shanghai'
let demo: Database
let real: Database

const seeded = (
  { urls, secret }: Database,
  config: { demo: boolean; appSecret?: string; adminLogin?: string; adminPassword?: string },
) =>
  prepareDatabase(urls, secret, owner =>
    seed(owner, { appSecret: secret, dataDir, timeZone, adminPassword: 'correct horse', ...config }),
  )
const rowsOf = ({ urls }: Database, query: string) =>
  asOwner(urls, async (owner: Client) => (await owner.query(query)).rows)

beforeAll(async () => {
  demo = await emptyDatabase()
  real = await emptyDatabase()
  await seeded(demo, { demo: true })
})
afterAll(async () => {
  rmSync(dataDir, { recursive: true })
  await Promise.all([demo.drop(), real.drop()])
})

describe('the built-in roles', () => {
  it('are nine, and each holds only what its kind of user may hold', () => {
    expect(builtInRoles.map(role => role.name['en-US'])).toEqual([
      'Administrator',
      'After-sales engineer',
      'Sales',
      'Content editor',
      'Farm owner',
      'Farm manager',
      'Farm worker',
      'Trial customer',
      'Agent',
    ])
    for (const role of builtInRoles) {
      for (const { permissionId, actionList } of role.permissions) {
        const { audience, actions }: { audience: readonly Kind[]; actions: readonly string[] } =
          permissions[permissionId]
        expect(audience, `${role.key} ${permissionId}`).toContain(role.kind)
        expect(actions, `${role.key} ${permissionId}`).toEqual(expect.arrayContaining(actionList))
      }
    }
  })

  it('leave no permission without a holder', () => {
    const held = new Set(
      builtInRoles.flatMap(role => role.permissions.map(({ permissionId }) => permissionId)),
    )
    expect(Object.keys(permissions).filter(id => !held.has(id as keyof typeof permissions))).toEqual([])
  })
})

describe('the demonstration', () => {
  it('has twelve houses of all four types at three customers, and one at a trial customer', async () => {
    const houses = await rowsOf(
      demo,
      `select o.english_name as customer, count(*)::int as houses
      from house h join office o on o.id = h.office_id group by 1 order by 1`,
    )
    expect(houses).toEqual([
      { customer: 'De Linden Poultry', houses: 4 },
      { customer: 'Luyuan Egg Farm', houses: 4 },
      { customer: 'Qihe Family Farm', houses: 1 },
      { customer: 'Siam Breeders', houses: 4 },
    ])
    const types = await rowsOf(demo, 'select distinct type from house order by 1')
    expect(types.map(row => row.type)).toEqual(['breeder', 'broiler', 'layer', 'pullet'])
  })

  it('has the provider at the root, and one customer that does not share', async () => {
    const offices = await rowsOf(
      demo,
      `select path, kind, farm_access_until is not null as shares,
        exists (select from house h where starts_with(h.office_path, o.path)) as "isFarm" from office o order by number`,
    )
    expect(offices[0]).toMatchObject({ path: '1.', kind: 'provider' })
    const farms = offices.filter(({ kind, isFarm }) => kind === 'customer' && isFarm)
    expect(farms.map(office => office.shares)).toEqual([true, true, false, true])
  })

  it('has customers of every state, each complete, with somebody who looks after it', async () => {
    const customers = await rowsOf(
      demo,
      `select stage, approval, country, longitude, manager_office_id, disabled_at from customer`,
    )
    const states = new Set(customers.map(({ stage, approval }) => `${stage} ${approval}`))
    expect([...states].toSorted()).toEqual([
      'formal passed',
      'trial passed',
      'trial pending',
      'trial rejected',
    ])
    for (const { country, longitude, manager_office_id } of customers)
      expect([country, longitude, manager_office_id]).not.toContain(null)
    expect(customers.filter(({ disabled_at }) => disabled_at !== null)).toHaveLength(1)
  })

  it('has some weeks of visits by every user, none in the future, and the owners’ first changes', async () => {
    const [seen] = await rowsOf(
      demo,
      `select count(distinct account_id)::int as people, count(*)::int > 1000 as many,
        max(started_at + make_interval(secs => duration_ms / 1000.0)) < now() as past,
        min(started_at) > now() - interval '30 days' as recent from screen_visit`,
    )
    expect(seen).toEqual({ people: 11, many: true, past: true, recent: true })
    const told = await rowsOf(
      demo,
      `select distinct module, type, actor_kind, actor_roles is not null as known from operation_history order by 1`,
    )
    expect(told).toEqual([
      { module: 'house-groups', type: 'create', actor_kind: 2, known: true },
      { module: 'houses', type: 'update', actor_kind: 2, known: true },
    ])
  })

  it('has an account for every role, whose listed password fits', async () => {
    const listed: { username: string; password: string }[] = JSON.parse(
      readFileSync(join(dataDir, 'demo.json'), 'utf8'),
    )
    // Owners of customers without houses have none.
    const stored = await rowsOf(
      demo,
      `select username_key, password_hash from account where password_hash <> '-'`,
    )
    expect(listed).toHaveLength(stored.length)
    for (const { username, password } of listed) {
      const hash = stored.find(row => row.username_key === username)?.password_hash
      expect(await isPassword(password, hash), username).toBe(true)
    }
    const roles = await rowsOf(
      demo,
      'select distinct r.id from account_role x join role r on r.id = x.role_id where r.built_in',
    )
    expect(roles).toHaveLength(builtInRoles.length)
    expect(statSync(join(dataDir, 'demo.json')).mode & 0o777).toBe(0o600)
  })

  it('gives the simulator its gateways with secrets that fit, and houses with birds', async () => {
    const secret = (code: string) => secretOf(demo.secret, code)
    const gateways = await asOwner(demo.urls, owner => fleetGateways(owner, () => true, secret))
    expect(gateways.flatMap(gateway => gateway.devices)).toHaveLength(13)
    const stored = await rowsOf(demo, `select code, credential_hash from device where type = 'gateway'`)
    for (const { code, credential_hash } of stored) expect(credential_hash).toBe(hashSecret(secret(code)))
    for (const { house } of gateways.flatMap(gateway => gateway.devices))
      expect(house.birds).toBeGreaterThan(5_000)
  })

  it('has in every house what the house type usually has, with model and number, and a part on the shelf for what is due', async () => {
    const houses = await rowsOf(demo, `select id, name, type, equipment from house where deleted_at is null`)
    expect(houses.length).toBeGreaterThan(10)
    const shelf = (
      await rowsOf(
        demo,
        `select machines, model_keys as "modelKeys", part, chinese_name as "chineseName", english_name as "englishName"
         from good where status = 'released'`,
      )
    ).map(row => row as FittedMachines)
    for (const { id, name, equipment } of houses) {
      const owned = ownedMachines(equipment)
      for (const { machine, model, count } of owned) {
        expect(model, `${name} ${machine}`).not.toBe('')
        expect(count, `${name} ${machine}`).toBeGreaterThan(0)
      }
      const plans = await rowsOf(
        demo,
        `select i.key, i.machine_kind as machine, i.parts from overhaul_plan p join overhaul_item i on i.id = p.item_id
         where p.house_id = '${id}' and i.parts <> '{}'`,
      )
      expect(plans.length, name).toBeGreaterThan(1)
      for (const { key, machine, parts } of plans) {
        const isThere = owned.some(each => each.machine === machine && !each.isDirect)
        const fitting = shelf.filter(
          good =>
            parts.includes(good.part) && good.machines.includes(machine) && fitOf(good, owned).fit === 'fits',
        )
        expect(fitting.length > 0, `${name} ${key}`).toBe(isThere)
      }
    }
    const direct = houses.filter(({ equipment }) => ownedMachines(equipment).some(({ isDirect }) => isDirect))
    expect(direct.map(({ name }) => name).length).toBe(2)
  })

  it('is not written twice', async () => {
    await seeded(demo, { demo: true })
    expect(await rowsOf(demo, 'select id from house')).toHaveLength(13)
  })

  it('starts again after every customer, agent and department was renamed', async () => {
    const offices = 'select id, path, chinese_name from office order by number'
    await rowsOf(
      demo,
      `update office set chinese_name = '改名' || number, english_name = 'Renamed ' || number where kind <> 'provider'`,
    )
    const renamed = await rowsOf(demo, offices)
    await seeded(demo, { demo: true })
    expect(await rowsOf(demo, offices)).toEqual(renamed)
  })

  it('is refused by an installation without demonstration, naming the command that empties it', async () => {
    await expect(seeded(demo, { demo: false })).rejects.toThrow('npm run reset-demo')
  })

  it('takes up new secrets when the installation’s secret has changed', async () => {
    const appSecret = 'another secret of the same installation'
    await seeded(demo, { demo: true, appSecret })
    const [first] = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
    const [owner] = await rowsOf(
      demo,
      `select password_hash from account where username = '${first.username}'`,
    )
    expect(await isPassword(first.password, owner?.password_hash)).toBe(true)
    const [gateway] = await rowsOf(demo, `select credential_hash from device where code = 'GW-WF-01'`)
    expect(gateway?.credential_hash).toBe(hashSecret(secretOf(appSecret, 'GW-WF-01')))
  })
})

describe('an installation without demonstration', () => {
  it('begins empty: the provider, the roles, and no account that nobody requested', async () => {
    await seeded(real, { demo: false })
    expect(await rowsOf(real, 'select kind from office')).toEqual([{ kind: 'provider' }])
    expect(await rowsOf(real, 'select id from account')).toEqual([])
    expect(await rowsOf(real, 'select id from role')).toHaveLength(9)
  })

  it.each([
    ['one of those guessed first', 'Password123', 'ADMIN_PASSWORD: This password is too common'],
    ['the login id', 'boss@farm.example', 'ADMIN_PASSWORD: The password must not be the login id'],
  ])('begins with no administrator whose password is %s', async (_, adminPassword, refusal) => {
    const config = { demo: false, adminLogin: 'boss@farm.example', adminPassword }
    await expect(seeded(real, config)).rejects.toThrow(refusal)
    expect(await rowsOf(real, 'select id from account')).toEqual([])
  })

  it('gets the administrator it was given, once', async () => {
    await seeded(real, { demo: false, adminLogin: 'Boss' })
    await seeded(real, { demo: false, adminLogin: 'second' })
    const accounts = await rowsOf(
      real,
      `select a.username_key, a.kind, r.english_name as role from account a
      join account_role x on x.account_id = a.id join role r on r.id = x.role_id`,
    )
    expect(accounts).toEqual([{ username_key: 'boss', kind: 1, role: 'Administrator' }])
  })

  it('is never turned into a demonstration', async () => {
    await expect(seeded(real, { demo: true })).rejects.toThrow('DEMO=off')
  })
})
