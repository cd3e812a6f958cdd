import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TestApp } from './app.ts'

type Build = (farm: TestApp) => Promise<{ id: string }>

/**
 * What the generated tests need from a feature; defined in its folder as `{feature}.fixture.ts`, as `fixture` or, for
 * several modules, `fixtures`.
 */
export interface Fixture {
  /** Its name in the history. */
  module: string
  /** A row for the `:id` of its endpoints, in the state that most of them need. */
  row: Build
  /** For endpoints that need another state. */
  rowFor?: Readonly<Record<string, Build>>
}

const folder = fileURLToPath(new URL('../features/', import.meta.url))
const files = globSync(`${folder}*/*.fixture.ts`)
const found = await Promise.all(
  files.map(async (file): Promise<{ fixture?: Fixture; fixtures?: Fixture[] }> => import(file)),
)
const fixtures = new Map(
  found
    .flatMap(({ fixture, fixtures = [] }) => (fixture ? [fixture] : fixtures))
    .map(fixture => [fixture.module, fixture]),
)

/** Builds a row for a call named `{module}.{endpoint}`; undefined if the feature has no fixture. */
export function rowFor(name: string): Build | undefined {
  const [module = '', endpoint = ''] = name.split('.')
  const fixture = fixtures.get(module)
  return fixture?.rowFor?.[endpoint] ?? fixture?.row
}
