import { useTranslation } from 'react-i18next'
import type { RoleRow } from '#shared/contracts/roles.ts'
import { STAFF } from '#shared/permissions.ts'
import { BothNames } from '#web/components/both-names.tsx'
import type { Column } from '#web/components/list/column.ts'
import { createdColumn } from '#web/components/list/created-column.tsx'
import { Moment } from '#web/components/time.tsx'
import { permissionRows } from './permission-groups.ts'

/** The columns of the roles. */
export function useRoleColumns(): Column<RoleRow>[] {
  const { t } = useTranslation('roles')
  return [
    {
      key: 'name',
      title: t($ => $.fields.name),
      sort: 'name',
      render: ({ chineseName, englishName }) => <BothNames chinese={chineseName} english={englishName} />,
    },
    {
      key: 'kind',
      title: t($ => $.fields.kind),
      sort: 'kind',
      card: 'line',
      render: ({ kind, departmentOnly }) => (
        <>
          {t($ => $.kind[kind])}
          {departmentOnly && <div className="caption">{t($ => $.reach.department)}</div>}
        </>
      ),
    },
    {
      key: 'origin',
      title: t($ => $.fields.origin),
      card: 'line',
      render: ({ builtIn }) => (builtIn ? t($ => $.origin.builtIn) : t($ => $.origin.own)),
    },
    {
      key: 'departmentOnly',
      title: t($ => $.fields.customers),
      render: ({ kind, departmentOnly }) =>
        kind === STAFF ? t($ => $.reach[departmentOnly ? 'department' : 'all']) : '—',
      isExtra: true,
    },
    {
      key: 'office',
      title: t($ => $.fields.office),
      render: ({ officeName }) => officeName ?? '—',
      isExtra: true,
    },
    {
      key: 'granted',
      title: t($ => $.fields.granted),
      sort: 'granted',
      atEnd: true,
      render: ({ granted }) => (
        <span className="num">{t($ => $.countOf, { on: granted, all: permissionRows.size })}</span>
      ),
    },
    {
      key: 'people',
      title: t($ => $.fields.people),
      sort: 'people',
      atEnd: true,
      card: 'note',
      render: ({ people }) => <span className="num">{t($ => $.people, { count: people })}</span>,
    },
    {
      key: 'changedAt',
      title: t($ => $.fields.changedAt),
      sort: 'changedAt',
      atEnd: true,
      render: ({ changedAt }) => <Moment at={changedAt} />,
    },
    createdColumn(t($ => $.fields.createdAt)),
  ]
}
