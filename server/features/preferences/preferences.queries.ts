import { and, desc, eq, inArray, isNotNull, isNull, like, lte, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { choiceNames, LIST_VIEWS_MAX, Preferences, type preferences } from '#shared/contracts/preferences.ts'
import type { UnitSystem } from '#shared/units.ts'
import type { Db } from '../../platform/database/store.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { preference } from '../../platform/database/tables/preferences.ts'
import type { Viewer } from '../../platform/http/identify.ts'

/** Prefix of a list's path in the name of its preference. */
const LIST = 'list:'

/**
 * The account's choices; a language that was only assigned comes with the user info. A value this version no longer knows
 * counts as never chosen.
 */
export async function readPreferences(db: Db, accountId: string): Promise<Preferences> {
  const [of] = await db
    .select({
      language: sql`case when ${account.languageChosenAt} is not null then ${account.language} end`,
      units: account.units,
    })
    .from(account)
    .where(eq(account.id, accountId))
  const rows = await db
    .select({ name: preference.name, value: preference.value })
    .from(preference)
    .where(and(eq(preference.accountId, accountId), isNotNull(preference.value)))
  const { shape } = Preferences
  const chosen: Record<string, unknown> = {
    language: of?.language ?? undefined,
    units: of?.units ?? undefined,
  }
  const lists: Record<string, unknown> = {}
  for (const { name, value } of rows)
    if (!name.startsWith(LIST)) chosen[name] = value
    else if (shape.lists.valueType.safeParse(value).success) lists[name.slice(LIST.length)] = value
  const known = choiceNames.filter(name => shape[name].safeParse(chosen[name]).success)
  return Preferences.parse({ ...Object.fromEntries(known.map(name => [name, chosen[name]])), lists })
}

type NewChoices = z.output<typeof preferences.choose.body>

/** Stores new choices, each unless a later one for the same thing is already stored. */
export async function keepChoices(db: Db, viewer: Viewer, choices: NewChoices): Promise<void> {
  const { accountId, officePath } = viewer
  const now = Date.now()
  const { language, units, lists, ...appearance } = choices
  const named = [
    ...Object.entries(appearance),
    ...Object.entries(lists).map(([list, choice]) => [LIST + list, choice] as const),
  ]
  const rows = named.map(([name, { value, ago }]) => ({
    accountId,
    officePath,
    name,
    value,
    chosenAt: new Date(now - ago),
  }))
  if (language) await keepLanguage(db, accountId, language.value, new Date(now - language.ago))
  if (units) await keepUnits(db, accountId, units.value, new Date(now - units.ago))
  if (rows.length === 0) return
  await db
    .insert(preference)
    .values(rows)
    .onConflictDoUpdate({
      target: [preference.accountId, preference.name],
      set: { value: sql`excluded.value`, chosenAt: sql`excluded.chosen_at` },
      setWhere: lte(preference.chosenAt, sql`excluded.chosen_at`),
    })
  const isList = and(eq(preference.accountId, accountId), like(preference.name, `${LIST}%`))
  const surplus = db
    .select({ name: preference.name })
    .from(preference)
    .where(isList)
    .orderBy(desc(preference.chosenAt), preference.name)
    .offset(LIST_VIEWS_MAX)
  await db.delete(preference).where(and(isList, inArray(preference.name, surplus)))
}

/** The language stays on the account, where mails look for it. */
async function keepLanguage(
  db: Db,
  accountId: string,
  language: Viewer['language'],
  chosenAt: Date,
): Promise<void> {
  const isLater = or(isNull(account.languageChosenAt), lte(account.languageChosenAt, chosenAt))
  await db
    .update(account)
    .set({ language, languageChosenAt: chosenAt })
    .where(and(eq(account.id, accountId), isLater))
}

/** The units stay there as well: files and messages are written in them. */
async function keepUnits(
  db: Db,
  accountId: string,
  units: UnitSystem | null,
  unitsChosenAt: Date,
): Promise<void> {
  const isLater = or(isNull(account.unitsChosenAt), lte(account.unitsChosenAt, unitsChosenAt))
  await db
    .update(account)
    .set({ units, unitsChosenAt })
    .where(and(eq(account.id, accountId), isLater))
}
