import { Tree, type TreeDataNode } from 'antd'
import { Building2, ChevronDown, Factory, Handshake, UsersRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfficeNode } from '#shared/contracts/departments.ts'
import { BothNames } from '#web/components/both-names.tsx'
import { useChange } from '#web/components/use-change.ts'
import { type Branch, branchesOf, openAtFirst } from './office-tree.ts'

export const iconOf = { provider: Building2, agent: Handshake, customer: Factory, department: UsersRound }

interface Props {
  nodes: readonly OfficeNode[]
  /** What is found is shown open. */
  isSearch: boolean
  chosen: string | undefined
  choose: (id: string) => void
}

/** The organisation; the arrow keys go through it. */
export function NodeTree({ nodes, isSearch, chosen, choose }: Props) {
  const { t } = useTranslation('departments')
  const [open, setOpen] = useState<readonly string[]>(() => openAtFirst(nodes))
  useChange(isSearch, () => setOpen(openAtFirst(nodes)))
  const shown = isSearch ? nodes.map(({ id }) => id) : open
  const treeData = useMemo(() => {
    const dataOf = ({ node, children }: Branch): TreeDataNode => ({
      key: node.id,
      title: <NodeTitle node={node} />,
      children: children.map(dataOf),
    })
    return branchesOf(nodes).map(dataOf)
  }, [nodes])
  return (
    <Tree
      aria-label={t($ => $.title)}
      blockNode
      virtual={false}
      switcherIcon={<ChevronDown size={16} aria-hidden />}
      treeData={treeData}
      expandedKeys={[...shown]}
      onExpand={keys => setOpen(keys.map(String))}
      selectedKeys={chosen ? [chosen] : []}
      onSelect={(_, { node }) => choose(String(node.key))}
    />
  )
}

function NodeTitle({ node }: { node: OfficeNode }) {
  const { t } = useTranslation('departments')
  const Icon = iconOf[node.kind]
  return (
    <span className="department-row">
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <BothNames chinese={node.chineseName} english={node.englishName} />
      {node.headName && <span className="caption department-head">{node.headName}</span>}
      <span className="caption num department-count">{t($ => $.people, { count: node.peopleBelow })}</span>
    </span>
  )
}
