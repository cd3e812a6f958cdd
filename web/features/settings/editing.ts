import { createContext, useContext } from 'react'
import type { HeldSetting, SettingChange } from '#shared/contracts/settings.ts'
import type { Editing } from './use-group.ts'

export interface EditingHere extends Editing {
  /** False for read-only users, and while a change is under way. */
  mayEdit: boolean
  /** Changes of this group under way, and the last one that is over. */
  changes: readonly SettingChange[]
  held: readonly HeldSetting[]
  /** Of the house. */
  timeZone: string
}

export const EditingContext = createContext<EditingHere | null>(null)

/** The editing state around this cell. */
export function useEditing(): EditingHere {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('A cell outside a form of settings')
  return editing
}
