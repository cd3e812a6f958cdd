import { settings } from '#shared/contracts/settings.ts'
import { groupOf } from '#shared/setting-draft.ts'
import { standingRisks } from '#shared/setting-risks.ts'
import { summaryOf, summaryValues } from '#shared/setting-summary.ts'
import { judgedHouse } from '../../farm/settings/judged-house.ts'
import { settingChange } from '../../platform/database/tables/settings.ts'
import { feature } from '../../platform/http/feature.ts'
import { totalOf } from '../../platform/http/lists.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { copyTargets } from './copy.ts'
import { askQuestion } from './question.ts'
import { sendChange, withdrawChange } from './send.ts'
import {
  type Asked,
  changedBy,
  changesOf,
  controllerOf,
  groupsOf,
  lastChanges,
  seenOf,
  shownChange,
  shownController,
} from './settings.queries.ts'
import { keepTemplate, removeTemplate, templatesFor } from './templates.ts'
import { timeLeftOf } from './time-left.ts'
import { tryOutDraft } from './try-out.ts'

/** A controller whose settings somebody is shown; a view from above the customer is logged. */
async function lookedAt(call: Asked, deviceId: string | undefined) {
  const found = await controllerOf(call, deviceId)
  await noteLook(call, 'settings', [seenOf(found)])
  return found
}

export const settingsFeature = feature('settings', settings, {
  async ofHouse(call) {
    const { db, viewer, query } = call
    const found = await lookedAt(call, query.deviceId)
    const last = await lastChanges(db, found)
    const house = judgedHouse(found)
    const { values } = found.told
    const groups = groupsOf(found.told).map(group => {
      const summary = summaryOf(group.key, values, house.age)
      return {
        ...group,
        summary,
        values: summaryValues(summary, values),
        last: last.get(group.key) ?? null,
      }
    })
    const outside = standingRisks(values, house)
    return { ...(await shownController(db, viewer, found)), groups, outside }
  },
  async ofGroup(call) {
    const { db, viewer, query } = call
    const { group } = query
    const found = await lookedAt(call, query.deviceId)
    const last = (await lastChanges(db, found)).get(group) ?? null
    const { values, at } = found.told
    return {
      ...(await shownController(db, viewer, found)),
      group,
      last,
      changedBy: await changedBy(db, found, group),
      toldAt: at,
      values: groupOf(group, values),
      outside: standingRisks(values, judgedHouse(found)),
    }
  },
  async copyTargets(call) {
    const { db, services, query } = call
    const found = await lookedAt(call, query.deviceId)
    return copyTargets(db, services, found, query.group)
  },
  async changes(call) {
    const { db, query } = call
    const found = await lookedAt(call, query.deviceId)
    const { rows, of } = await changesOf(db, found, query)
    return {
      total: await totalOf(rows, db.$count(settingChange, of)),
      items: rows.map(({ change }) => shownChange(change)),
    }
  },
  async templates(call) {
    const { db, query } = call
    return templatesFor(db, await lookedAt(call, query.deviceId), query.group)
  },
  keepTemplate,
  removeTemplate,
  timeLeft: timeLeftOf,
  tryOut: tryOutDraft,
  question: askQuestion,
  send: sendChange,
  withdraw: withdrawChange,
})
