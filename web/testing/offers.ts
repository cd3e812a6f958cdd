import type { Endpoint } from '#shared/endpoint.ts'
import {
  type Contracts,
  isNode,
  type Module,
  type Node,
  nameOf,
  nodesIn,
  propertiesOf,
  readSources,
} from './calls.ts'

/** Functions that call the endpoint given as their first argument. */
const CALLING = new Set(['call', 'callOfAddress', 'useBulk', 'useExport', 'startExport'])
const ASKING = new Set(['useMayCall', 'mayCall'])

/** A call that changes something: the endpoints it can go to, several of a kind if the screen serves several lists. */
type Change = readonly Endpoint[]

/** An action as declared: the endpoint whose right it asks for, and the changes it leads to. */
interface Offer {
  endpoints: readonly Endpoint[]
  changes: readonly Change[]
}

interface Place {
  feature: string
  /** File and source text. */
  at: string
}

/** Whether somebody may open a screen but not make this change. */
const isWithheld = ({ method, access, kinds, whenReadOnly }: Endpoint) =>
  method !== 'GET' && access !== 'public' && (access !== 'signedIn' || kinds !== undefined || !whenReadOnly)

/** Whether everybody who may call the one may call the other. */
function opens(one: Endpoint, other: Endpoint): boolean {
  const grants = [one.access].flat()
  const wanted: readonly string[] = [other.access].flat()
  const isHeld = other.access === 'signedIn' || grants.every(grant => wanted.includes(grant))
  const isOfKind = !other.kinds || (one.kinds?.every(kind => other.kinds?.includes(kind)) ?? false)
  const isWritten = other.whenReadOnly || (one.method !== 'GET' && !one.whenReadOnly)
  return isHeld && isOfKind && isWritten === true
}

/** The actions and changes of some sources, and what is wrong with them; features are the folders `…/features/{name}/`. */
export function readOffers(sources: Readonly<Record<string, string>>, contracts: Contracts) {
  const { modules, reach, endpointsOf } = readSources(sources, contracts)
  const nodes = modules.flatMap(module =>
    [...reach(module, module.program)].filter(([within]) => within === module),
  )
  const calleeOf = (node: Node) => (node.type === 'CallExpression' ? nameOf(node.callee) : '')
  const given = (module: Module, node: Node) => endpointsOf(module, nodesIn(node.arguments)[0])
  const placeOf = ({ file, source }: Module, { start }: Node): Place => ({
    feature: /features\/([^/]+)/.exec(file)?.[1] ?? '',
    at: `${file}:${source.slice(0, start).split('\n').length}`,
  })

  const changeAt = (module: Module, node: Node): Change[] => {
    const withheld = CALLING.has(calleeOf(node)) ? given(module, node).filter(isWithheld) : []
    return withheld.length > 0 ? [withheld] : []
  }

  const offers = nodes.flatMap(([module, node]): (Place & Offer)[] => {
    const parts = partsOf(module, node)
    const endpoints = parts.flatMap(([name, value]) =>
      name === 'endpoint' ? endpointsOf(module, value) : [],
    )
    if (endpoints.length === 0) return []
    const changes = parts
      .flatMap(([name, value]) => (name === 'endpoint' ? [] : [...reach(module, value)]))
      .flatMap(([within, at]) => changeAt(within, at))
    return [{ ...placeOf(module, node), endpoints, changes }]
  })
  const changes = nodes.flatMap(([module, node]) =>
    changeAt(module, node).map(change => ({ ...placeOf(module, node), change })),
  )
  const unread = nodes
    .filter(([module, node]) => CALLING.has(calleeOf(node)) && given(module, node).length === 0)
    .map(([module, node]) => placeOf(module, node).at)

  /** Endpoints whose right a feature checks, by a button or before something shows. */
  const asked = new Map<string, Set<Endpoint>>()
  const ask = (feature: string, endpoints: readonly Endpoint[]) =>
    asked.set(feature, new Set([...(asked.get(feature) ?? []), ...endpoints]))
  for (const { feature, endpoints } of offers) ask(feature, endpoints)
  for (const [module, node] of nodes)
    if (ASKING.has(calleeOf(node))) ask(placeOf(module, node).feature, given(module, node))
  const isAsked = (feature: string, change: Change) =>
    change.every(endpoint => asked.get(feature)?.has(endpoint) ?? false)

  const wrong = [
    ...offers
      .filter(({ changes }) => changes.length > 0)
      .filter(offer => !offer.changes.some(change => isOpenedBy(offer, change)))
      .map(
        ({ at, endpoints, changes }) => `${at} offers ${named(endpoints)} and calls ${named(changes.flat())}`,
      ),
    ...offers.flatMap(offer =>
      offer.changes
        .filter(change => !isOpenedBy(offer, change) && !isAsked(offer.feature, change))
        .map(change => `${offer.at} leads to ${named(change)}, which nothing asks for`),
    ),
    ...changes
      .filter(({ feature, change }) => !isAsked(feature, change))
      .filter(({ change }) => !offers.some(offer => leadsTo(offer, change) && isOpenedBy(offer, change)))
      .map(({ at, change }) => `${at} calls ${named(change)}, which nothing asks for`),
  ]
  return { offers, unread, wrong }
}

const isOpenedBy = ({ endpoints }: Pick<Offer, 'endpoints'>, change: Change) =>
  endpoints.some(endpoint => change.some(other => opens(endpoint, other)))

const leadsTo = ({ changes }: Offer, change: Change) =>
  changes.some(each => each.some(endpoint => change.includes(endpoint)))

const named = (endpoints: readonly Endpoint[]) =>
  [
    ...new Set(endpoints.map(({ method, path, access }) => `${method} ${path} (${[access].flat().join()})`)),
  ].join(', ')

/** The arguments of an object or an element, by name. */
function partsOf(module: Module, node: Node): [string, Node][] {
  // What is spread into an object is part of that object.
  if (module.parents.get(node)?.type === 'SpreadElement') return []
  const parts =
    node.type === 'ObjectExpression'
      ? propertiesOf(node).map(({ key, value }) => [nameOf(key), value] as const)
      : node.type === 'JSXOpeningElement'
        ? nodesIn(node.attributes).map(
            ({ name, value }) => [nameOf(name), isNode(value) ? (value.expression ?? value) : null] as const,
          )
        : []
  return parts.flatMap(([name, value]) => (isNode(value) ? [[name, value] as [string, Node]] : []))
}
