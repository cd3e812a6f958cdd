import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Copy, Pencil, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Role, roles } from '#shared/contracts/roles.ts'
import type { PermissionId } from '#shared/permissions.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { later } from '#web/components/later.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useDiscardQuestion } from '#web/components/use-discard-question.ts'
import { useIsPhone } from '#web/components/use-phone.ts'
import { CallError, call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { isGranted } from './matrix.ts'
import { MatrixPhone } from './matrix-phone.tsx'
import { MatrixTable } from './matrix-table.tsx'
import { permissionRows } from './permission-groups.ts'
import { RoleBar } from './role-bar.tsx'
import { RoleConflict } from './role-conflict.tsx'
import { nameOf } from './role-name.ts'
import { SidePanel } from './side-panel.tsx'
import { useRoleEdit } from './use-role-edit.ts'
import { useRoleView } from './use-role-view.ts'
import { useSaveRole } from './use-save-role.tsx'
import './role-page.css'

const RoleFormDialog = later(() => import('./role-form-dialog.tsx').then(file => file.RoleFormDialog))

/** `/sysconfig/role?id=`: what a role lets its users do. */
export function RolePage({ id }: { id: string }) {
  const { t } = useTranslation('roles')
  const { nameTab, open } = useScreen()
  const language = usePreferences(({ language }) => language)
  const { data, error, refetch } = useQuery({
    queryKey: [roles.get.path, id],
    queryFn: () => call(roles.get, { params: { id } }),
  })
  const name = data && nameOf(data, language)
  useEffect(() => {
    if (name) nameTab(name)
  }, [name, nameTab])
  if (data) return <Loaded key={id} role={data} />
  if (!error) return <PageSkeleton />
  const isGone = error instanceof CallError && error.status === 404
  return (
    <div className="page">
      <div className="list-head">
        <h1>{t($ => $.title)}</h1>
      </div>
      <section className="card">
        {isGone ? (
          <div className="empty-list">
            <strong>{t($ => $.gone)}</strong>
            <p>{t($ => $.goneSays)}</p>
            <Button type="primary" onClick={() => open(paths.roles)}>
              {t($ => $.toRoles)}
            </Button>
          </div>
        ) : (
          <LoadProblem error={error} retry={() => void refetch()} />
        )}
      </section>
    </div>
  )
}

function Loaded({ role }: { role: Role }) {
  const isPhone = useIsPhone()
  const edit = useRoleEdit(role)
  const view = useRoleView(edit.matrix)
  const [current, setCurrent] = useState<PermissionId | null>(null)
  return (
    <div className="page role-page">
      <Head role={role} edit={edit} />
      <RoleBar view={view} />
      <div className="role-body stack gap-35">
        {isPhone ? (
          <MatrixPhone edit={edit} view={view} current={current} look={setCurrent} />
        ) : (
          <MatrixTable edit={edit} view={view} current={current} look={setCurrent} />
        )}
        <SidePanel role={role} current={isPhone ? undefined : current} changes={edit.changes} />
      </div>
    </div>
  )
}

type Dialog = 'rename' | 'clone'

function Head({ role, edit }: { role: Role; edit: ReturnType<typeof useRoleEdit> }) {
  const { t } = useTranslation('roles')
  const language = usePreferences(({ language }) => language)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const saving = useSaveRole(role, edit)
  const { open } = useScreen()
  const question = useDiscardQuestion()
  const { t: word } = useTranslation('components')
  const granted = [...permissionRows.values()].filter(row => isGranted(edit.matrix.held, row)).length
  const other = language === 'zh-CN' ? role.englishName : role.chineseName
  const name = nameOf(role, language)
  const count = edit.changes.length
  const discard = () =>
    question(
      {
        title: word($ => $.discardAsk),
        content: word($ => $.discardSays),
        okText: word($ => $.discard),
        cancelText: word($ => $.keepEditing),
      },
      edit.discard,
    )
  return (
    <div className="list-head of-house">
      <div>
        <h1 className="role-heading">
          {name}
          {other && other !== name && <small lang={language === 'zh-CN' ? 'en' : 'zh'}>{other}</small>}
          <span className="role-tag">{t($ => $.roleOf[role.kind])}</span>
          {role.departmentOnly && <span className="role-tag">{t($ => $.fields.departmentOnly)}</span>}
          {role.builtIn && <span className="role-tag">{t($ => $.origin.builtIn)}</span>}
        </h1>
        <p className="num">
          {t($ => $.headSays, {
            granted: t($ => $.grantedOf, { granted, all: permissionRows.size }),
            people: t($ => $.peopleHave, { count: role.people }),
            may: role.locked ? t($ => $.lockedBy[role.locked as 'provider']) : t($ => $.onlyYours),
          })}
        </p>
      </div>
      <div className="list-head-actions role-actions" data-unsaved={count > 0 || undefined}>
        {role.locked === null && count === 0 && (
          <ActionButton
            endpoint={roles.update}
            icon={<Pencil size={15} aria-hidden />}
            onClick={() => setDialog('rename')}
          >
            {t($ => $.rename)}
          </ActionButton>
        )}
        {role.locked !== 'beyond' && count === 0 && (
          <ActionButton
            endpoint={roles.clone}
            icon={<Copy size={15} aria-hidden />}
            onClick={() => setDialog('clone')}
          >
            {t($ => $.clone)}
          </ActionButton>
        )}
        {count > 0 && (
          <>
            <Button icon={<Undo2 size={15} aria-hidden />} onClick={discard}>
              {t($ => $.discard)}
            </Button>
            <Button type="primary" loading={saving.busy} onClick={saving.save}>
              {t($ => $.saveChanges, { count })}
            </Button>
          </>
        )}
      </div>
      {saving.newer && <RoleConflict edit={edit} newer={saving.newer} saving={saving} />}
      {dialog && (
        <RoleFormDialog
          role={role}
          doing={dialog}
          close={() => setDialog(null)}
          made={id => open(hrefOf(paths.roles, { id }))}
        />
      )}
    </div>
  )
}
