import { placeOf } from '#server/people/notices/push-notices.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { firstShown } from '../first-shown.ts'
import { median } from '../histogram.ts'
import { noteAlarm, noteTable } from '../in-page.ts'

/** Time until the first row of a list is on the screen, and on a phone an alarm at the address of its push. */
export async function throttled(bench: Bench): Promise<Figure[]> {
  const { server, farm, quick, say } = bench
  const rounds = quick ? 2 : 7
  say(`throttled: ${rounds} visits at 4x`)
  const token = farm.customers[0]?.token ?? ''
  const visits = { url: server.url, token, rounds }
  const list = await firstShown({ ...visits, path: '/deviceManage', note: noteTable, noted: 'tableAt' })
  const alarm = await addAlarm(bench)
  const path = placeOf('alarm', alarm)
  const onPhone = await firstShown({ ...visits, path, note: noteAlarm, noted: 'alarmAt', isPhone: true })
  const figure = (name: string, values: number[], goal?: Figure['goal']): Figure => ({
    section: 'throttled',
    name,
    value: median(values) / 1_000,
    unit: 's',
    ...(goal && { goal }),
  })
  return [
    figure('list at 4x CPU throttle, first visit', list.first, { atMost: 2 }),
    figure('list at 4x CPU throttle, from the cache', list.again),
    figure('alarm on a phone at 4x, slow 4G, first visit', onPhone.first),
    figure('alarm on a phone at 4x, slow 4G, from the cache', onPhone.again, { atMost: 2 }),
  ]
}

/** An alarm of the first customer's first house that stands; answers its id. */
async function addAlarm({ database, farm }: Bench): Promise<string> {
  const [customer] = farm.customers
  const [house] = customer?.houses ?? []
  const id = 'bench-throttled'
  await database.pool.query(
    `insert into alarm (id, office_path, farm_path, source, rule, code, level, subject_id, house_ids, condition, raised_at, live, value)
     values ($1, $2, $2, 'controller', 'HighTemp', 'HighTemp', 'critical', $3, array[$4], 'active', now(), true, 33)`,
    [id, customer?.officePath, house?.deviceId, house?.id],
  )
  return id
}
