import { and, asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { SettingTemplate, settings } from '#shared/contracts/settings.ts'
import { SETTING_TEMPLATES_MAX } from '#shared/setting-templates.ts'
import { isSharedGroup, type SettingGroupKey } from '#shared/signals.ts'
import { lastingValues } from '#shared/temporary-settings.ts'
import { coursesAt } from '../../farm/settings/temporary.ts'
import { groupName } from '../../farm/settings/titles.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { settingTemplate } from '../../platform/database/tables/settings.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { noteDeed } from '../../platform/http/viewing.ts'
import { noteFound, removeRow } from '../../platform/records/rows.ts'
import { sharedOf } from './copy.ts'
import { controllerOf, type FoundController, seenOf } from './settings.queries.ts'

type Row = typeof settingTemplate.$inferSelect

const shown = ({ id, name, season, values, actorName, keptAt }: Row): SettingTemplate => ({
  id,
  name,
  season,
  values,
  by: actorName,
  keptAt: keptAt.toISOString(),
})

/** Templates of the customer for houses like this one. */
export async function templatesFor(
  db: Db,
  { row, farmPath }: FoundController,
  group: SettingGroupKey,
): Promise<SettingTemplate[]> {
  const rows = await db
    .select()
    .from(settingTemplate)
    .where(
      and(
        eq(settingTemplate.farmPath, farmPath),
        eq(settingTemplate.houseType, row.type),
        eq(settingTemplate.group, group),
      ),
    )
    .orderBy(asc(settingTemplate.season), asc(settingTemplate.name), asc(settingTemplate.id))
  return rows.map(shown)
}

type Keeping = ChangingCall & { params: { id: string }; body: z.output<typeof settings.keepTemplate.body> }

/** Saves the controller's values, so that a template never holds values that no controller accepted. */
export async function keepTemplate(call: Keeping): Promise<SettingTemplate> {
  const { db, viewer, body } = call
  const { group, name, season } = body
  const found = await controllerOf(call, body.deviceId)
  const { row: house, farmPath, told } = found
  if (!isSharedGroup(group)) throw refuse.invalid([{ field: 'group', message: 'setting.notShared' }])
  const courses = body.asNow ? new Map() : await coursesAt(db, found.device.id)
  const values = sharedOf(group, lastingValues(told.values, courses))
  if (Object.keys(values).length === 0) throw refuse.invalid([{ field: 'group', message: 'setting.none' }])
  const { officePath, type: houseType } = house
  const place = { officePath, houseType, group, name }
  const former = await formerOf(db, place)
  await noteFound(call, found, () => former && shown(former))
  const kept = {
    season,
    values,
    accountId: viewer.accountId,
    actorName: viewer.actualName,
    keptAt: new Date(),
  }
  const { officePath: where, houseType: forType, group: of, name: called } = settingTemplate
  const [row] = await db
    .insert(settingTemplate)
    .values({ id: newId(), farmPath, ...place, ...kept })
    .onConflictDoUpdate({ target: [where, forType, of, called], set: kept })
    .returning()
  if (!row) throw new Error('The template was not stored')
  await noteDeed(call, 'settings', [seenOf(found)])
  const both = (said: string) => ({ 'zh-CN': said, 'en-US': said })
  call.named({ groupName: groupName(group), house: both(house.name) })
  return shown(row)
}

/**
 * The template of this name to be replaced, if any; refuses one too many. One at a time per office, or two at once would
 * each pass as the last one allowed.
 */
async function formerOf(
  db: Db,
  { officePath, houseType, group, name }: Pick<Row, 'officePath' | 'houseType' | 'group' | 'name'>,
): Promise<Row | undefined> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`templates of ${officePath}`}, 0))`)
  const rows = await db
    .select()
    .from(settingTemplate)
    .where(
      and(
        eq(settingTemplate.officePath, officePath),
        eq(settingTemplate.houseType, houseType),
        eq(settingTemplate.group, group),
      ),
    )
  const former = rows.find(row => row.name === name)
  if (!former && rows.length >= SETTING_TEMPLATES_MAX)
    throw refuse.invalid([{ field: 'name', message: ['setting.tooMany', { most: SETTING_TEMPLATES_MAX }] }])
  return former
}

type Removing = ChangingCall & { params: { id: string }; body: { templateId: string } }

export async function removeTemplate(call: Removing): Promise<Pick<SettingTemplate, 'id' | 'name'>> {
  const { body } = call
  const { farmPath } = await controllerOf(call, undefined)
  const isIt = and(eq(settingTemplate.id, body.templateId), eq(settingTemplate.farmPath, farmPath))
  const row = await removeRow(call, settingTemplate, isIt, shown)
  if (!row) throw refuse.invalid([{ field: 'templateId', message: 'row.notFound' }])
  call.named({ groupName: groupName(row.group) })
  return { id: row.id, name: row.name }
}
