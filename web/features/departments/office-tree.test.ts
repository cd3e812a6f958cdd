import { expect, it } from 'vitest'
import type { OfficeNode } from '#shared/contracts/departments.ts'
import { type Branch, branchesOf, isOpenAtFirst, wayTo } from './office-tree.ts'

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
const idsOf = (branches: readonly Branch[]): unknown[] =>
  branches.map(({ node, children }) => (children.length > 0 ? [node.id, ...idsOf(children)] : node.id))

it('puts each node under its parent, in the order of the answer', () => {
  expect(idsOf(branchesOf(nodes))).toEqual([['provider', 'sales', ['after-sales', 'east'], ['farm', 'team']]])
})

it('puts a node from two answers only once', () => {
  expect(idsOf(branchesOf([...nodes, node('team', 'farm')]))).toEqual(idsOf(branchesOf(nodes)))
})

it('gives the path to a node', () => {
  expect(wayTo(nodes, 'team').map(({ id }) => id)).toEqual(['provider', 'farm', 'team'])
})

it('opens the own departments at first and leaves customers closed, except on the path to the chosen node', () => {
  const openFor = (chosen?: string) =>
    nodes.filter(({ id }) => isOpenAtFirst(nodes, id, chosen)).map(({ id }) => id)
  expect(openFor()).toEqual(['provider', 'sales', 'after-sales', 'east'])
  expect(openFor('team')).toEqual(['provider', 'sales', 'after-sales', 'east', 'farm'])
})
