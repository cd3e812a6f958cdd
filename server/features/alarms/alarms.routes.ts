import { eq } from 'drizzle-orm'
import { alarms } from '#shared/contracts/alarms.ts'
import { house } from '../../database/tables/farms.ts'
import { feature } from '../../http/feature.ts'
import { noteViewing } from '../../http/viewing.ts'
import { exporting } from '../../jobs/requests.ts'
import { alarmDetail, countAlarms, findAlarm, listAlarms } from './alarms.queries.ts'
import { alarmsSheet } from './alarms.sheet.ts'
import { takeStep } from './handling.ts'

export const alarmsFeature = feature('alarms', alarms, {
  export: exporting(alarmsSheet),
  list: ({ db, query }) => listAlarms(db, query),
  counts: ({ db, query }) => countAlarms(db, query),
  get: async ({ db, viewer, params, ip }) => {
    const row = await findAlarm(db, params.id)
    const { id, name, officePath } = house
    const [about] = await db
      .select({ id, name, officePath })
      .from(house)
      .where(eq(id, row.houseIds[0] ?? ''))
    if (about) await noteViewing(db, viewer, { ...about, farmPath: row.farmPath }, ip)
    return alarmDetail(db, row)
  },
  seen: call => takeStep(call, 'seen'),
  going: call => takeStep(call, 'going'),
  onSite: call => takeStep(call, 'on_site'),
  cause: call => takeStep(call, 'cause_found', call.body.cause),
  solve: call => takeStep(call, 'solved', call.body.cause),
})
