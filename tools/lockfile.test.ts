import { expect, test } from 'vitest'
import lock from '../package-lock.json' with { type: 'json' }
import { missingPackages } from './lockfile.ts'

test('the lockfile names the packages of every system, so that npm ci accepts it', () => {
  expect(missingPackages(lock.packages)).toEqual([])
})

test('a missing package for another system is reported with its place', () => {
  const packages = {
    '': {},
    'node_modules/tool': {
      version: '2.0.0',
      dev: true,
      optionalDependencies: { 'tool-darwin': '2.0.0', 'tool-linux': '2.0.0' },
    },
    'node_modules/tool-linux': { version: '2.0.0' },
    'node_modules/old': { version: '1.0.0', optionalDependencies: { 'tool-linux': '1.0.0', wanted: '^1' } },
  }
  expect(missingPackages(packages)).toEqual([
    { path: 'node_modules/tool-darwin', version: '2.0.0', dev: true },
    { path: 'node_modules/old/node_modules/tool-linux', version: '1.0.0', dev: false },
  ])
})

test('the lockfile names no registry', () => {
  expect(JSON.stringify(lock)).not.toContain('"resolved"')
})
