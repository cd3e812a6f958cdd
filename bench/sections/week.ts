import type pg from 'pg'

/** Routes of the API called in an hour. */
const ROUTES = 300
const HOURS = 168
const DEVICE_MONTHS = 13

/**
 * What a provider with many devices has accumulated: a week of the system by the minute, and how long each device was online
 * on each day of a year. Needs a connection that bypasses row-level security.
 */
export async function keepWeek(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into system_process (id, host, pid, started_at, seen_at, version, node, schema)
     values ('week', 'bench', 1, now() - interval '8 days', now() - interval '5 minutes', '0', '0', '0') on conflict do nothing`,
  )
  await pool.query(
    `insert into system_minute (at, process_id, seconds, messages, "values", calls, quarantined, queue_bytes, oldest_ms, commit_p99,
       acknowledge_p99, gateways, sockets, loop_p99, memory, cpu, database_bytes, disk_free, disk_total)
     select date_trunc('minute', now()) - make_interval(mins => n), 'week', 60, 60000, 600000, 900, 0, 0, 0, 8, 12, 5000, 200, 11,
       500000000, 0.4, case when n % 15 = 0 then 50000000000 - n * 1000000::bigint end, case when n % 15 = 0 then 200000000000 + n * 1000000::bigint end,
       case when n % 15 = 0 then 500000000000 end
     from generate_series(6, $1::int * 60) n on conflict do nothing`,
    [HOURS],
  )
  await pool.query(
    `insert into system_route (hour, method, route, counts, failed)
     select date_trunc('hour', now()) - make_interval(hours => h), 'GET', '/api/bench/' || r, array_fill(h + r, array[12]), 0
     from generate_series(1, $1::int) h, generate_series(1, $2::int) r on conflict do nothing`,
    [HOURS, ROUTES],
  )
  await pool.query(
    `insert into device_month (office_path, month, device_serial, known, online, known_in_all, online_in_all)
     select d.office_path, m.month::date, d.serial, array_fill(86400, array[28]), array_fill(86400 - d.serial % 5000, array[28]),
       28 * 86400, 28 * (86400 - d.serial % 5000)
     from device d, generate_series(date_trunc('month', now()) - make_interval(months => $1), date_trunc('month', now()), '1 month') m (month)
     where d.id like 'many-%' on conflict do nothing`,
    [DEVICE_MONTHS - 1],
  )
  await pool.query('vacuum analyze system_minute, system_route, device_month')
}
