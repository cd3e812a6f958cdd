import type { Client } from 'pg'
import { STATEMENT_VERSION } from '#shared/service-statement.ts'
import type { Language } from '#shared/text.ts'
import { readMark, writeMark } from '../../platform/database/marks.ts'

/** Days of business before the demonstration began, so that there is something to look back on. */
const DAYS = 400
/** The demonstration's own data begins this many days ago. */
const RECENT = 2

/** What people ask and apply for, and how they are answered, in their own language. */
const questions: InTheirWords = {
  'zh-CN': [
    ['夜间最小通风时间怎样设置更合适？', '按日龄和体重查最小通风表，再看氨气读数微调。'],
    ['湿帘开启温度设多少比较好？', '一般比目标温度高 5 度以上再开，湿度高时推迟。'],
    ['料线电流偏高是什么原因？', '先检查绞龙末端是否堵料，再看减速机油位。'],
  ],
  'en-US': [
    [
      'How do I change the light program for a moult?',
      'Open the light curve of the house and copy the moulting program.',
    ],
    [
      'Why is the CO2 reading higher in the morning?',
      'Minimum ventilation at night is low; raise it by 10 seconds.',
    ],
    [
      'What makes the feed line draw more current than usual?',
      'Look for packed feed at the end of the auger, then check the oil of the gearbox.',
    ],
  ],
}
const inquiries: InTheirWords = {
  'zh-CN': [
    ['风机皮带 B-1321 50 条，什么价格？', '批量价已更新到您的商城价格。'],
    ['湿帘 7090 整套更换的价格和周期？', '现货，一周内可发货。'],
  ],
  'en-US': [
    [
      'What do 200 m of manure belt cost, delivered to Rotterdam?',
      'The offer is in your mail; delivery takes six weeks.',
    ],
    ['What is the price of 50 fan belts B-1321?', 'Your price in the mall is now the one for this quantity.'],
  ],
}
const repairs: InTheirWords = {
  'zh-CN': [
    ['风机皮带断裂', 'B-1321', '5 号风机皮带断裂，已停机。', '携带皮带上门更换。'],
    ['温度探头读数跳动', 'SNS-T10', '2 号探头读数上下跳动 3 度。', '更换探头并检查接线。'],
    ['清粪带跑偏', 'MB-135', '第三层清粪带向左跑偏。', '调整辊轮。'],
  ],
  'en-US': [
    [
      'Drive motor of the inlets',
      'WIN-600',
      'The inlets of the south wall do not open fully.',
      'End switch moved; adjust on site.',
    ],
    [
      'Temperature probe jumps',
      'SNS-T10',
      'Probe 2 jumps up and down by 3 °C.',
      'Replace the probe and check its wiring.',
    ],
  ],
}
type InTheirWords = Record<Language, string[][]>

/**
 * Writes what the demonstration's people and devices did in the year before, once; in bulk statements, for speed. No alarms:
 * those come from the houses, whose readings show why.
 */
export async function addHistory(client: Client): Promise<void> {
  if (await readMark(client, 'demo_history')) return
  // The same numbers for the same words at each start: `roll` is between 0 and 1.
  await client.query(`create function pg_temp.roll(word text) returns float8 language sql immutable as
    $$ select (hashtext(word)::bigint + 2147483648) / 4294967296.0 $$`)
  await addPastOfCustomers(client)
  await addConnections(client)
  await addTickets(client)
  await addOrders(client)
  await client.query(`insert into article_hour (family, hour, office_path, reads)
    select f.family, date_trunc('hour', now()) - d * interval '1 day', o.path, 1 + floor(5 * pg_temp.roll(f.family || o.id || d))
    from (select distinct family from article) f, generate_series(1, ${DAYS}) d, office o
    where o.kind = 'customer' and exists (select from account a where a.office_path = o.path)
      and pg_temp.roll(d || o.id || f.family) < 0.25 + d / -2000.0 on conflict do nothing`)
  await writeMark(client, 'demo_history', 'seeded')
}

/** Customers joined one after another; every third began with a trial. */
async function addPastOfCustomers(client: Client): Promise<void> {
  await client.query(`update customer c set created_at = now() - (3 + 397 * pg_temp.roll(c.office_id)) * interval '1 day'
    where approval = 'passed'`)
  await client.query(`insert into customer_change (office_path, at, item, before, after, by)
    select office_path, created_at + interval '24 days', 'stage', '"trial"', '"formal"', 'staff' from customer
    where approval = 'passed' and stage = 'formal' and pg_temp.roll(office_id || 'trial') < 0.4
      and created_at < now() - interval '25 days'`)
}

/** Devices were online nearly always, and away for some hours now and then. */
async function addConnections(client: Client): Promise<void> {
  await client.query(
    `update device set created_at = now() - interval '${DAYS} days' where deleted_at is null`,
  )
  await client.query(`insert into device_connection (device_id, office_path, at, event)
    select d.id, d.office_path, t.at, t.event from device d, lateral (
      select now() - interval '${DAYS} days' as at, 'nbirth' as event
      union all
      select now() - (n - pg_temp.roll(d.id || n)) * interval '1 day' + e.after, e.event
      from generate_series(${RECENT}, 178) n, lateral (values (interval '0', 'disconnect'),
        ((0.5 + 9 * pg_temp.roll('away' || d.id || n)) * interval '1 hour', 'nbirth')) e (after, event)
      where pg_temp.roll('disconnect' || d.id || n) < 0.06
    ) t order by t.at`)
}

/** Customers' questions, answered by the engineer within some hours. */
async function addTickets(client: Client): Promise<void> {
  const each = (prefix: string, often: number) => `
    select n.*, a.id as author_id, a.actual_name as author_name, a.language, o.id as office_id, o.path as office_path, o.farm_path,
      '${prefix}' || to_char(n.at at time zone provider_zone(), 'YYYYMMDD') || '-' || (9000 + d % 900) as number
    from (select d, date_trunc('day', now()) - d * interval '1 day'
        + (1 + 8 * pg_temp.roll('${prefix}' || d)) * interval '1 hour' as at,
        pg_temp.roll('who${prefix}' || d) as who, pg_temp.roll('what${prefix}' || d) as what
      from generate_series(${RECENT}, ${DAYS}) d where pg_temp.roll('is${prefix}' || d) < ${often}) n
    join lateral (select a.* from account a join office f on f.path = a.office_path where a.kind = 2 and f.kind = 'customer'
      and a.deleted_at is null and a.username_key in ('owner', 'manager', 'linden', 'siam') order by pg_temp.roll(a.username_key || n.d)
      limit 1) a on true join office o on o.path = a.office_path`
  const answered = (module: string, step: string) => `
    insert into record_entry (id, office_path, module, record_id, step, text, at, account_id, actor_name, actor_kind)
    select t.id || '-' || e.step, t.office_path, '${module}', t.id, e.step, e.text, e.at, e.id, e.actual_name, e.kind
    from made t, lateral (
      select 'create' as step, null::text as text, t.at, a.id, a.actual_name, a.kind from account a where a.id = t.author_id
      union all
      select '${step}', t.answer, t.at + (0.4 + 30 * pg_temp.roll(t.id) ^ 3) * interval '1 hour', a.id, a.actual_name, a.kind
      from account a where a.username_key = 'engineer'
    ) e`
  const theirs = '($1::jsonb -> language)'
  const chosen = (of: number) => `(${theirs} -> floor(jsonb_array_length(${theirs}) * what)::int ->> ${of})`
  await client.query(
    `with made as (
      select 'demo-past-qa-' || d as id, *, ${chosen(0)} as text, ${chosen(1)} as answer from (${each('QA', 0.4)}) t
    ), stored as (
      insert into question (id, number, office_id, office_path, farm_path, author_id, author_name, made_at, last_at, version,
        text, state, replied_by)
      select id, number, office_id, office_path, farm_path, author_id, author_name, at, at, 2, text, 'replied', '刘伟' from made
    ) ${answered('questions', 'reply')}`,
    [JSON.stringify(questions)],
  )
  await client.query(
    `with made as (
      select 'demo-past-iq-' || d as id, *, ${chosen(0)} as text, ${chosen(1)} as answer from (${each('IQ', 0.25)}) t
    ), stored as (
      insert into inquiry (id, number, office_id, office_path, farm_path, author_id, author_name, made_at, last_at, version,
        text, state, replied_by)
      select id, number, office_id, office_path, farm_path, author_id, author_name, at, at, 2, text, 'replied', '李娜' from made
    ) ${answered('inquiries', 'reply')}`,
    [JSON.stringify(inquiries)],
  )
  await client.query(
    `with made as (
      select 'demo-past-rp-' || d as id, *, ${chosen(3)} as answer from (${each('RP', 0.3)}) t
    ), stored as (
      insert into repair (id, number, office_id, office_path, farm_path, author_id, author_name, made_at, last_at, version,
        title, equipment, description, phone, statement, state, record, accepter, accepted_at, finished_at)
      select id, number, office_id, office_path, farm_path, author_id, author_name, at, at + interval '2 days', 3,
        ${chosen(0)}, ${chosen(1)}, ${chosen(2)}, '', $2, 'finished', answer, '刘伟',
        at + interval '5 hours', at + interval '2 days' from made
    ) ${answered('repairs', 'accept')}`,
    [JSON.stringify(repairs), STATEMENT_VERSION],
  )
}

/** Orders of catalogue goods, delivered long ago. */
async function addOrders(client: Client): Promise<void> {
  await client.query(`
    with placed as (
      select d, now() - (d + 0.4) * interval '1 day' as at, pg_temp.roll('order' || d) as roll
      from generate_series(60, ${DAYS}) d where pg_temp.roll('places' || d) < 0.22
    )
    insert into customer_order (id, number, office_id, office_path, farm_path, author_id, author_name, made_at, last_at, version,
      state, consignee, phone, country, city, address, content, currency, lines, goods, sum, paid_on)
    select 'demo-past-so-' || d, 'SO' || to_char(at at time zone provider_zone(), 'YYYYMMDD') || '-' || (9000 + d % 900), o.id, o.path,
      o.farm_path, a.id, a.actual_name, at, at + interval '40 days', 5, 'completed', a.actual_name, coalesce(nullif(c.phone, ''), '+86 532 555 0100'), coalesce(c.country, ''),
      coalesce(c.city, ''), '', '', g.currency, jsonb_build_array(jsonb_build_object('goodId', g.id, 'variantId', null, 'code', g.code,
        'chineseName', g.chinese_name, 'englishName', g.english_name, 'quantity', p.pieces, 'price', g.price::text)),
      g.price * p.pieces, g.price * p.pieces, (at + interval '3 days')::date
    from placed, lateral (select 1 + floor(20 * roll)::int as pieces) p
    join lateral (select a.* from account a where a.username_key in ('owner', 'manager', 'linden', 'siam')
      order by pg_temp.roll(a.username_key || d) limit 1) a on true
    join office o on o.path = a.office_path join customer c on c.office_id = o.id
    join lateral (select g.* from good g where g.status = 'released' and g.price is not null
      order by pg_temp.roll(g.id || d) limit 1) g on true`)
}
