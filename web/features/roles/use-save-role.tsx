import { App } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Role, roles } from '#shared/contracts/roles.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { permissionsOf } from './matrix.ts'
import { TakenAway } from './taken-away.tsx'
import type { RoleEdit } from './use-role-edit.ts'

/** Saving a role. */

export interface SavingRole {
  busy: boolean
  /** Saves; first says what is taken away, and from whom. */
  save: () => void
  /** The role as somebody else has stored it meanwhile, and who, if known. */
  newer: { role: Role; by: string | undefined } | null
  /** Stores these changes on top of it; or discards them; or leaves both for now. */
  overwrite: () => void
  takeNewer: () => void
  closeConflict: () => void
}

/** Saves the permissions of a role. */
export function useSaveRole(role: Role, edit: RoleEdit): SavingRole {
  const { t } = useTranslation('roles')
  const { t: word } = useTranslation('components')
  const { modal } = App.useApp()
  const [newer, setNewer] = useState<{ role: Role; by: string | undefined } | null>(null)
  const { busy, submit } = useSubmit({
    success: t($ => $.changed),
    conflict: (current, _why, by) => setNewer({ role: current as Role, by }),
  })
  const store = async (onto: Role) => {
    const { chineseName, englishName, kind, version } = onto
    const body = { chineseName, englishName, kind, version, permissions: permissionsOf(edit.heldOn(onto)) }
    if (await submit(() => call(roles.update, { params: { id: role.id }, body }))) edit.discard()
  }
  const taken = edit.changes.filter(({ isAdded }) => !isAdded).map(({ grant }) => grant)
  const save = () => {
    if (taken.length === 0 || role.people === 0) return void store(edit.base)
    void modal.confirm({
      title: t($ => $.takeAsk),
      content: <TakenAway role={role} taken={taken} />,
      okText: t($ => $.takeOk),
      cancelText: word($ => $.cancel),
      onOk: () => store(edit.base),
    })
  }
  return {
    busy,
    save,
    newer,
    closeConflict: () => setNewer(null),
    overwrite: () => {
      if (!newer) return
      setNewer(null)
      edit.rebase(newer.role)
      void store(newer.role)
    },
    takeNewer: () => {
      setNewer(null)
      edit.discard()
    },
  }
}
