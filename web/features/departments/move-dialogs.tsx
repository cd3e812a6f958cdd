import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { departments, type OfficeNode } from '#shared/contracts/departments.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { useTellNames } from '#web/components/form/form-names.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { type Branch, placesFor } from './office-tree.ts'
import { touchedByTree } from './touched.ts'

interface Props {
  node: OfficeNode
  nodes: readonly OfficeNode[]
  close: () => void
}

const useNameOf = () => {
  const language = usePreferences(({ language }) => language)
  return ({ chineseName, englishName }: OfficeNode) =>
    language === 'zh-CN' ? chineseName || englishName : englishName || chineseName
}

/** Puts a department with all below it under another node. */
export function MoveDialog({ node, nodes, close }: Props) {
  const { t } = useTranslation('departments')
  const name = useNameOf()(node)
  return (
    <FormDialog<{ parentId: string }>
      title={t($ => $.moveTitle, { name })}
      initial={{ parentId: node.parentId ?? '' }}
      version={node.version}
      save={({ parentId }, version) =>
        call(departments.move, { params: { id: node.id }, body: { parentId, version } })
      }
      touches={touchedByTree}
      success={t($ => $.moved)}
      labels={{ parentId: t($ => $.fields.parentId) }}
      doing={t($ => $.move)}
      close={close}
    >
      <p className="caption">{t($ => $.moveSays, { count: node.peopleBelow })}</p>
      <FormField name="parentId" label={t($ => $.fields.parentId)}>
        <PlaceSelect node={node} nodes={nodes} />
      </FormField>
    </FormDialog>
  )
}

/** Asks where what is under a department goes when it is deleted. */
export function RemoveDialog({ node, nodes, close }: Props) {
  const { t } = useTranslation('departments')
  const name = useNameOf()(node)
  const { setSearch } = useScreen()
  // Its own people are asked for no more: it is gone.
  const touches = touchedByTree.filter(path => path !== departments.people.path)
  const below = nodes.filter(({ parentId }) => parentId === node.id).length
  const what = [
    node.people > 0 && t($ => $.people, { count: node.people }),
    below > 0 && t($ => $.departments, { count: below }),
  ].filter(part => part !== false)
  return (
    <FormDialog<{ targetId?: string }>
      title={t($ => $.removeTitle, { name })}
      initial={{ targetId: node.parentId ?? '' }}
      version={node.version}
      save={async ({ targetId = node.parentId ?? '' }, version) => {
        await call(departments.remove, { params: { id: node.id }, body: { targetId, version } })
        setSearch({ node: targetId })
      }}
      touches={touches}
      success={t($ => $.removed)}
      doing={t($ => $.remove)}
      close={close}
    >
      <p className="caption">
        {node.people + below === 0
          ? t($ => $.removeEmpty)
          : t($ => $.removeSays, { what: what.join(t($ => $.and)), count: node.people + below })}
      </p>
      <FormField name="targetId" label={t($ => $.fields.targetId)}>
        <PlaceSelect node={node} nodes={nodes} />
      </FormField>
      <p className="caption">{t($ => $.removeFarm)}</p>
    </FormDialog>
  )
}

interface PlaceProps {
  node: OfficeNode
  nodes: readonly OfficeNode[]
  id?: string
  value?: string
  onChange?: (id: string) => void
}

/** A node of the same organisation, outside the branch itself. */
function PlaceSelect({ node, nodes, ...field }: PlaceProps) {
  const { t } = useTranslation('departments')
  const nameOf = useNameOf()
  const treeData = useMemo(() => {
    const dataOf = ({ node, children }: Branch): object => ({
      ...{ value: node.id, title: nameOf(node), children: children.map(dataOf) },
    })
    return placesFor(nodes, node.id).map(dataOf)
  }, [nodes, node.id, nameOf])
  useTellNames(useMemo(() => nodes.map(node => ({ value: node.id, label: nameOf(node) })), [nodes, nameOf]))
  return (
    <TreeSelect
      {...field}
      treeData={treeData}
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={t($ => $.fields.parentId)}
    />
  )
}
