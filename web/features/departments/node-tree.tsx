import { Tree, type TreeDataNode } from 'antd'
import { Building2, ChevronDown, Factory, Handshake, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OfficeNode } from '#shared/contracts/departments.ts'
import { BothNames } from '#web/components/both-names.tsx'
import { type Branch, branchesOf } from './office-tree.ts'
import type { OfficeTree } from './use-tree.ts'

export const iconOf = { provider: Building2, agent: Handshake, customer: Factory, department: UsersRound }

interface Props {
  tree: OfficeTree
  nodes: readonly OfficeNode[]
  chosen: string | undefined
  choose: (id: string) => void
}

/** Prefix of a node's id for the row that loads more of its branch. */
const MORE = 'more:'

/** The organisation tree; the arrow keys walk it. */
export function NodeTree({ tree, nodes, chosen, choose }: Props) {
  const { t } = useTranslation('departments')
  const dataOf = ({ node, children }: Branch): TreeDataNode => ({
    key: node.id,
    title: <NodeTitle node={node} />,
    // Its children may not be loaded yet.
    isLeaf: !node.isParent,
    children: [...children.map(dataOf), ...(tree.hasMore(node.id) ? [moreOf(node.id)] : [])],
  })
  const moreOf = (id: string): TreeDataNode => ({
    key: `${MORE}${id}`,
    isLeaf: true,
    title: <span className="department-row department-more row">{t($ => $.more)}</span>,
  })
  return (
    <Tree
      aria-label={t($ => $.title)}
      blockNode
      virtual={false}
      switcherIcon={<ChevronDown size={16} aria-hidden />}
      treeData={branchesOf(nodes).map(dataOf)}
      expandedKeys={nodes.map(({ id }) => id).filter(tree.isOpen)}
      onExpand={(_, { node, expanded }) => tree.setOpen(String(node.key), expanded)}
      selectedKeys={chosen ? [chosen] : []}
      onSelect={(_, { node }) => {
        const key = String(node.key)
        if (key.startsWith(MORE)) tree.readOn(key.slice(MORE.length))
        else choose(key)
      }}
    />
  )
}

function NodeTitle({ node }: { node: OfficeNode }) {
  const { t } = useTranslation('departments')
  const Icon = iconOf[node.kind]
  return (
    <span className="department-row row">
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <BothNames chinese={node.chineseName} english={node.englishName} />
      {node.headName && <span className="caption department-head">{node.headName}</span>}
      <span className="caption num department-count">{t($ => $.people, { count: node.peopleBelow })}</span>
    </span>
  )
}
