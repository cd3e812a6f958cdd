import { Fragment, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { actions, type PermissionId } from '#shared/permissions.ts'
import { useGridKeys } from './grid-keys.ts'
import { changeable, grantsIn } from './matrix.ts'
import { GroupRow, PermissionLine } from './matrix-rows.tsx'
import { permissionGroups, permissionRows } from './permission-groups.ts'
import { usePermissionText } from './use-permission-text.ts'
import type { RoleEdit } from './use-role-edit.ts'
import type { RoleView } from './use-role-view.ts'
import './matrix-table.css'

interface Props {
  edit: RoleEdit
  view: RoleView
  current: PermissionId | null
  look: (id: PermissionId) => void
}

/** Permissions by actions; the highlighted row and column follow the pointer and the focus. */
export function MatrixTable({ edit, view, current, look }: Props) {
  const { t } = useTranslation('roles')
  const text = usePermissionText()
  const table = useRef<HTMLTableElement>(null)
  const { matrix, set } = edit
  const fill = (id: string) => {
    const row = permissionRows.get(id as PermissionId)
    const open = changeable(matrix, grantsIn(row ? [row] : [], matrix.kind))
    set(open, !open.every(grant => matrix.held.has(grant)))
  }
  const keys = useGridKeys(table, fill, edit.changes.length > 0)
  // Drawn by the style sheet: nothing renders while the pointer moves.
  const cross = (target: EventTarget) => {
    const column = (target as HTMLElement).closest<HTMLElement>('[data-column]')?.dataset.column
    if (table.current) table.current.dataset.cross = column ?? ''
  }
  return (
    <div className="card role-matrix">
      <div className="role-scroll">
        <table
          ref={table}
          aria-label={t($ => $.fields.permissions)}
          className="role-table"
          onKeyDown={keys.onKeyDown}
          onFocus={event => {
            keys.onFocus(event)
            cross(event.target)
          }}
          onMouseOver={({ target }) => cross(target)}
          onMouseLeave={() => table.current && cross(table.current)}
        >
          <thead>
            <tr>
              <th scope="col">{t($ => $.permission)}</th>
              <th scope="col">{t($ => $.audience)}</th>
              {actions.map(action => (
                <th key={action} scope="col" data-column={action}>
                  {text.action(action)}
                </th>
              ))}
              <th scope="col">{t($ => $.actionsOf)}</th>
            </tr>
          </thead>
          <tbody>
            {view.groups.map(({ group, rows, isOpen, toggle }) => (
              <Fragment key={group.title['en-US']}>
                <GroupRow group={group} isOpen={isOpen} toggleOpen={toggle} matrix={matrix} set={set} />
                {isOpen &&
                  rows.map(row => (
                    <PermissionLine
                      key={row.id}
                      isCurrent={row.id === current}
                      {...{ row, look, matrix, set }}
                    />
                  ))}
              </Fragment>
            ))}
          </tbody>
        </table>
        {view.groups.length === 0 && <p className="role-nothing">{t($ => $.nothingFound)}</p>}
      </div>
      <div className="role-foot caption">
        <span className="num">
          {t($ => $.sum, { groups: permissionGroups.length, permissions: permissionRows.size })}
        </span>
        <span>{t($ => $.keys)}</span>
      </div>
    </div>
  )
}
