import { useTranslation } from 'react-i18next'
import type { Action, Grant, PermissionId } from '#shared/permissions.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { actionOf, permissionOf } from './matrix.ts'
import meanings from './meanings.json' with { type: 'json' }
import { permissionRows } from './permission-groups.ts'

/** Texts for permissions and their actions, in the reader's language. */
export function usePermissionText() {
  const { t } = useTranslation('roles')
  const language = usePreferences(({ language }) => language)
  const titleOf = (id: PermissionId) => permissionRows.get(id)?.title[language] ?? id
  const special: Partial<Record<string, Record<typeof language, string>>> = meanings
  return {
    titleOf,
    action: (action: Action) => t($ => $.actions[action]),
    /** What holding an action allows. */
    meaning: (id: PermissionId, action: Action) =>
      special[`${id}:${action}`]?.[language] ?? t($ => $.meanings[action]),
    grant: (grant: Grant) => `${titleOf(permissionOf(grant))}: ${t($ => $.actions[actionOf(grant)])}`,
  }
}
