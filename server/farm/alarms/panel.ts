import { and, ne, or, sql } from 'drizzle-orm'
import { isGrave } from '#shared/alarms.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import type { DeviceSide } from '../../telemetry/device-side.ts'
import { type Answering, isAhead, keepHandling, noteAnswers } from './answers.ts'
import { tellOthers } from './tell-others.ts'

type Row = typeof alarm.$inferSelect

/** Something was changed at the panel of a controller. */
interface AtPanel {
  deviceId: string
  /** When, by the readings; never later than now. */
  at: Date
}

/** Whether whoever is at the panel came because of the alarm: its chain had begun. A cause may have been given from bed. */
const isAnswered = ({ level, live, handling, chainFrom }: Row, at: Date): boolean =>
  isGrave(level) && live && handling !== 'solved' && chainFrom !== null && at >= chainFrom

/**
 * Notes that somebody is on site, for the alarms of the house whose chains run: proven by what they changed at the panel, once
 * for each time the chain begins. `db` carries the system's scope. Returns the alarms, and the accounts that were told.
 */
export async function noteAtPanel(
  db: Db,
  { deviceId, at }: AtPanel,
  devices: Pick<DeviceSide, 'latest'>,
): Promise<{ alarms: Row[]; accountIds: string[] }> {
  const standing = await db
    .select()
    .from(alarm)
    .where(
      and(
        ne(alarm.condition, 'cleared'),
        or(
          sql`${alarm.subjectId} = ${deviceId}`,
          sql`${alarm.houseIds} && array(select ${houseDevice.houseId} from ${houseDevice}
            where ${houseDevice.deviceId} = ${deviceId} and ${houseDevice.to} is null)`,
        ),
      ),
    )
    .orderBy(alarm.id)
    .for('update')
  const nobody = { accountId: null, name: null, via: 'panel', at } as const
  const answering: Answering = { ...nobody, answer: 'on_site', isProven: true }
  const rows = standing.filter(row => isAnswered(row, at))
  const alarms = await noteAnswers(db, rows, answering, devices)
  const ahead = alarms.filter(row => isAhead(row, 'on_site'))
  await keepHandling(db, ahead, 'on_site', nobody)
  return { alarms, accountIds: await tellOthers(db, alarms, answering) }
}
