import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { departments, type OfficeNode } from '#shared/contracts/departments.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { BothNames } from '#web/components/both-names.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { Logo } from '#web/components/logo.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import type { Doing } from './doing.ts'
import { LogoField } from './logo-field.tsx'
import { wayTo } from './office-tree.ts'

interface Props {
  node: OfficeNode
  nodes: readonly OfficeNode[]
  open: (doing: Doing) => void
}

/** One node: what it is, who is in it, and what can be done with it. */
export function NodePanel({ node, nodes, open }: Props) {
  const { t } = useTranslation('departments')
  const officeId = useSession(({ user }) => user?.officeId)
  const language = usePreferences(({ language }) => language)
  const isDepartment = node.kind === 'department' && node.parentId !== null
  const isOwn = node.id === officeId
  // Users restricted to a department know only the names of the provider and its agents.
  const isNamedOnly =
    useSession(({ user }) => user?.departmentOnly === true) && /^(provider|agent)$/.test(node.kind)
  const isHome = node.parentId === null && node.kind !== 'department'
  const nameOf = ({ chineseName, englishName }: OfficeNode) =>
    language === 'zh-CN' ? chineseName || englishName : englishName || chineseName
  const name = nameOf(node)
  const way = wayTo(nodes, node.id).slice(0, -1).map(nameOf)
  return (
    <>
      <div className="department-title">
        {!isHome && <Logo url={node.logo} size={40} />}
        <div>
          {way.length > 0 && <p className="caption">{way.join(' / ')}</p>}
          <h2>
            <BothNames chinese={node.chineseName} english={node.englishName} />
          </h2>
        </div>
        <RowActions
          name={name}
          actions={[
            {
              key: 'edit',
              label: t($ => $.edit),
              endpoint: departments.update,
              isOpen: node.kind === 'department' || isOwn,
              onClick: () => open('edit'),
            },
            {
              key: 'new',
              label: t($ => $.newBelow),
              endpoint: departments.create,
              isOpen: !isNamedOnly,
              onClick: () => open('new'),
            },
            {
              key: 'move',
              label: t($ => $.move),
              endpoint: departments.move,
              isOpen: isDepartment,
              onClick: () => open('move'),
            },
            {
              key: 'remove',
              label: t($ => $.remove),
              endpoint: departments.remove,
              isOpen: isDepartment,
              onClick: () => open('remove'),
            },
          ]}
        />
      </div>
      <dl className="department-facts">
        <Fact term={t($ => $.fields.kind)}>{t($ => $.kinds[node.kind])}</Fact>
        <Fact term={t($ => $.fields.headId)}>{node.headName ?? '—'}</Fact>
        <Fact term={t($ => $.fields.timeZone)}>{node.timeZone}</Fact>
        <Fact term={t($ => $.fields.houses)}>
          <span className="num">{node.houses}</span>
        </Fact>
        {node.kind !== 'department' && (
          <Fact term={t($ => $.fields.placementDay)}>
            {t($ => (node.placementDay === 0 ? $.placementDays.zero : $.placementDays.one))}
          </Fact>
        )}
      </dl>
      {isHome && !isNamedOnly && <LogoField node={node} />}
      {isDepartment && <Order node={node} nodes={nodes} />}
      <People node={node} />
    </>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Moves the node among its siblings. */
function Order({ node, nodes }: { node: OfficeNode; nodes: readonly OfficeNode[] }) {
  const { t } = useTranslation('departments')
  const { id, parentId } = node
  const beside = nodes.filter(other => other.parentId === parentId && other.kind === 'department')
  const at = beside.findIndex(other => other.id === id)
  const { busy, submit } = useSubmit({ success: t($ => $.moved) })
  if (parentId === null || beside.length < 2) return null
  const to = (position: number) =>
    void submit(() => call(departments.move, { params: { id }, body: { parentId, position } }))
  return (
    <div className="row stretch">
      <ActionButton
        endpoint={departments.move}
        size="small"
        icon={<ArrowUp size={14} aria-hidden />}
        disabled={busy || at <= 0}
        onClick={() => to(at - 1)}
      >
        {t($ => $.up)}
      </ActionButton>
      <ActionButton
        endpoint={departments.move}
        size="small"
        icon={<ArrowDown size={14} aria-hidden />}
        disabled={busy || at === beside.length - 1}
        onClick={() => to(at + 1)}
      >
        {t($ => $.down)}
      </ActionButton>
    </div>
  )
}

/** The node's own people; a name leads to the user list, if the viewer may open it. */
function People({ node }: { node: OfficeNode }) {
  const { t } = useTranslation('departments')
  const { open, exists } = useScreen()
  const { data, error, refetch } = useQuery({
    queryKey: [departments.people.path, node.id],
    // Other nodes' changes move people too.
    staleTime: 0,
    queryFn: () => call(departments.people, { params: { id: node.id } }),
  })
  return (
    <section className="department-people">
      <h3>
        {t($ => $.peopleIn)} <span className="caption num">{t($ => $.people, { count: node.people })}</span>
      </h3>
      {error && !data ? (
        <LoadProblem error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      ) : data.length === 0 ? (
        <p className="caption">{t($ => $.nobody)}</p>
      ) : (
        <ul>
          {data.map(({ id, actualName, username, job, isDisabled }) => (
            <li key={id}>
              <strong>{actualName}</strong>
              <span className="caption">{username}</span>
              <span className="caption">{isDisabled ? t($ => $.disabled) : (job ?? '')}</span>
            </li>
          ))}
        </ul>
      )}
      {exists(paths.users) && (
        <button
          type="button"
          className="row-action"
          onClick={() => open(hrefOf(paths.users, { officeId: node.id }))}
        >
          {t($ => $.showUsers)}
        </button>
      )}
    </section>
  )
}
