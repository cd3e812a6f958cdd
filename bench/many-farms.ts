import type pg from 'pg'

/** Days of a flock, each with a record. */
const DAYS = 15
const TICKETS = 20_000

/**
 * Gives many customers' houses what a running farm has: consent, a controller, birds with records, alarms and prepared
 * figures; and the customers tickets, orders and overhauls. Once for all sections that use them; needs a connection that
 * bypasses row-level security.
 */
export async function runManyFarms(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query(`select from flock where id = 'many-10-house'`)
  if (rowCount) return
  await pool.query(`update office set farm_access_until = now() + interval '1 year' where id like 'many-%0'`)
  await pool.query(
    `insert into house_device (id, house_id, device_id, office_path, "from")
     select id, replace(id, '-device', '-house'), id, office_path, now() - interval '200 days'
     from device where id like 'many-%'`,
  )
  await pool.query(
    `update device set status = (array['ONLINE', 'ONLINE', 'ONLINE', 'OFFLINE', 'UNACTIVE'])[1 + serial % 5] where id like 'many-%'`,
  )
  await pool.query(
    `update house_now n set state = (array['normal', 'normal', 'normal', 'normal', 'alarm', 'offline'])[1 + d.serial % 6], state_since = now()
     from device d where d.id like 'many-%' and n.house_id = replace(d.id, '-device', '-house')`,
  )
  await pool.query(
    `insert into flock (id, number, house_id, office_path, farm_path, type, category, breed, placed_on, hatched_on, placed_count)
     select id, id, id, office_path, office_path, 'layer', 'laying', 'hyline-brown', current_date - 100, current_date - 220,
       30000 from house where id like 'many-%'`,
  )
  await pool.query(
    `insert into flock_record (id, flock_id, office_path, farm_path, day, dead, eggs_sound, feed, water, changed_at)
     select f.id || n, f.id, f.office_path, f.farm_path, current_date - n, 3, 27000, 3300, 6000, now() - interval '1 day'
     from flock f, generate_series(1, $1::int) n where f.id like 'many-%'`,
    [DAYS],
  )
  await pool.query(
    `insert into alarm (id, office_path, farm_path, source, rule, code, level, subject_id, house_ids, condition, raised_at,
       cleared_at, live)
     select d.id || n, d.office_path, d.office_path, 'controller', 'HighTemp', 'HighTemp',
       (array['warning', 'critical', 'emergency'])[1 + n % 3], d.id, array[replace(d.id, '-device', '-house')],
       case when n = 0 and serial % 6 >= 4 then 'active' else 'cleared' end, now() - make_interval(hours => n * 20, secs => serial % 3600),
       case when n = 0 and serial % 6 >= 4 then null else now() end, true
     from device d, generate_series(0, 9) n where d.id like 'many-%'`,
  )
  await pool.query(
    `insert into house_figure (house_id, office_path, farm_path, prepared_at, day, placed, alive, lost, lost_standard, measured,
       in_target, eggs, hens, eggs_standard, feed, water)
     select id, office_path, office_path, now(), current_date, 30000, 29955, 45, 60, 96, 90, array_fill(27000, d), array_fill(29955, d),
       array_fill(27500, d), array_fill(3300, d), array_fill(6000, d)
     from house, (select array[$1::int] as d) days where id like 'many-%'
     on conflict (house_id) do update set prepared_at = excluded.prepared_at, day = excluded.day, placed = excluded.placed,
       alive = excluded.alive, lost = excluded.lost, lost_standard = excluded.lost_standard, measured = excluded.measured,
       in_target = excluded.in_target, eggs = excluded.eggs, hens = excluded.hens, eggs_standard = excluded.eggs_standard,
       feed = excluded.feed, water = excluded.water`,
    [DAYS],
  )
  await addTickets(pool)
  await pool.query('vacuum analyze')
}

/** Most are done; the others wait. */
async function addTickets(pool: pg.Pool): Promise<void> {
  const columns =
    'id, number, office_id, office_path, farm_path, author_id, author_name, made_at, last_at, waits_since'
  const ticket = `'many-' || n, 'many-' || n, o.id, o.path, o.path, a.id, 'Zhao', t.at, t.at, case when n % 20 = 0 then t.at end`
  const from = `generate_series(1, ${TICKETS}) n join office o on o.id = 'many-' || n * 5
    join account a on a.office_id = o.id, lateral (select now() - make_interval(hours => n % 700) as at) t`
  await pool.query(
    `insert into question (${columns}, text, state)
     select ${ticket}, 'Why?', case when n % 20 = 0 then 'waiting' else 'replied' end from ${from}`,
  )
  await pool.query(
    `insert into inquiry (${columns}, text, state)
     select ${ticket}, 'How much?', case when n % 20 = 0 then 'waiting' else 'replied' end from ${from}`,
  )
  await pool.query(
    `insert into repair (${columns}, state, title, equipment, description, phone, statement, record)
     select ${ticket}, case when n % 20 = 0 then 'pending' else 'finished' end, 'Fan', 'Fan', 'It stands', '1', '1', 'Looked at'
     from ${from}`,
  )
  await pool.query(
    `insert into customer_order (${columns}, state, consignee, phone, country, city, address, content, currency, lines, goods, sum)
     select ${ticket}, (array['placed', 'production', 'closed'])[1 + n % 3], 'Zhao', '1', 'NL', '', '', '', 'EUR',
       '[{"code": "B-1", "chineseName": "皮带", "englishName": "Belt", "quantity": 3, "price": "10"}]', 30, 30
     from ${from}`,
  )
  await pool.query(
    `insert into overhaul_plan (id, office_id, office_path, farm_path, house_id, item_id, next_on)
     select h.id, h.office_id, h.office_path, h.office_path, h.id, (select min(id) from overhaul_item),
       current_date - 30 + (length(h.id) * 37 + ascii(right(h.office_id, 2))) % 90
     from house h where h.id like 'many-%'`,
  )
}
