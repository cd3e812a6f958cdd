/**
 * `node tools/run.mjs tools/lockfile.ts`: completes package-lock.json after an `npm install`. If a registry lacks the
 * packages of other systems, npm leaves them out, and `npm ci` then refuses the lockfile everywhere.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface Locked {
  version?: string
  dev?: boolean
  optionalDependencies?: Record<string, string>
}
type Packages = Record<string, Locked>
export interface MissingPackage {
  /** Its place in the tree, as in `node_modules/a/node_modules/b`. */
  path: string
  version: string
  dev: boolean
}

const LOCKFILE = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const SYSTEMS = /android|darwin|linux|win32|freebsd|openbsd|netbsd|sunos|aix|openharmony|cygwin/
const PROCESSORS = /arm64|x64|ia32|ppc64|s390x|riscv64|loong64|mips64el|wasm32|arm/

/** The entry that `name` resolves to for the package at `path`, looked up as Node does. */
function resolved(packages: Packages, path: string, name: string): string | undefined {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const candidate = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (packages[candidate]) return candidate
    if (at === '') return undefined
  }
}

/** Optional packages of an exact version that the lockfile lacks. */
export function missingPackages(packages: Packages): MissingPackage[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies)
      .filter(([, version]) => /^\d/.test(version))
      .filter(([name, version]) => {
        const found = resolved(packages, path, name)
        return found === undefined || packages[found]?.version !== version
      })
      .map(([name, version]) => ({
        path: packages[`node_modules/${name}`] ? `${path}/node_modules/${name}` : `node_modules/${name}`,
        version,
        dev,
      })),
  )
}

/** The entry npm would have written, without the checksum, which nobody here could compute. */
function entryOf({ path, version, dev }: MissingPackage): object {
  const name = path.slice(path.lastIndexOf('node_modules/'))
  const [os] = SYSTEMS.exec(name) ?? []
  const [cpu] = PROCESSORS.exec(name) ?? []
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev }),
    ...(name.includes('musl') && { libc: ['musl'] }),
    optional: true,
    ...(os && { os: [os] }),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(LOCKFILE, 'utf8')) as { packages: Packages }
  const missing = missingPackages(lock.packages)
  for (const found of missing) lock.packages[found.path] = entryOf(found) as Locked
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(LOCKFILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
  console.log(`${missing.length} packages of other systems added`)
}
