import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { screens } from '#web/app/screens.ts'

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter(line => line !== '')

/** Where this work began: the commit it has in common with `main`, or with the named one. */
export function beginning(named: string | undefined): string {
  const [main = 'HEAD'] = git(
    'for-each-ref',
    '--format=%(refname)',
    'refs/heads/main',
    'refs/remotes/origin/main',
  )
  const [commit = 'HEAD'] = git('merge-base', 'HEAD', named ?? main)
  return commit
}

/** Files changed since then, committed or not, including deleted ones. */
export const changedSince = (commit: string): string[] => [
  ...new Set([...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]),
]

/** What a change can reach, where a runner cannot tell from the imports. */
export interface Reach {
  /** Changed files that still exist. */
  files: readonly string[]
  /** Tests of the server, by path prefix; `all`, or decided by their imports. */
  server: 'all' | 'imports' | readonly string[]
  /** Whether the server as a process, or the database, has changed. */
  durability: boolean
  /** For Playwright's `--grep`; undefined: no story. */
  stories: string | undefined
}

/** A feature's files: its folders on both sides, its contract, and what only it shares. */
const FEATURE =
  /^(?:(?:server|web)\/features\/([^/]+)\/|shared\/(?:contracts\/)?([^/]+?)(?:\.test)?\.ts$|e2e\/([^/]+)\.spec\.ts$)/
/** Nothing that runs reads these. */
const SILENT = /^(?:docs\/|bench\/|[^/]+\.md$|LICENSE$)/
/** Files that everything is built and run with. */
const FOUNDATION = /^[^/]+\.(?:json|ts)$/
const TEST = /\.(?:test|spec)\.tsx?$/

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** Undefined: everything. */
export function reachOf(changed: readonly string[]): Reach | undefined {
  if (changed.some(path => FOUNDATION.test(path))) return undefined
  const features = featuresHere()
  const files = changed.filter(path => existsSync(path))
  const loud = changed.filter(path => !SILENT.test(path))
  const featureOf = (path: string) => {
    const [, ...names] = FEATURE.exec(path) ?? []
    return features.find(name => names.includes(name))
  }
  const outside = loud.filter(path => !featureOf(path))
  const touched = new Set(loud.flatMap(path => featureOf(path) ?? []))
  const specs = loud.filter(path => path.startsWith('e2e/') && TEST.test(path))
  const isProduct = (path: string) => /^(?:server|shared|web|e2e|simulator)\//.test(path) && !TEST.test(path)
  return {
    files,
    server: outside.some(path => path.endsWith('.sql'))
      ? 'all'
      : outside.some(path => /^(?:server|shared|simulator)\//.test(path))
        ? 'imports'
        : testsOf(touched),
    durability: outside.some(path => /^server\/(?:platform|telemetry|[^/]+\.ts)/.test(path)),
    stories: outside.some(isProduct) ? '.' : storiesOf(touched, specs),
  }
}

const featuresHere = (): string[] => [
  ...new Set(globSync('{server,web}/features/*').map(path => path.split(/[/\\]/).at(-1) ?? '')),
]

/** Tests of these features, of those that call them, and tests made for every endpoint. */
function testsOf(features: ReadonlySet<string>): string[] {
  if (features.size === 0) return []
  const called = new RegExp(`contracts/(?:${[...features].join('|')})\\.ts'`)
  const callers = globSync('server/**/*.test.ts').filter(path => called.test(read(path)))
  return [...[...features].map(name => `server/features/${name}/`), ...callers, 'server/testing/generated/']
}

/** Changed stories, stories that name a screen of these features by address or title, and the visits to these screens. */
function storiesOf(features: ReadonlySet<string>, changed: readonly string[]): string | undefined {
  const shown = screens.filter(({ load }) => {
    const [, name = ''] = /features\/([^/]+)\//.exec(String(load)) ?? []
    return features.has(name)
  })
  const names = [
    ...features,
    ...shown.filter(({ path }) => path !== '/').flatMap(({ path, title }) => [path, ...Object.values(title)]),
  ]
  const stories = globSync('e2e/*.spec.ts').filter(
    path => changed.includes(path) || names.some(name => read(path).includes(name)),
  )
  const wanted = [
    ...stories.map(path => literally(path.split(/[/\\]/).at(-1) ?? '')),
    ...shown.map(({ path }) => `every-screen\\.spec\\.ts ${literally(path)} `),
  ]
  return wanted.length > 0 ? wanted.join('|') : undefined
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
