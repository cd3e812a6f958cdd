import type { Client } from 'pg'
import { newId } from '../../platform/database/ids.ts'

/** Item, and days until it is due: negative ones are overdue. */
const planned: readonly [key: string, inDays: number][] = [
  ['fan.belt.check', -4],
  ['generator.load', -2],
  ['sensor.temp', 0],
  ['feed.scale', 2],
  ['water.flow', 3],
  ['alarm.test', 5],
  ['pad.clean', 12],
  ['controller.backup', 20],
  ['heater.service', 61],
  ['fan.belt.replace', 3],
  ['manure.oil', 4],
  ['light.clean', 6],
]
/** Items that wait for an empty house. */
const undated = ['house.disinfect', 'water.clean']
/** The demonstration's own item, due by running hours of fans: [key, hours]. */
const byHours = { key: 'demo.fan.hours', cycle: 500 }

/** Overhaul plans for the demonstration's houses, if there are none yet; each house starts with a different day. */
export async function addOverhauls(client: Client): Promise<void> {
  const { rows: known } = await client.query(`select 1 from overhaul_plan limit 1`)
  if (known.length > 0) return
  const { rows: houses } = await client.query(
    `select h.id, row_number() over (order by h.id)::int as n from house h where h.deleted_at is null`,
  )
  await client.query(
    `insert into overhaul_item (id, office_path, key, chinese_name, english_name, chinese_equipment, english_equipment, cycle_kind,
       cycle, machine, machine_kind, parts, parts_per, status)
     select $1, path, $2, '按运行小时给风机轴承加注润滑脂', 'Grease the fan bearings by running hours', '风机', 'Fan',
       'runningHours', $3, 'fans', 'fan', '{grease}', 'worn', 'released' from office where kind = 'provider' on conflict (key) do nothing`,
    [newId(), byHours.key, byHours.cycle],
  )
  for (const { id, n } of houses) {
    await addPlan(client, id, byHours.key, null)
    const some = planned.filter((_, i) => (i + n) % 3 !== 0)
    for (const [key, inDays] of some) await addPlan(client, id, key, inDays + (n % 4))
    for (const key of undated) await addPlan(client, id, key, null)
  }
  for (const deed of deeds) await addDeed(client, deed)
  await client.query(`
    update customer c set next_maintenance_on = n.next_on, next_maintenance = concat_ws(' · ', n.chinese_name, n.english_name)
    from (select distinct on (p.farm_path) p.farm_path, p.next_on, i.chinese_name, i.english_name
      from overhaul_plan p join overhaul_item i on i.id = p.item_id where p.next_on is not null
      order by p.farm_path, p.next_on, p.id) n
    where c.office_path = n.farm_path`)
  for (const push of pushes) await addPush(client, push)
}

/** Plans it, unless the house has no such machine. */
const addPlan = (client: Client, houseId: string, key: string, inDays: number | null) =>
  client.query(
    `insert into overhaul_plan (id, office_id, office_path, farm_path, house_id, item_id, last_at, next_on)
     select $1, o.id, o.path, o.farm_path, h.id, i.id,
       case when i.cycle_kind = 'days' then now() + make_interval(days => $4::int - i.cycle) end, current_date + $4::int
     from house h join office o on o.id = h.office_id, overhaul_item i where h.id = $2 and i.key = $3
       and (i.machine_kind is null or i.machine_kind = 'fan' or h.equipment is null or h.equipment @> jsonb_build_object('machines',
         jsonb_build_array(jsonb_build_object('machine', i.machine_kind))))`,
    [newId(), houseId, key, inDays],
  )

/** Who completed an item at a controller's house, how many days ago, with what reading. */
const deeds = [
  { who: 'worker', controller: 'EC-WF-01', key: 'feed.scale', daysAgo: 28, reading: '25.0 / 25.1 kg' },
  { who: 'worker', controller: 'EC-WF-03', key: 'feed.scale', daysAgo: 28, reading: '25.0 / 24.8 kg' },
  { who: 'linden', controller: 'EC-BV-01', key: 'alarm.test', daysAgo: 2, reading: '' },
  { who: 'linden', controller: 'EC-BV-02', key: 'alarm.test', daysAgo: 2, reading: '' },
]

async function addDeed(client: Client, { who, controller, key, daysAgo, reading }: (typeof deeds)[number]) {
  const id = newId()
  const entry = await client.query(
    `insert into record_entry (id, office_path, module, record_id, step, at, account_id, actor_name, actor_kind)
     select $1, p.office_path, 'overhaul', p.id, 'passed', now() - make_interval(days => $5), a.id, a.actual_name, a.kind
     from overhaul_plan p join overhaul_item i on i.id = p.item_id and i.key = $4
       join house_device hd on hd.house_id = p.house_id and hd."to" is null join device d on d.id = hd.device_id and d.code = $3,
       account a
     where a.username_key = $2`,
    [id, who, controller, key, daysAgo],
  )
  if (entry.rowCount === 0) return
  await client.query(
    `insert into overhaul_deed (entry_id, plan_id, office_path, checks, reading)
     select e.id, e.record_id, e.office_path, jsonb_build_array(jsonb_build_object('isFailed', false, 'text',
       jsonb_build_object('zh-CN', i.chinese_name, 'en-US', i.english_name))), $2
     from record_entry e join overhaul_plan p on p.id = e.record_id join overhaul_item i on i.id = p.item_id where e.id = $1`,
    [id, reading],
  )
}

interface DemoPush {
  /** A person at the customer. */
  of: string
  texts: readonly [chinese: string, english: string]
  type: 'daily' | 'emergency' | 'maintenance'
  everyDays: number | null
  clock: string
  /** Days until it is first pushed, and next; null: no longer. */
  firstIn: number
  nextIn: number | null
  state: 'waiting' | 'stopped' | 'success' | 'failed'
}

/** Reminders in every state. */
const pushes: readonly DemoPush[] = [
  {
    of: 'manager',
    texts: [
      '今天测试报警器：高温、停电、电话与短信',
      'Test the alarm today: high temperature, power, phone and SMS',
    ],
    type: 'maintenance',
    everyDays: 7,
    clock: '07:30',
    firstIn: -19,
    nextIn: 2,
    state: 'waiting',
  },
  {
    of: 'manager',
    texts: ['今夜降温，请检查加热设备和应急通风', 'Cold tonight: check heaters and emergency opening'],
    type: 'emergency',
    everyDays: null,
    clock: '16:00',
    firstIn: -3,
    nextIn: null,
    state: 'success',
  },
  {
    of: 'linden',
    texts: ['', 'Record feed and water before noon'],
    type: 'daily',
    everyDays: 1,
    clock: '11:00',
    firstIn: -30,
    nextIn: null,
    state: 'stopped',
  },
  {
    of: 'siam',
    texts: ['', 'Descale the cooling pads before the hot season'],
    type: 'maintenance',
    everyDays: null,
    clock: '08:00',
    firstIn: -1,
    nextIn: null,
    state: 'failed',
  },
  {
    of: 'siam',
    texts: ['核对报警电话号码', 'Check the phone numbers that alarms ring'],
    type: 'daily',
    everyDays: null,
    clock: '09:00',
    firstIn: -2,
    nextIn: null,
    state: 'failed',
  },
]

async function addPush(
  client: Client,
  { of, texts, type, everyDays, clock, firstIn, nextIn, state }: DemoPush,
) {
  const id = newId()
  await client.query(
    `insert into overhaul_push (id, office_id, office_path, chinese_text, english_text, type, mode, first_on, clock, every_days,
       state, next_on)
     select $1, o.id, o.path, $3, $4, $5, case when $6::int is null then 'timed' else 'circular' end,
       current_date + $8::int, $7, $6, $10, current_date + $9::int
     from account a join office of on of.id = a.office_id join office o on o.path = of.farm_path where a.username_key = $2`,
    [id, of, ...texts, type, everyDays, clock, firstIn, nextIn, state],
  )
  if (state === 'stopped') return
  await client.query(
    `insert into overhaul_push_run (push_id, due_at, at, office_path, told, failure)
     select p.id, d.at, d.at, p.office_path, $2, $3 from overhaul_push p join office o on o.id = p.office_id,
       lateral (select (coalesce(p.next_on - p.every_days, p.first_on) + p.clock) at time zone o.time_zone as at) d
     where p.id = $1`,
    [id, state === 'failed' ? 0 : 3, state === 'failed' ? 'nobody' : null],
  )
}
