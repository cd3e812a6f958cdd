import type { z } from 'zod'
import type { settings } from '#shared/contracts/settings.ts'
import type { TriedOut } from '#shared/contracts/what-if.ts'
import { differing, draftProblems, only } from '#shared/setting-draft.ts'
import { type SettingDocument, settingByName } from '#shared/signals.ts'
import { obstaclesTo } from '#shared/what-if/needs.ts'
import { energyPricesOf } from '../../farm/settings/energy-prices.ts'
import { judgedHouse } from '../../farm/settings/judged-house.ts'
import { toldSettings } from '../../farm/settings/told-settings.ts'
import { refuse } from '../../platform/http/errors.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { refuseProblems } from './refuse-problems.ts'
import { houseToRun } from './run-house.queries.ts'
import { type Asked, controllerOf, seenOf } from './settings.queries.ts'
import { runInThread } from './try-out-thread.ts'

type Trying = Asked & { body: z.output<typeof settings.tryOut.body> }

/** Runs the next 24 hours of a house with its settings and with a draft; nothing is stored or sent. */
export async function tryOutDraft(call: Trying): Promise<TriedOut> {
  const { body } = call
  const found = await controllerOf(call, body.deviceId)
  const { values: today } = toldSettings(found.latest)
  if (Object.keys(today).length === 0) throw refuse.invalid([{ field: 'deviceId', message: 'setting.none' }])
  refuseProblems(call, draftProblems(body.group, body.wanted, found.told.values))
  const asked = body.wanted as SettingDocument
  const wanted = only(asked, differing(asked, today))
  if (Object.keys(wanted).length === 0)
    throw refuse.invalid([{ field: 'wanted', message: 'setting.nothing' }])
  refuseObstacles(call, today)
  const { house, yesterday, assumed, timeZone } = await houseToRun(call.db, call.services, found)
  await noteLook(call, 'settings', [seenOf(found)])
  await noteLook(call, 'charts', [seenOf(found)])
  const change = { today, wanted, judged: judgedHouse(found) }
  const { tried, error } = await runInThread({ house, change, yesterday })
  const prices = await energyPricesOf(call.services, found.farmPath)
  return { ...tried, error, assumed, timeZone, from: house.from, prices }
}

/** Settings the controller does not report are named in the reader's words. */
function refuseObstacles({ language }: Trying, today: SettingDocument): void {
  const obstacles = obstaclesTo(today)
  if (obstacles.length === 0) return
  throw refuse.invalid(
    obstacles.map(({ field, message }) => ({
      field,
      message: [message, { setting: settingByName(field)?.label[language] ?? field }],
    })),
    'whatIf.unknown',
  )
}
