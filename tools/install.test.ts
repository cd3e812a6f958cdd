import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { isInstalled } from './install.mjs'

const root = mkdtempSync(join(tmpdir(), 'smart farm install '))
afterAll(() => rmSync(root, { recursive: true }))

/** A project with this lockfile and these installed packages. */
function project(wanted: object, present: object | null): string {
  const folder = mkdtempSync(join(root, 'project '))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...wanted } }))
  if (!present) return folder
  mkdirSync(join(folder, 'node_modules/node/bin'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/node/bin/node'), '')
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: present }))
  return folder
}
const pg = (version: string, more = {}) => ({ 'node_modules/pg': { version, ...more } })

it('a fresh clone is not installed', () => {
  expect(isInstalled(project(pg('8.0.0'), null))).toBe(false)
})

it('packages in the versions of the lockfile are installed', () => {
  expect(isInstalled(project(pg('8.0.0'), pg('8.0.0')))).toBe(true)
})

it('after a change of the lockfile they are not installed', () => {
  expect(isInstalled(project(pg('8.1.0'), pg('8.0.0')))).toBe(false)
})

it('a package for another system may be missing', () => {
  expect(isInstalled(project(pg('8.0.0', { optional: true }), {}))).toBe(true)
})
