import { expect, it } from 'vitest'
import type { OfficeNode } from '#shared/contracts/departments.ts'
import { branchesOf, openAtFirst, placesFor, wayTo } from './office-tree.ts'

const node = (id: string, parentId: string | null, kind: OfficeNode['kind'] = 'department') =>
  ({ id, parentId, kind }) as OfficeNode
const nodes = [
  node('provider', null, 'provider'),
  node('sales', 'provider'),
  node('after-sales', 'provider'),
  node('east', 'after-sales'),
  node('farm', 'provider', 'customer'),
  node('team', 'farm'),
]
const idsOf = (branches: ReturnType<typeof branchesOf>): unknown[] =>
  branches.map(({ node, children }) => (children.length > 0 ? [node.id, ...idsOf(children)] : node.id))

it('stands each node under its parent, in the order of the answer', () => {
  expect(idsOf(branchesOf(nodes))).toEqual([['provider', 'sales', ['after-sales', 'east'], ['farm', 'team']]])
})

it('tells the way to a node', () => {
  expect(wayTo(nodes, 'team').map(({ id }) => id)).toEqual(['provider', 'farm', 'team'])
})

it('offers a department the nodes of its own organisation, not what is below it', () => {
  expect(idsOf(placesFor(nodes, 'after-sales'))).toEqual([['provider', 'sales']])
  expect(idsOf(placesFor(nodes, 'team'))).toEqual(['farm'])
})

it('opens the own departments first and leaves customers closed', () => {
  expect(openAtFirst(nodes)).toEqual(['provider', 'sales', 'after-sales', 'east'])
})
