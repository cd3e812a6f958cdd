import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { addPerson } from '#server/testing/person.ts'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { departments } from '#shared/contracts/departments.ts'
import { trajectory, trajectoryAnalysis } from '#shared/contracts/trajectory.ts'
import { users } from '#shared/contracts/users.ts'
import { type Grant, STAFF } from '#shared/permissions.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { openCaller, repeat } from '../http.ts'

const VISITS = 600_000
const DAYS = 90

/** One viewer opens the other screens that show something about all customers, besides a list's first page. */
export async function screens({ server, database, quick, say }: Bench): Promise<Figure[]> {
  say(`customers: recording ${VISITS} visits`)
  await addVisits(database.pool)
  say('customers: looking at other screens')
  const looks = [departments.list, users.list, trajectory.people, trajectoryAnalysis.overview]
  const grants = [...looks, customers.list, trialCustomers.list].map(({ access }) => access as Grant)
  const { token, office } = await staffOf(database.pool, grants)
  const caller = openCaller(token)
  const ofOne = openCaller((await staffOf(database.pool, grants, 'department-1')).token)
  const times = { concurrency: 1, warmUpMs: 1_000, ms: quick ? 2_000 : 5_000 }
  // Long enough for slow calls to give a p95.
  const long = { ...times, ms: 10_000 }
  const p50 = async (name: string, path: string, goal: number, by = caller): Promise<Figure> => {
    const { took } = await repeat(() => by.get(`${server.url}/api${path}`), goal < 1_000 ? times : long)
    return {
      section: 'customers',
      name: `${name}, p50`,
      value: took.at(0.5),
      unit: 'ms',
      goal: { atMost: goal },
    }
  }
  const below = departments.below.path.replace(':id', office.id)
  try {
    return [
      await p50('top of the organization', departments.list.path, 100),
      await p50('branch of the provider', below, 100),
      await p50('its last nodes', `${below}?after=60000`, 200),
      await p50('organization, found by a name', `${departments.list.path}?search=c4c`, 200),
      await p50('organization, a name that all have', `${departments.list.path}?search=Farm`, 400),
      await p50('page of users', `${users.list.path}?size=20`, 100),
      await p50('users by name', `${users.list.path}?size=20&sort=actualName`, 100),
      await p50('users, found by a name', `${users.list.path}?search=many-77`, 200),
      await p50('pending trials first', trialCustomers.list.path, 100),
      await p50('customers by contact', `${customers.list.path}?sort=contact`, 200),
      await p50('customers by last activity', `${customers.list.path}?sort=-lastActiveAt`, 200),
      await p50('picker of project managers', customers.managerOptions.path, 50),
      await p50('people by last visit', trajectory.people.path, 200),
      await p50('people, found by a name', `${trajectory.people.path}?search=many-77`, 300),
      await p50('analysis of 30 days', trajectoryAnalysis.overview.path, 1_000),
      await p50('analysis of 90 days', `${trajectoryAnalysis.overview.path}?days=90`, 1_000),
      await p50(
        'of one department, analysis of 90 days',
        `${trajectoryAnalysis.overview.path}?days=90`,
        1_000,
        ofOne,
      ),
      await p50('inactive customers', trajectoryAnalysis.inactive.path, 200),
    ]
  } finally {
    caller.close()
    ofOne.close()
  }
}

/**
 * A member of the provider's staff who holds these grants, and the second factor that some of them require; with
 * `department`, one who sees only that department's customers.
 */
export async function staffOf(pool: pg.Pool, grants: readonly Grant[], department?: string) {
  const { rows } = await pool.query<{ id: string; path: string }>(
    `select id, path from office where ${department ? 'id = $1' : `kind = 'provider' and $1::text is null`}`,
    [department],
  )
  const [office] = rows
  if (!office) throw new Error(`There is no ${department ?? 'provider'}`)
  const departmentOnly = department !== undefined
  const { accountId, token } = await addPerson(drizzle(pool), { office, kind: STAFF, departmentOnly, grants })
  await pool.query(
    `insert into second_factor (id, account_id, office_path, kind, name, confirmed_at)
     values ($1, $1, $2, 'totp', 'Phone', now())`,
    [accountId, office.path],
  )
  return { token, office }
}

/** Visits of half the users in the order in which they came, as stored, and counted each night. */
async function addVisits(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into screen_visit (account_id, office_path, lane, number, screen, started_at, duration_ms)
     select a.id, a.office_path, lpad(to_hex(n % 50000), 16, '0'), n / 50000,
       (array['/screen/index', '/houseMonitor', '/houseAlarm', '/personal'])[1 + (n + n / 50000) % 4],
       now() - make_interval(secs => ($1::int - n) * ($2::int * 86400.0 / $1)), 1000 * (1 + n % 300)
     from generate_series(1, $1::int) n join account a on a.id = 'many-' || (2 * (n % 50000) + 2) || '-user'
     order by n`,
    [VISITS, DAYS],
  )
  await pool.query('select count_visits($1)', [DAYS])
  await pool.query('vacuum analyze')
}
