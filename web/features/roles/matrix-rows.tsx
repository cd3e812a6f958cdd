import { ChevronDown, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  type Action,
  AGENT,
  actions,
  CUSTOMER,
  type Grant,
  type PermissionId,
  STAFF,
} from '#shared/permissions.ts'
import { usePreferences } from '#web/data/preferences.ts'
import {
  cellOf,
  changeable,
  grantOf,
  grantsIn,
  isForKind,
  isGranted,
  type Matrix,
  shareOf,
} from './matrix.ts'
import type { PermissionGroup, PermissionRow } from './permission-groups.ts'
import { RoleBox, RoleLock } from './role-box.tsx'
import { usePermissionText } from './use-permission-text.ts'

interface Editing {
  matrix: Matrix
  set: (grants: readonly Grant[], on: boolean) => void
}

/** Column of the name, of the box for a whole group, and of the first action. */
const [NAME, WHOLE, FIRST] = [0, 1, 2]

/** A group of permissions: how many are granted, and boxes for the whole group and, while open, for each action. */
export function GroupRow({
  group,
  isOpen,
  toggleOpen,
  matrix,
  set,
}: Editing & { group: PermissionGroup; isOpen: boolean; toggleOpen: () => void }) {
  const { t } = useTranslation('roles')
  const text = usePermissionText()
  const language = usePreferences(({ language }) => language)
  const name = group.title[language]
  const granted = group.rows.filter(row => isGranted(matrix.held, row)).length
  return (
    <tr className="role-group">
      <th scope="row" colSpan={2}>
        <span className="role-name row">
          <button type="button" aria-expanded={isOpen} data-at={NAME} tabIndex={-1} onClick={toggleOpen}>
            {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
            <span className="visually-hidden">{name}</span>
          </button>
          <Whole
            at={WHOLE}
            label={t($ => $.allOf, { name })}
            grants={grantsIn(group.rows, matrix.kind)}
            {...{ matrix, set }}
          />
          <strong aria-hidden>{name}</strong>
          <span className="role-of num">{t($ => $.countOf, { on: granted, all: group.rows.length })}</span>
        </span>
      </th>
      {actions.map((action, i) => (
        <td key={action} data-column={action}>
          {isOpen && (
            <Whole
              at={FIRST + i}
              label={t($ => $.columnOf, { name, action: text.action(action) })}
              grants={grantsIn(group.rows, matrix.kind, action)}
              {...{ matrix, set }}
            />
          )}
        </td>
      ))}
      <td />
    </tr>
  )
}

/** A box for several grants at once; it changes those the viewer can give. */
export function Whole({
  at,
  label,
  grants,
  matrix,
  set,
}: Editing & { at?: number; label: string; grants: readonly Grant[] }) {
  if (grants.length === 0) return <span className="role-gap" />
  const open = changeable(matrix, grants)
  const share = shareOf(matrix.held, grants)
  const isFull = open.every(grant => matrix.held.has(grant))
  return (
    <RoleBox
      {...(at === undefined ? {} : { at })}
      label={label}
      checked={share === 'all' ? true : share === 'some' ? 'mixed' : false}
      isFixed={open.length === 0}
      toggle={() => set(open, !isFull)}
    />
  )
}

/** A permission: its audience, and a cell for each action. */
export function PermissionLine({
  row,
  isCurrent,
  look,
  matrix,
  set,
}: Editing & { row: PermissionRow; isCurrent: boolean; look: (id: PermissionId) => void }) {
  const { t } = useTranslation('roles')
  const text = usePermissionText()
  const isOutside = !isForKind(row, matrix.kind)
  const on = row.actions.filter(action => matrix.held.has(grantOf(row.id, action))).length
  return (
    <tr
      data-permission={row.id}
      data-current={isCurrent || undefined}
      data-outside={isOutside || undefined}
      onFocus={() => look(row.id)}
    >
      <th scope="row">
        <button
          type="button"
          className="role-title"
          data-at={NAME}
          tabIndex={-1}
          onClick={() => look(row.id)}
        >
          {text.titleOf(row.id)} <span className="mono">{row.id}</span>
        </button>
      </th>
      <td>
        <Audience row={row} />
      </td>
      {isOutside ? (
        <td colSpan={actions.length + 1} className="role-outside">
          {t($ => $.outside[matrix.kind])}
        </td>
      ) : (
        <>
          {actions.map((action, i) => (
            <td
              key={action}
              data-column={action}
              data-changed={isChanged(matrix, row.id, action) || undefined}
            >
              <ActionCell at={FIRST + i} {...{ row, action, matrix, set }} />
            </td>
          ))}
          <td className="role-count num">
            <b>{on}</b> / {row.actions.length}
          </td>
        </>
      )}
    </tr>
  )
}

const isChanged = ({ held, base }: Matrix, id: PermissionId, action: Action) =>
  held.has(grantOf(id, action)) !== base.has(grantOf(id, action))

/** One action of a permission; `withWord` writes it beside the box. */
export function ActionCell({
  at,
  row,
  action,
  matrix,
  set,
  withWord = false,
}: Editing & { at?: number; row: PermissionRow; action: Action; withWord?: boolean }) {
  const { t } = useTranslation('roles')
  const text = usePermissionText()
  const cell = cellOf(matrix, row, action)
  const words = { name: text.titleOf(row.id), action: text.action(action) }
  const place = at === undefined ? {} : { at }
  const word = withWord ? <span>{words.action}</span> : null
  if (cell === 'none') return withWord ? null : <span className="role-none" />
  if (cell === 'lock')
    return (
      <RoleLock {...place} label={t($ => $.cellLock, words)}>
        {word}
      </RoleLock>
    )
  const isFollowing = cell === 'follows'
  return (
    <RoleBox
      {...place}
      label={isFollowing ? t($ => $.cellFollows, words) : t($ => $.cellOf, words)}
      checked={cell !== 'off'}
      isFixed={isFollowing || !matrix.giveable}
      isChanged={isChanged(matrix, row.id, action)}
      toggle={() => set([grantOf(row.id, action)], cell === 'off')}
    >
      {word}
    </RoleBox>
  )
}

/** S, C and A at fixed positions. */
export function Audience({ row }: { row: PermissionRow }) {
  const { t } = useTranslation('roles')
  return (
    <span className="role-audience">
      {([STAFF, CUSTOMER, AGENT] as const).map(kind =>
        isForKind(row, kind) ? (
          <abbr key={kind} title={t($ => $.kind[kind])}>
            {t($ => $.audienceLetters[kind])}
          </abbr>
        ) : (
          <span key={kind} aria-hidden>
            ·
          </span>
        ),
      )}
    </span>
  )
}
