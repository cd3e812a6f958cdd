import type { OfficeNode } from '#shared/contracts/departments.ts'

/** A node with what is directly below it, in order. */
export interface Branch {
  node: OfficeNode
  children: Branch[]
}

/** The branches of an answer, whose parents stand before what is below them. */
export function branchesOf(nodes: readonly OfficeNode[]): Branch[] {
  const known = new Map(nodes.map(node => [node.id, { node, children: [] as Branch[] }]))
  const tops: Branch[] = []
  for (const branch of known.values()) {
    const above = known.get(branch.node.parentId ?? '')
    if (above) above.children.push(branch)
    else tops.push(branch)
  }
  return tops
}

/** The way down to a node, itself the last. */
export function wayTo(nodes: readonly OfficeNode[], id: string): OfficeNode[] {
  const known = new Map(nodes.map(node => [node.id, node]))
  const way: OfficeNode[] = []
  for (let at = known.get(id); at; at = known.get(at.parentId ?? '')) way.unshift(at)
  return way
}

/** The organisation a node lies in; none where it is above what the viewer sees. */
export const organisationOf = (nodes: readonly OfficeNode[], id: string): OfficeNode | undefined =>
  wayTo(nodes, id).findLast(({ kind }) => kind !== 'department')

/** Where a department may go: the nodes of its organisation outside its own branch, as branches. */
export function placesFor(nodes: readonly OfficeNode[], id: string): Branch[] {
  const top = organisationOf(nodes, id) ?? wayTo(nodes, id)[0]
  const pruned = (branch: Branch): Branch => ({
    node: branch.node,
    children: branch.children.filter(({ node }) => node.id !== id && node.kind === 'department').map(pruned),
  })
  const find = (branches: readonly Branch[]): Branch | undefined => {
    for (const branch of branches) {
      const found = branch.node.id === top?.id ? branch : find(branch.children)
      if (found) return found
    }
    return undefined
  }
  const found = find(branchesOf(nodes))
  return found ? [pruned(found)] : []
}

/** What is open at first: the way through departments, not what is inside each customer. */
export function openAtFirst(nodes: readonly OfficeNode[]): string[] {
  const own = nodes[0]
  return nodes.flatMap(node =>
    node.id === own?.id || node.kind === 'agent' || isOf(nodes, node) ? [node.id] : [],
  )
}

const isOf = (nodes: readonly OfficeNode[], { id }: OfficeNode): boolean =>
  wayTo(nodes, id)
    .slice(1)
    .every(({ kind }) => kind === 'department')
