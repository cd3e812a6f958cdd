import { alarms } from '#shared/contracts/alarms.ts'
import { feature } from '../../platform/http/feature.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { alarmDetail, countAlarms, findAlarm, listAlarms, seenOf } from './alarms.queries.ts'
import { alarmsSheet } from './alarms.sheet.ts'
import { answerAlarm, takeStep } from './handling.ts'
import { arrive } from './house-codes.ts'
import { farmNumbers } from './numbers.ts'
import { shelveAlarm, unshelveAlarm } from './shelving.ts'

export const alarmsFeature = feature(
  'alarms',
  alarms,
  {
    export: exporting(alarmsSheet),
    list: async call => {
      const { seen, ...page } = await listAlarms(call, call.query)
      await noteLook(call, 'alarms', seen)
      return page
    },
    counts: ({ db, viewer, query }) => countAlarms(db, viewer.scope, query),
    numbers: farmNumbers,
    get: async call => {
      const row = await findAlarm(call.db, call.params.id)
      await noteLook(call, 'alarms', await seenOf(call.db, [row]))
      return alarmDetail(call, row)
    },
    seen: call => takeStep(call, 'seen'),
    going: call => takeStep(call, 'going'),
    onSite: call => takeStep(call, 'on_site'),
    answer: call => answerAlarm(call, call.body.answer),
    arrive,
    shelve: shelveAlarm,
    unshelve: unshelveAlarm,
    cause: call => takeStep(call, 'cause_found', call.body.cause),
    solve: call => takeStep(call, 'solved', call.body.cause),
  },
  ['seen', 'going', 'onSite', 'answer', 'arrive', 'shelve', 'unshelve', 'cause', 'solve'],
)
