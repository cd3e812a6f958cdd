import { expect, test } from 'vitest'
import { reachOf } from './changed.ts'

const stories = (...changed: string[]) => new RegExp(reachOf(changed)?.stories ?? '(?!)')
const title = (spec: string, name = '') => `stories ${spec}.spec.ts ${name}`

test("a feature reaches its own tests, its callers' tests, the tests of every endpoint, and its stories", () => {
  const reach = reachOf(['server/features/house-groups/house-groups.queries.ts'])
  expect(reach?.server).toEqual(
    expect.arrayContaining([
      'server/features/house-groups/',
      'server/testing/generated/',
      'server/testing/hostile-input.test.ts',
    ]),
  )
  expect(reach?.server).not.toContain('server/features/roles/roles.test.ts')
  expect(reach?.durability).toBe(false)
  const reached = stories('web/features/house-groups/house-group-form.tsx')
  expect(title('house-groups')).toMatch(reached)
  expect(title('every-screen', '/chicken-group opens on a desk')).toMatch(reached)
  expect(title('push')).not.toMatch(reached)
  expect(title('every-screen', '/sysconfig/role opens on a desk')).not.toMatch(reached)
})

test('code under all features reaches every story and the tests that import it', () => {
  expect(reachOf(['server/platform/http/lists.ts'])).toMatchObject({ server: 'imports', durability: true })
  expect(title('push')).toMatch(stories('server/platform/http/lists.ts'))
  expect(title('push')).toMatch(stories('web/components/time.tsx'))
})

test('a migration reaches the whole server', () => {
  expect(reachOf(['server/platform/database/migrations/0000_base.sql'])?.server).toBe('all')
})

test('build and run configuration reaches everything', () => {
  expect(reachOf(['package-lock.json', 'README.md'])).toBeUndefined()
})

test('documentation reaches nothing, and a story only itself', () => {
  const words = reachOf(['docs/architecture.md', 'README.md'])
  expect(words).toMatchObject({ server: [], durability: false, stories: undefined })
  const reached = stories('e2e/push.spec.ts')
  expect(title('push')).toMatch(reached)
  expect(title('shell')).not.toMatch(reached)
})
