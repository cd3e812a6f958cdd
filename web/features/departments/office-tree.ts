import type { OfficeNode } from '#shared/contracts/departments.ts'

/** What a tree is built from. */
type Placed = Pick<OfficeNode, 'id' | 'parentId'>

/** A node with its children, in order. */
export interface Branch<N extends Placed = OfficeNode> {
  node: N
  children: Branch<N>[]
}

/** The branches of nodes given parents first; duplicates appear once. */
export function branchesOf<N extends Placed>(nodes: readonly N[]): Branch<N>[] {
  const known = new Map(nodes.map(node => [node.id, { node, children: [] as Branch<N>[] }]))
  const tops: Branch<N>[] = []
  for (const branch of known.values()) {
    const above = known.get(branch.node.parentId ?? '')
    if (above) above.children.push(branch)
    else tops.push(branch)
  }
  return tops
}

/** The path down to a node, including itself. */
export function wayTo<N extends Placed>(nodes: readonly N[], id: string): N[] {
  const known = new Map(nodes.map(node => [node.id, node]))
  const way: N[] = []
  for (let at = known.get(id); at; at = known.get(at.parentId ?? '')) way.unshift(at)
  return way
}

/** Whether a node is open at first: the top, the path through its departments, and the path to the chosen one. */
export const isOpenAtFirst = (
  nodes: readonly OfficeNode[],
  id: string,
  chosen: string | undefined,
): boolean =>
  wayTo(nodes, id)
    .slice(1)
    .every(({ kind }) => kind === 'department') ||
  wayTo(nodes, chosen ?? '')
    .slice(0, -1)
    .some(node => node.id === id)
