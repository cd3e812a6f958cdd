import type { SettingChange } from '#shared/contracts/settings.ts'
import type { SettingDocument } from '#shared/signals.ts'

type Changed = Pick<SettingChange, 'state' | 'failure' | 'before'>

/** The settings before the earliest of these changes, the newest of a group, given newest first. */
export function valuesBefore(changes: readonly Changed[]): SettingDocument {
  const done = changes.filter(
    ({ state, failure }) => state === 'synced' || failure === 'partial' || failure === 'readBack',
  )
  return Object.assign({}, ...done.map(({ before }) => before))
}
