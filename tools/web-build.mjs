import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runToEnd } from './install.mjs'

const stamp = join(root, 'web/dist/.sources')
const sources = [
  'web',
  'shared',
  'package-lock.json',
  'vite.config.ts',
  'tools/contracts-without-schemas.ts',
  'tsconfig.json',
]

/** Builds the web app if its sources are not those of the last build: contents decide, not file times. */
export function ensureBuilt() {
  const hash = createHash('sha256')
  for (const name of sources) addTo(hash, name)
  const current = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return
  console.log('Building the web app …')
  runToEnd('building the web app', ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'])
  writeFileSync(stamp, current)
}

function addTo(hash, name) {
  const path = join(root, name)
  if (!existsSync(path)) return
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch {
    hash.update(name).update('\0').update(readFileSync(path)).update('\0')
    return
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === 'dist' || entry.name.includes('.test.')) continue
    addTo(hash, `${name}/${entry.name}`)
  }
}
