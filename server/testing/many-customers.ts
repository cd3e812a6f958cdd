import type pg from 'pg'

const AGENTS = 50
const DEPARTMENTS = 10

/**
 * Registers formal customers by the thousand, spread over agents and the world, each with a user, every tenth with a house
 * and a device; needs a connection that bypasses row-level security. Nobody can sign in as one of their users.
 */
export async function addCustomers(pool: pg.Pool, count: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const node = (kind: 'agent' | 'department', name: string, rows: number) =>
      client.query(
        `insert into office (id, parent_id, path, kind, chinese_name, english_name, time_zone)
         select $1 || '-' || n, id, '', $1, $2 || ' ' || n, $2 || ' ' || n, time_zone
         from office, generate_series(1, $3::int) n where parent_id is null`,
        [kind, name, rows],
      )
    await node('agent', 'Agency', AGENTS)
    await node('department', 'Service', DEPARTMENTS)
    // Every third belongs to an agent.
    await client.query(
      `insert into office (id, parent_id, path, kind, chinese_name, english_name, time_zone, farm_access_until)
       select 'many-' || n, coalesce(agent.id, root.id), '', 'customer', '农场 ' || left(md5(n::text), 8),
         'Farm ' || left(md5(n::text), 8), 'UTC', case when n % 40 = 0 then now() + interval '1 year' end
       from generate_series(1, $1::int) n
       join office root on root.parent_id is null
       left join office agent on n % 3 = 0 and agent.id = 'agent-' || (1 + n % $2::int)`,
      [count, AGENTS],
    )
    // Until their number is known, foreign keys to them are checked by a plan for few rows, row against row.
    await client.query('analyze office')
    await client.query(
      `insert into customer (office_id, office_path, stage, approval, contact, email, phone, country, city,
         longitude, latitude, manager_office_id, contract_ends_on, next_maintenance_on, created_at)
       select id, path, 'formal', case when n % 50 = 0 then 'pending' else 'passed' end, 'Contact ' || n,
         'contact-' || n || '@many.example', '+31 ' || (100000000 + n),
         (array['CN', 'NL', 'US', 'BR', 'IN', 'NG', 'ID', 'DE'])[1 + n % 8], 'City ' || n % 500,
         case when n % 20 > 0 then (n * 97 % 36000) / 100.0 - 180 end,
         case when n % 20 > 0 then (n * 31 % 12000) / 100.0 - 50 end,
         'department-' || (1 + n % $1::int), current_date + (n % 1400) - 100, current_date + n % 300,
         now() - make_interval(mins => n)
       from office, lateral (select substr(id, 6)::int as n) number where id like 'many-%'`,
      [DEPARTMENTS],
    )
    // Some are online now, others long gone; the office's trigger only fills the names.
    await client.query(
      `update customer set last_active_at = now() - make_interval(mins => case when n % 10 = 0 then 0 else n % 90000 end)
       from (select id, substr(id, 6)::int as n from office where id like 'many-%') o where o.id = office_id and n % 5 > 0`,
    )
    await client.query(`update office set disabled_at = now() where id like 'many-%00'`)
    await client.query(
      `insert into account (id, office_id, office_path, username, username_key, password_hash, kind, actual_name)
       select id || '-user', id, path, id, id, 'none', 2, 'User ' || id from office where id like 'many-%'`,
    )
    await client.query(
      `insert into house (id, office_id, office_path, name, type, length_m, width_m, height_m)
       select id || '-house', id, path, 'House 1', 'layer', 100, 15, 4 from office where id like 'many-%0'`,
    )
    await client.query(
      `insert into device (id, office_id, office_path, type, code, code_key, name)
       select id || '-device', id, path, 'controller', id, id, 'Controller' from office where id like 'many-%0'`,
    )
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}
