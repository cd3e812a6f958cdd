import { Button, Skeleton } from 'antd'
import { ArrowLeft, Plus, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { departments, type OfficeNode } from '#shared/contracts/departments.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { later } from '#web/components/later.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useMayCall } from '#web/data/session.ts'
import type { Doing } from './doing.ts'
import { NodePanel } from './node-panel.tsx'
import { NodeTree } from './node-tree.tsx'
import { useTree } from './use-tree.ts'
import '#web/components/plain-field.css'
import './departments.css'

const DepartmentForm = later(() => import('./department-form.tsx').then(module => module.DepartmentForm))
const MoveDialog = later(() => import('./move-dialogs.tsx').then(module => module.MoveDialog))
const RemoveDialog = later(() => import('./move-dialogs.tsx').then(module => module.RemoveDialog))

/** `/sysconfig/department`: the organisation as a tree, and one node of it (`?node=`) with its people. */
export function DepartmentsPage() {
  const { t } = useTranslation('departments')
  const { search, setSearch } = useScreen()
  const [text, setText] = useState('')
  const asked = useDeferredValue(text.trim())
  const tree = useTree(asked, search.node)
  const [open, setOpen] = useState<{ doing: Doing; node: OfficeNode } | null>(null)
  const mayLook = useMayCall(departments.get)
  const nodes = tree.nodes ?? []
  const chosen = nodes.find(({ id }) => id === search.node)
  const shown = chosen ?? nodes[0]
  const close = () => setOpen(null)
  const own = nodes[0]
  return (
    <div className="page departments-page">
      <div className="list-head">
        <div>
          <h1>{t($ => $.title)}</h1>
          <p className="num">
            {own
              ? t($ => $.says, {
                  departments: t($ => $.departments, { count: own.departments }),
                  people: t($ => $.people, { count: own.peopleBelow }),
                })
              : '\u00a0'}
          </p>
        </div>
        {shown && (
          <ActionButton
            endpoint={departments.create}
            type="primary"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => setOpen({ doing: 'new', node: shown })}
          >
            {t($ => $.new)}
          </ActionButton>
        )}
      </div>
      <div className="departments" data-detail={chosen !== undefined}>
        <section className="card department-tree" aria-label={t($ => $.title)}>
          <div className="plain-field search-field">
            <Search size={15} aria-hidden />
            <input
              type="text"
              aria-label={t($ => $.searchHint)}
              placeholder={t($ => $.searchHint)}
              maxLength={100}
              value={text}
              onChange={event => setText(event.target.value)}
            />
          </div>
          {tree.error && !tree.nodes ? (
            <LoadProblem error={tree.error} retry={tree.retry} />
          ) : !tree.nodes ? (
            <Skeleton active paragraph={{ rows: 8 }} className="department-wait" />
          ) : nodes.length === 0 ? (
            <p className="empty-list">{t($ => $.noMatch)}</p>
          ) : (
            <NodeTree
              tree={tree}
              nodes={nodes}
              chosen={shown?.id}
              choose={node => setSearch({ node }, { push: true })}
            />
          )}
          {asked !== '' && tree.isCut && <p className="caption department-cut">{t($ => $.isCut)}</p>}
        </section>
        {mayLook && shown && (
          <section className="card department-panel" aria-label={shown.englishName || shown.chineseName}>
            <Button
              className="department-back"
              icon={<ArrowLeft size={15} aria-hidden />}
              onClick={() => setSearch({ node: undefined })}
            >
              {t($ => $.back)}
            </Button>
            <NodePanel
              key={shown.id}
              node={shown}
              nodes={nodes}
              open={doing => setOpen({ doing, node: shown })}
            />
          </section>
        )}
      </div>
      {open?.doing === 'new' && <DepartmentForm parent={open.node} node={null} close={close} />}
      {open?.doing === 'edit' && <DepartmentForm parent={null} node={open.node} close={close} />}
      {open?.doing === 'move' && <MoveDialog node={open.node} close={close} />}
      {open?.doing === 'remove' && <RemoveDialog node={open.node} close={close} />}
    </div>
  )
}
