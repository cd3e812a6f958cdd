import type { Client } from 'pg'
import { houseGroups } from '#shared/contracts/house-groups.ts'
import { houses } from '#shared/contracts/houses.ts'
import type { ScreenPath } from '#shared/screens.ts'
import { paths } from '#shared/screens.ts'
import type { Text } from '#shared/text.ts'
import { readMark, writeMark } from '../../platform/database/marks.ts'
import { demoAccounts } from './demo-farms.ts'

const DAYS = 28
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** How somebody uses the product: when they come, how often, and what they open. */
interface Habit {
  /** Hours of the day, UTC, at which a session may begin. */
  hours: readonly number[]
  /** Sessions in ten days. */
  often: number
  /** Not seen for this many days. */
  awayFor?: number
  screens: readonly ScreenPath[]
}

const farmer: Habit = {
  hours: [21, 22, 23, 3, 4, 9, 11, 12],
  often: 17,
  screens: [paths.houseMonitor, paths.alarms, paths.houses, paths.charts, paths.houseGroups],
}
const office: readonly number[] = [0, 1, 2, 5, 6, 7, 8]
const habits: Record<string, Habit> = {
  owner: farmer,
  manager: { ...farmer, often: 26, screens: [...farmer.screens, paths.devices, paths.controllerDetails] },
  worker: { ...farmer, often: 12, screens: [paths.houseMonitor, paths.alarms, paths.houses] },
  linden: { ...farmer, hours: [4, 5, 6, 10, 15, 18] },
  siam: { ...farmer, hours: [23, 0, 5, 10], often: 8, awayFor: 16 },
  trial: { ...farmer, often: 5, awayFor: 9 },
  admin: {
    hours: office,
    often: 9,
    screens: [paths.houses, paths.devices, paths.history, paths.loginHistory],
  },
  engineer: {
    hours: office,
    often: 18,
    screens: [paths.devices, paths.alarms, paths.controllerDetails, paths.charts, paths.cageTypes],
  },
  sales: {
    hours: office,
    often: 14,
    screens: [paths.houses, paths.loginHistory, paths.devices],
  },
  editor: { hours: office, often: 6, screens: [paths.messages, paths.cageTypes] },
  agent: {
    hours: [0, 1, 6, 8],
    often: 9,
    screens: [paths.houses, paths.devices, paths.alarms],
  },
}

interface Visit {
  lane: string
  number: number
  screen: ScreenPath
  startedAt: Date
  durationMs: number
}

/** The same numbers between 0 and 1 for the same word; a linear congruential generator. */
function dice(word: string): () => number {
  let state = [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** One user's sessions of the last weeks: each begins with their usual first screen, the rest at random. */
function sessionsOf(username: string, { hours, often, awayFor = 0, screens }: Habit, now: number): Visit[][] {
  const roll = dice(username)
  const midnight = Math.floor(now / DAY_MS) * DAY_MS
  const sessions: Visit[][] = []
  for (let day = DAYS; day >= awayFor; day -= 1)
    for (const hour of hours) {
      if (roll() > often / 10 / hours.length) continue
      let at = midnight - day * DAY_MS + hour * 60 * MINUTE_MS + roll() * 55 * MINUTE_MS
      const lane = `${dayNumber(at)}${Math.floor(roll() * 0xffffffff)}`.slice(0, 16).padStart(16, '0')
      const visits: Visit[] = []
      const many = 2 + Math.floor(roll() * 7)
      for (let number = 0; number < many; number += 1) {
        const pick = number === 0 ? 0 : Math.floor(roll() ** 1.6 * screens.length)
        const durationMs = Math.round((0.2 + roll() ** 2 * 11) * MINUTE_MS)
        const screen = screens[pick] as ScreenPath
        if (screen !== visits.at(-1)?.screen)
          visits.push({ lane, number, screen, startedAt: new Date(at), durationMs })
        at += durationMs
      }
      if (at < now) sessions.push(visits)
    }
  return sessions
}
const dayNumber = (ms: number) => Math.floor(ms / DAY_MS)

/** Writes some weeks of use by the demonstration's people, and their first changes, once. Inside the system's scope. */
export async function addVisits(client: Client): Promise<void> {
  if (await readMark(client, 'visits')) return
  const now = Date.now()
  const sessions = demoAccounts.flatMap(({ username }) => {
    const habit = habits[username]
    return habit ? sessionsOf(username, habit, now).map(visits => ({ username, visits })) : []
  })
  const visits = sessions.flatMap(({ username, visits }) => visits.map(visit => ({ username, ...visit })))
  await client.query(
    `insert into screen_visit (account_id, office_path, lane, number, screen, started_at, duration_ms)
     select a.id, a.office_path, v.lane, v.number, v.screen, v."startedAt", v."durationMs"
     from jsonb_to_recordset($1) as v(username text, lane text, number int, screen text, "startedAt" timestamptz, "durationMs" int)
     join account a on a.username_key = v.username
     order by v."startedAt" on conflict do nothing`,
    [JSON.stringify(visits)],
  )
  await client.query(
    `insert into login_log (account_id, office_path, at, platform, operation, ip)
     select a.id, a.office_path, l.at + o.later, 'web', o.operation, '203.0.113.' || 10 + a.kind
     from jsonb_to_recordset($1) as l(username text, at timestamptz)
     join account a on a.username_key = l.username
     cross join (values ('login', interval '0'), ('info', interval '1 second')) as o(operation, later)
     order by l.at`,
    [JSON.stringify(sessions.map(({ username, visits }) => ({ username, at: visits[0]?.startedAt })))],
  )
  await addChanges(client)
  await writeMark(client, 'visits', new Date(now).toISOString())
}

/** What the owners did at the start, as in the operation history: groups created, breeds entered. */
async function addChanges(client: Client): Promise<void> {
  const says = (text: Text) => ({
    'en-US': text['en-US'].split('{name}'),
    'zh-CN': text['zh-CN'].split('{name}'),
  })
  await client.query(
    `with owner as (
       select distinct on (office_id) id, office_id, office_path, actual_name from account
       where username_key = any($1) order by office_id, array_position($1, username_key)
     ), done as (
       select g.office_id, g.office_path, g.id, g.name, 'house-groups' as module, 'create' as type, $2::jsonb as says,
         null::jsonb as before, jsonb_build_object('id', g.id, 'name', g.name, 'remarks', g.remarks) as after, 26 as days
       from house_group g
       union all
       select h.office_id, h.office_path, h.id, h.name, 'houses', 'update', $3::jsonb,
         jsonb_build_object('breed', null), jsonb_build_object('breed', n.breed), 24
       from house h join house_now n on n.house_id = h.id where n.breed is not null
     )
     insert into operation_history (at, office_path, subject_path, actor_id, actor_name, module, type, record_id, description, ip, before, after)
     select now() - make_interval(days => d.days, mins => (row_number() over (order by d.days desc, d.name))::int * 3),
       o.office_path, d.office_path, o.id, o.actual_name, d.module, d.type, d.id,
       jsonb_build_object('en-US', (d.says #>> '{en-US,0}') || d.name || (d.says #>> '{en-US,1}'),
         'zh-CN', (d.says #>> '{zh-CN,0}') || d.name || (d.says #>> '{zh-CN,1}')),
       '203.0.113.12', d.before, d.after
     from done d join owner o on o.office_id = d.office_id order by 1`,
    [
      demoAccounts.map(({ username }) => username),
      JSON.stringify(says(houseGroups.create.says)),
      JSON.stringify(says(houses.update.says)),
    ],
  )
}
