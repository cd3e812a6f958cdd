import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { AGENT, CUSTOMER, type Grant, type Kind, STAFF } from '#shared/permissions.ts'
import type { Screen } from '#web/app/screen.ts'
import { demoAgent, demoCustomers, demoProvider } from '../server/demo/seed/demo-farms.ts'
import { hashToken } from '../server/platform/http/identify.ts'
import { addPerson } from '../server/testing/person.ts'
import { type Farm, farmTest } from './farm.ts'

/** People of the demonstration with the rights a story needs. */
export interface People {
  /** Token of a person of this kind who holds exactly these grants; asking again gives the same person. */
  tokenOf(kind: Kind, grants: readonly Grant[]): Promise<string>
  /** A house each kind may see: the customer's own farm; for the agent, one of a customer of theirs. */
  houseIds: Record<Kind, string>
  /** From now on the token's person has only this role of the farm. */
  giveOnly(token: string, roleName: string): Promise<void>
  leave(): Promise<void>
}

/** Where a screen has something to show: the demonstration's house, for screens about a house. */
export const addressOf = ({ path, each }: Screen, { houseIds }: People, kind: Kind): string =>
  // Without an id, a screen with a list shows that.
  each === 'houseId' ? `${path}?${each}=${houseIds[kind]}` : path

/** A farm that shares its data and has English names. */
const FARM = 'linden'
const customer = demoCustomers.find(({ key }) => key === FARM)

/** Opens the demonstration's database, bypassing its rules, and finds the offices people can be in. */
export async function openPeople({ server }: Farm): Promise<People> {
  const pool = new pg.Pool({ connectionString: server.superuserUrl, max: 2 })
  // Removing the server ends its connections.
  pool.on('error', () => {})
  const find = async (statement: string, value: string | undefined) => {
    const { rows } = await pool.query<{ id: string; path: string }>(statement, [value])
    if (!rows[0]) throw new Error(`The demonstration has no ${value}`)
    return rows[0]
  }
  const officeOf = (name: { 'en-US': string } | undefined) =>
    find('select id, path from office where english_name = $1', name?.['en-US'])
  const farm = await officeOf(customer?.name)
  const offices = {
    [STAFF]: await officeOf(demoProvider),
    [CUSTOMER]: farm,
    [AGENT]: await officeOf(demoAgent),
  }
  const houseBelow = async (office: { path: string }) =>
    (
      await find(
        "select id, office_path as path from house where office_path like $1 || '%' order by name",
        office.path,
      )
    ).id
  const houseIds = {
    [STAFF]: await houseBelow(farm),
    [CUSTOMER]: await houseBelow(farm),
    [AGENT]: await houseBelow(offices[AGENT]),
  }
  const known = new Map<string, Promise<{ token: string }>>()
  return {
    houseIds,
    tokenOf: async (kind, grants) => {
      const key = `${kind} ${grants}`
      const person =
        known.get(key) ?? addPerson(drizzle({ client: pool }), { office: offices[kind], kind, grants })
      known.set(key, person)
      return (await person).token
    },
    giveOnly: async (token, roleName) => {
      const { rowCount } = await pool.query(
        `with who as (select account_id, office_path from session where token_hash = $1),
          gone as (delete from account_role where account_id = (select account_id from who))
        insert into account_role (account_id, role_id, office_path)
          select account_id, id, who.office_path from who, role where english_name = $2`,
        [hashToken(token), roleName],
      )
      if (rowCount !== 1) throw new Error(`There is no role ${roleName} to give`)
    },
    leave: () => pool.end(),
  }
}

/** A test with people of its worker's demonstration. */
export const peopleTest = farmTest.extend<object, { people: People }>({
  people: [
    async ({ farm }, give) => {
      const people = await openPeople(farm)
      await give(people)
      await people.leave()
    },
    { scope: 'worker' },
  ],
})
