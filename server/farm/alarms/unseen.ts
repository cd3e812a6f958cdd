import { sql } from 'drizzle-orm'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { alarmDuty, alarmEscalation, alarmRule } from '../../platform/database/tables/alarm-rules.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { house } from '../../platform/database/tables/farms.ts'
import type { Services } from '../../platform/services.ts'
import { isSilent } from '../../platform/silence.ts'
import { FARM_RULE } from './farm-rules.ts'
import { tellAgain } from './receivers.ts'
import { alarmTitle } from './titles.ts'

/** If a farm has a duty roster, a grave alarm of the platform is repeated after this many minutes. */
const GRAVE_MINUTES = 5
const EVERY_MS = 15_000

/** Alarms that nobody has seen in the time of their rule: each is taken by one process, once for each occurrence. */
const take = sql`insert into ${alarmEscalation} (alarm_id, repeats, office_path, farm_path)
  select a.id, a.repeats, a.office_path, a.farm_path from ${alarm} a
  left join ${alarmRule} r on a.rule = ${FARM_RULE} || r.id
  where a.condition <> 'cleared' and a.live and a.handling = 'new' and a.raised_at > now() - interval '1 day'
    and a.created_at + make_interval(mins => coalesce(r.unseen_minutes, ${GRAVE_MINUTES})) <= now()
    and (r.unseen_minutes is not null or (r.id is null and a.level in ('critical', 'emergency')
      and exists (select from ${alarmDuty} d where d.farm_path = a.farm_path)))
  on conflict do nothing returning alarm_id as id`

/** Repeats to everybody what nobody has seen in time. Returns the accounts that were told. */
export function tellUnseen(store: Store): Promise<string[]> {
  return store.transaction(SYSTEM, async db => {
    const { rows } = await db.execute<{ id: string }>(take)
    const told: string[] = []
    for (const { id } of rows) {
      const [row] = await db
        .select({
          code: alarm.code,
          level: alarm.level,
          value: alarm.value,
          limit: alarm.limit,
          officePath: alarm.officePath,
          farmPath: alarm.farmPath,
          names: sql<
            string[]
          >`array(select ${house.name} from ${house} where ${house.id} = any(${alarm.houseIds}) order by 1)`,
        })
        .from(alarm)
        .where(sql`${alarm.id} = ${id}`)
      if (!row) continue
      const { code, level, value, limit, names } = row
      const text = alarmTitle({ code, houseNames: names, value, limit, advice: () => null })
      told.push(...(await tellAgain(db, row, { alarmId: id, level, text })))
    }
    return told
  })
}

/** Looks for unseen alarms four times a minute; any number of processes may do so. */
export function startUnseen({ store, events, log }: Pick<Services, 'store' | 'events' | 'log'>): {
  stop(): Promise<void>
} {
  let looking = Promise.resolve()
  const look = async () => {
    if (await isSilent(store)) return
    const accountIds = await tellUnseen(store)
    if (accountIds.length > 0) events.emit('notice', { accountIds })
  }
  const looks = setInterval(() => {
    looking = looking
      .then(look)
      .catch(error => log.warn({ err: error }, 'alarms that nobody saw wait for the database'))
  }, EVERY_MS)
  return {
    async stop() {
      clearInterval(looks)
      await looking
    },
  }
}
