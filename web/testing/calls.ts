import { dirname, join } from 'node:path/posix'
import { parseSync } from 'vite'
import type { Endpoint } from '#shared/endpoint.ts'

/** A node of the syntax tree. */
export interface Node {
  type: string
  start: number
  [key: string]: unknown
}
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
export const nodesIn = (value: unknown): Node[] =>
  Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []
const childrenOf = (node: Node): Node[] => Object.values(node).flatMap(nodesIn)
export const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value) : '')

/** What a name refers to: a node of a module; `path` leads to one of its fields. */
interface Meaning {
  module: Module
  node: Node
  path: readonly string[]
}
export interface Module {
  file: string
  source: string
  program: Node
  parents: WeakMap<Node, Node>
  /** Origin of each imported name. */
  imports: Map<string, { from: string; name: string }>
}

/** The properties of an object, including those of literal objects spread into it. */
export const propertiesOf = (object: Node): Node[] =>
  nodesIn(object.properties).flatMap(property =>
    property.type !== 'SpreadElement'
      ? [property]
      : isNode(property.argument) && property.argument.type === 'ObjectExpression'
        ? propertiesOf(property.argument)
        : [],
  )

const isFunction = ({ type }: Node) => /Function/.test(type)

function parse(file: string, source: string): Module {
  const program = parseSync(file, source).program as unknown as Node
  const parents = new WeakMap<Node, Node>()
  const note = (node: Node) => {
    for (const child of childrenOf(node)) {
      parents.set(child, node)
      note(child)
    }
  }
  note(program)
  const imports: Module['imports'] = new Map()
  for (const statement of nodesIn(program.body))
    if (statement.type === 'ImportDeclaration')
      for (const specifier of nodesIn(statement.specifiers))
        imports.set(nameOf(specifier.local), {
          from: nameOf(statement.source),
          name: nameOf(specifier.imported),
        })
  return { file, source, program, parents, imports }
}

/** The names a pattern binds, each with the path to it. */
function bound(pattern: Node, path: readonly string[] = []): [string, readonly string[]][] {
  if (pattern.type === 'Identifier') return [[nameOf(pattern), path]]
  if (pattern.type === 'AssignmentPattern') return bound(pattern.left as Node, path)
  if (pattern.type === 'ArrayPattern')
    return nodesIn(pattern.elements).flatMap(element => bound(element, [...path, '?']))
  return nodesIn(pattern.properties).flatMap(property =>
    property.type === 'RestElement'
      ? bound(property.argument as Node, path)
      : bound(property.value as Node, [...path, nameOf(property.key)]),
  )
}

/** What a block's statements declare. */
function declared(module: Module, block: Node): Map<string, Meaning> {
  const found = new Map<string, Meaning>()
  for (const statement of nodesIn(block.body)) {
    const node = /^Export/.test(statement.type)
      ? ((statement.declaration as Node | null) ?? statement)
      : statement
    if (node.type === 'FunctionDeclaration') found.set(nameOf(node.id), { module, node, path: [] })
    if (node.type === 'VariableDeclaration')
      for (const { id, init } of nodesIn(node.declarations))
        if (isNode(init))
          for (const [name, path] of bound(id as Node)) found.set(name, { module, node: init, path })
  }
  return found
}

/** Contract modules, by import path. */
export type Contracts = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** Sources by file name, parsed so that their calls can be followed. */
export function readSources(sources: Readonly<Record<string, string>>, contracts: Contracts) {
  const modules = new Map(Object.entries(sources).map(([file, source]) => [file, parse(file, source)]))

  const imported = ({ file }: Module, from: string): Module | undefined =>
    from.startsWith('.') ? modules.get(join(dirname(file), from)) : undefined

  /** What a name refers to where it stands; undefined for parameters and for anything from elsewhere. */
  function meaning(module: Module, at: Node, name: string): Meaning | undefined {
    for (let node = module.parents.get(at); node; node = module.parents.get(node)) {
      if (
        isFunction(node) &&
        nodesIn(node.params).some(param => bound(param).some(([each]) => each === name))
      )
        return undefined
      const found = isBlock(node) ? declared(module, node).get(name) : undefined
      if (found) return found
    }
    const { from = '', name: exported = '' } = module.imports.get(name) ?? {}
    const other = imported(module, from)
    return other && declared(other, other.program).get(exported)
  }

  /** The possible values of an expression, as far as it is made of contracts; empty if unknown. */
  function valuesOf(module: Module, node: Node): unknown[] {
    if (node.type === 'Identifier') {
      const { from = '', name = '' } = module.imports.get(nameOf(node)) ?? {}
      const contract = contracts.get(from)
      if (contract) return [contract[name]]
      const meant = meaning(module, node, nameOf(node))
      return meant ? meant.path.reduce(fieldsOf, valuesOf(meant.module, meant.node)) : []
    }
    if (node.type === 'MemberExpression') {
      const of = valuesOf(module, node.object as Node)
      if (!node.computed) return fieldsOf(of, nameOf(node.property))
      const all = of.flatMap(each => Object.values(each as object))
      // It is impossible to tell which of a feature's endpoints it is; which of several contracts does not matter.
      const isContract = contracts.has(module.imports.get(nameOf(node.object))?.from ?? '')
      return isContract && all.some(isEndpoint) ? [] : all
    }
    if (node.type === 'ConditionalExpression')
      return [node.consequent, node.alternate].flatMap(each => valuesOf(module, each as Node))
    if (node.type === 'TSAsExpression') return valuesOf(module, node.expression as Node)
    if (node.type !== 'ObjectExpression') return []
    const fields = nodesIn(node.properties).flatMap(({ key, value }) =>
      isNode(value) ? valuesOf(module, value).map(each => [nameOf(key), each] as const) : [],
    )
    return [Object.fromEntries(fields)]
  }

  /** Every node below one, and below whatever it refers to; `skip` leaves out a node with everything below it. */
  function* reach(
    module: Module,
    from: Node,
    skip: (node: Node) => boolean = () => false,
    seen = new Set<Node>(),
  ): Generator<[Module, Node]> {
    if (seen.has(from) || skip(from)) return
    seen.add(from)
    yield [module, from]
    for (const child of childrenOf(from)) yield* reach(module, child, skip, seen)
    const meant = refers(module, from) ? meaning(module, from, nameOf(from)) : undefined
    if (meant) yield* reach(meant.module, meant.node, skip, seen)
    const other = from.type === 'ImportExpression' ? imported(module, nameOf(from.source)) : undefined
    if (other) yield* reach(other, other.program, skip, seen)
  }

  return {
    modules: [...modules.values()],
    reach,
    endpointsOf: (module: Module, node: unknown): Endpoint[] =>
      isNode(node) ? valuesOf(module, node).filter(isEndpoint) : [],
  }
}

/** Whether a node refers to a name, not to a field of it. */
function refers({ parents }: Module, node: Node): boolean {
  const parent = parents.get(node)
  if (node.type === 'JSXIdentifier') return parent?.type === 'JSXOpeningElement'
  if (node.type !== 'Identifier') return false
  if (parent?.type === 'MemberExpression') return parent.object === node || parent.computed === true
  return parent?.type !== 'Property' || parent.value === node
}

const isBlock = ({ type }: Node) => type === 'BlockStatement' || type === 'Program'
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value
const fieldsOf = (values: unknown[], name: string): unknown[] =>
  values.flatMap(value => {
    const field =
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
    return field === undefined ? [] : [field]
  })
