import { expect, test } from 'vitest'
import { Job } from '#shared/contracts/jobs.ts'
import { changedBy, type Endpoint } from '#shared/endpoint.ts'
import { shownElsewhere, shownWith } from '#shared/shown-elsewhere.ts'

const modules = import.meta.glob<Record<string, unknown>>('../../shared/contracts/*.ts', { eager: true })

const isEndpoint = (value: object): value is Endpoint =>
  'method' in value && 'path' in value && 'access' in value

/** Endpoints of a contract, or of a map of contract families. */
const endpointsIn = (value: unknown): Endpoint[] => {
  if (typeof value !== 'object' || value === null) return []
  if (isEndpoint(value)) return [value]
  return Object.getPrototypeOf(value) === Object.prototype ? Object.values(value).flatMap(endpointsIn) : []
}

const endpoints = Object.values(modules).flatMap(exported => Object.values(exported).flatMap(endpointsIn))
const shown = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path)
/** What ends in a job is read again when the job is done; endpoints for other systems and strangers show nothing here. */
const isOfScreens = ({ path, returns }: Endpoint) =>
  returns !== Job && !/^\/admin\/(open|auth\/erp)\//.test(path)

test('an endpoint says what its change makes stale on a screen', () => {
  const changes = endpoints.filter(endpoint => endpoint.method !== 'GET' && isOfScreens(endpoint))
  const unsaid = changes.filter(endpoint => {
    const changed = changedBy(endpoint)
    return changed !== null && !shown.some(path => path === changed || path.startsWith(`${changed}/`))
  })
  expect(changes.length).toBeGreaterThan(150)
  expect(unsaid.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

test('by default that is everything below its own path up to the first id', () => {
  expect(changedBy({ path: '/admin/auth/sheds/:id/paint' })).toBe('/admin/auth/sheds')
  expect(changedBy({ path: '/admin/auth/sheds/bulk', changes: '/admin/auth/sheds' })).toBe(
    '/admin/auth/sheds',
  )
  expect(changedBy({ path: '/admin/auth/sheds/test', changes: null })).toBeNull()
})

const isBelow = (path: string, above: string) => `${path}/`.startsWith(`/admin/auth/${above}/`)
test.each(Object.entries(shownElsewhere))('%s can change, and what shows it can be read', (path, also) => {
  const changes = endpoints
    .filter(({ method }) => method !== 'GET')
    .map(endpoint => changedBy(endpoint) ?? '')
  expect(changes.some(changed => isBelow(changed, path))).toBe(true)
  for (const other of also)
    expect(
      shown.some(one => isBelow(one, other)),
      other,
    ).toBe(true)
})

test('a flock shows with its house, and nothing shows with a path that only begins alike', () => {
  expect(shownWith('/admin/auth/flocks')).toContain('/admin/auth/houses')
  expect(shownWith('/admin/auth/agents')).toEqual(['/admin/auth/customers/agent-options'])
})
