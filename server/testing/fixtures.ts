import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TestApp } from './app.ts'

type Build = (farm: TestApp) => Promise<{ id: string }>

/**
 * What the generated tests need of a feature; it stands in its folder as `{feature}.fixture.ts`, as `fixture` or, of a folder
 * with several modules, `fixtures`.
 */
export interface Fixture {
  /** Its name in the history. */
  module: string
  /** A row for the `:id` of its endpoints, in the state that most of them want. */
  row: Build
  /** By endpoint, where it wants another state. */
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

/** What makes a row for a call by the name `{module}.{endpoint}`; undefined where the feature has no fixture. */
export function rowFor(name: string): Build | undefined {
  const [module = '', endpoint = ''] = name.split('.')
  const fixture = fixtures.get(module)
  return fixture?.rowFor?.[endpoint] ?? fixture?.row
}
