import { ChevronDown, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PermissionId } from '#shared/permissions.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { grantsIn, isForKind, isGranted } from './matrix.ts'
import { ActionCell, Audience, Whole } from './matrix-rows.tsx'
import type { PermissionRow } from './permission-groups.ts'
import { Meaning } from './side-panel.tsx'
import { usePermissionText } from './use-permission-text.ts'
import type { RoleEdit } from './use-role-edit.ts'
import type { RoleView } from './use-role-view.ts'
import './matrix-phone.css'

interface Props {
  edit: RoleEdit
  view: RoleView
  current: PermissionId | null
  look: (id: PermissionId | null) => void
}

/** The matrix for a thumb: collapsible groups, actions as chips. Tapping a permission's name explains them. */
export function MatrixPhone({ edit, view, current, look }: Props) {
  const { t } = useTranslation('roles')
  const language = usePreferences(({ language }) => language)
  const { matrix, set } = edit
  return (
    <div className="role-phone stack gap-25">
      {view.groups.length === 0 && <p className="role-nothing">{t($ => $.nothingFound)}</p>}
      {view.groups.map(({ group, rows, isOpen, toggle }) => {
        const name = group.title[language]
        const granted = group.rows.filter(row => isGranted(matrix.held, row)).length
        return (
          <section key={group.title['en-US']} className="card">
            <div className="role-phone-head">
              <button type="button" aria-expanded={isOpen} onClick={toggle}>
                {isOpen ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
                <strong>{name}</strong>
                <span className="role-of num">
                  {t($ => $.countOf, { on: granted, all: group.rows.length })}
                </span>
              </button>
              <Whole
                label={t($ => $.allOf, { name })}
                grants={grantsIn(group.rows, matrix.kind)}
                {...{ matrix, set }}
              />
            </div>
            {isOpen &&
              rows.map(row => (
                <Permission
                  key={row.id}
                  row={row}
                  isCurrent={row.id === current}
                  look={() => look(row.id === current ? null : row.id)}
                  edit={edit}
                />
              ))}
          </section>
        )
      })}
    </div>
  )
}

function Permission({
  row,
  isCurrent,
  look,
  edit: { matrix, set },
}: {
  row: PermissionRow
  isCurrent: boolean
  look: () => void
  edit: RoleEdit
}) {
  const { t } = useTranslation('roles')
  const text = usePermissionText()
  return (
    <div className="role-phone-row stack">
      <button type="button" className="role-phone-name" aria-expanded={isCurrent} onClick={look}>
        <span>{text.titleOf(row.id)}</span>
        <span className="mono">{row.id}</span>
        <Audience row={row} />
      </button>
      {isForKind(row, matrix.kind) ? (
        <div className="role-phone-chips row wrap stretch">
          {row.actions.map(action => (
            <ActionCell key={action} withWord {...{ row, action, matrix, set }} />
          ))}
        </div>
      ) : (
        <p className="caption">{t($ => $.outside[matrix.kind])}</p>
      )}
      {isCurrent && <Meaning id={row.id} />}
    </div>
  )
}
