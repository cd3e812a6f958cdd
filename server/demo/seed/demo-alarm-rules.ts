import type { Client } from 'pg'
import { newId } from '../../platform/database/ids.ts'
import { sayBoth } from '../../platform/http/texts.ts'

const WEEK = [1, 2, 3, 4, 5, 6, 7]

/** Rules of two farms: what their own people want to know earlier than the built-in alarms report it. */
const rules = [
  ['owner', '湿度过高', 'Climate/Hum/Avg', 'above', 95, 30, 'warning', 'onCall', 10],
  ['owner', '二氧化碳偏高', 'Air/CO2/S1', 'above', 4_500, 10, 'critical', 'everybody', 5],
  ['owner', '料塔快空', 'Feed/Silo1/Weight', 'below', 50, 0, 'warning', 'nobody', null],
  ['owner', '当日死淘偏高', 'Flock/Losses', 'above', 0.5, 0, 'warning', 'onCall', null],
  ['linden', 'Too humid', 'Climate/Hum/Avg', 'above', 95, 30, 'warning', 'onCall', 15],
  ['linden', 'Silo nearly empty', 'Feed/Silo1/Weight', 'below', 50, 0, 'warning', 'onCall', null],
] as const

/** Who is on call, their deputy, on which days and hours. */
const duties = [
  ['luyuan.qian', 'luyuan.feng', WEEK, '20:00', '08:00', '夜班'],
  ['worker', 'manager', [1, 2, 3, 4, 5], '08:00', '20:00', ''],
  ['luyuan.sun', 'luyuan.feng', [6, 7], '08:00', '20:00', '周末'],
  ['linden.piet', 'linden.anna', [1, 2, 3, 4, 5], '07:00', '19:00', ''],
  ['linden.milan', 'linden.anna', [6, 7], '07:00', '19:00', 'Weekend shift'],
  ['linden.anna', 'linden', WEEK, '19:00', '07:00', ''],
] as const

/** Rules and an on-call plan for the demonstration's farms, if there are none yet. */
export async function addAlarmRules(client: Client): Promise<void> {
  const { rows } = await client.query('select 1 from alarm_rule limit 1')
  if (rows.length > 0) return
  for (const rule of rules)
    await client.query(
      `insert into alarm_rule (id, office_path, name, metric, direction, "limit", for_minutes, level, receivers, ways,
         unseen_minutes, status)
       select $1, a.office_path, $3, $4, $5, $6, $7, $8, $9, '{}', $10, 'on' from account a where a.username_key = $2`,
      [newId(), ...rule],
    )
  for (const duty of duties)
    await client.query(
      `insert into alarm_duty (id, office_path, account_id, substitute_id, weekdays, from_clock, until_clock, note)
       select $1, a.office_path, a.id, s.id, $4, $5, $6, $7 from account a, account s
       where a.username_key = $2 and s.username_key = $3`,
      [newId(), ...duty],
    )
  await addAlarmTest(client)
}

/** A test alarm of yesterday morning at the first farm, which its people confirmed within a minute. */
async function addAlarmTest(client: Client): Promise<void> {
  const id = newId()
  await client.query(
    `insert into alarm_test (id, office_path, account_id, started_at, settled_at)
     select $1, office_path, id, now() - interval '1 day', now() - interval '1 day' from account where username_key = 'owner'`,
    [id],
  )
  for (const [username, seconds] of [
    ['owner', 24],
    ['luyuan.sun', 41],
  ] as const)
    await client.query(
      `insert into notice_message (id, account_id, office_path, title, level, message_type, business_type, subject_id,
         created_at, read_at)
       select $1, id, office_path, $3, 'critical', 'device_alarm', 'alarm-test', $4, now() - interval '1 day',
         now() - interval '1 day' + make_interval(secs => $5)
       from account where username_key = $2`,
      [newId(), username, JSON.stringify(sayBoth(['alarm.test', { name: '王建国' }])), id, seconds],
    )
}
