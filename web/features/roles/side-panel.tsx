import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Role, roles } from '#shared/contracts/roles.ts'
import { type Action, actions, type PermissionId, permissions } from '#shared/permissions.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { actionOf, type Change, permissionOf } from './matrix.ts'
import { RolePeople } from './role-people.tsx'
import { usePermissionText } from './use-permission-text.ts'
import './side-panel.css'

interface Props {
  role: Role
  /** The permission being looked at; undefined if there is none to look at. */
  current: PermissionId | null | undefined
  changes: readonly Change[]
}

/** Pending changes, what the permission means and who has it, and who has the role. */
export function SidePanel({ role, current, changes }: Props) {
  const { t } = useTranslation('roles')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
    <aside className="role-side" tabIndex={0} aria-label={t($ => $.about)}>
      {changes.length > 0 && <Pending role={role} changes={changes} />}
      {current && <Meaning id={current} />}
      {current === null && <p className="card role-hint">{t($ => $.choosePermission)}</p>}
      {current && <Holders id={current} own={role.id} />}
      <RolePeople role={role} />
    </aside>
  )
}

/** What each action of a permission allows. */
export function Meaning({ id }: { id: PermissionId }) {
  const text = usePermissionText()
  const offered: readonly Action[] = permissions[id].actions
  return (
    <section className="card role-card">
      <div className="role-card-head">
        <h2>{text.titleOf(id)}</h2>
        <span className="mono">{id}</span>
      </div>
      <dl className="role-meanings stack gap-1">
        {actions
          .filter(action => offered.includes(action))
          .map(action => (
            <div key={action}>
              <dt>{text.action(action)}</dt>
              <dd>{text.meaning(id, action)}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

/** Roles with this permission, those with most users first. */
function Holders({ id, own }: { id: PermissionId; own: string }) {
  const { t } = useTranslation('roles')
  const language = usePreferences(({ language }) => language)
  const { data, error, refetch } = useQuery({
    queryKey: [roles.holders.path, id],
    queryFn: () => call(roles.holders, { query: { permissionId: id } }),
  })
  const all = permissions[id].actions.length
  const people = t($ => $.people, { count: data?.people ?? 0 })
  return (
    <section className="card role-card" aria-busy={!data}>
      <div className="role-card-head">
        <h2>{t($ => $.whoHasIt)}</h2>
        {data && (
          <span className="caption num">
            {t($ => $.peopleRoles, { people, roles: t($ => $.roles, { count: data.roles.length }) })}
          </span>
        )}
      </div>
      {error && <LoadProblem error={error} retry={() => void refetch()} />}
      <ul className="role-holders">
        {data?.roles.map(({ id, chineseName, englishName, actions, people }) => (
          <li key={id} data-own={id === own || undefined}>
            <span>{language === 'zh-CN' ? chineseName || englishName : englishName || chineseName}</span>
            <span className="caption num">{t($ => $.countOf, { on: actions, all })}</span>
            <b className="num">{people}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What saving will change, and for how many users. */
function Pending({ role, changes }: { role: Role; changes: readonly Change[] }) {
  const { t } = useTranslation('roles')
  const text = usePermissionText()
  return (
    <section className="card role-card">
      <h2>{t($ => $.changes, { count: changes.length })}</h2>
      <ul className="role-changes">
        {changes.map(({ grant, isAdded }) => (
          <li key={grant}>
            <b aria-hidden>{isAdded ? '+' : '−'}</b>
            <span className="visually-hidden">{isAdded ? t($ => $.added) : t($ => $.taken)}</span>
            <span>{text.titleOf(permissionOf(grant))}</span>
            <span className="role-of">{text.action(actionOf(grant))}</span>
          </li>
        ))}
      </ul>
      <p className="caption">{t($ => $.reaches, { count: role.people })}</p>
    </section>
  )
}
