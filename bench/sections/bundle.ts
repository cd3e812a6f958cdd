import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'

const DIST = fileURLToPath(new URL('../../web/dist/', import.meta.url))
const ASSETS = join(DIST, 'assets')
const IN_PAGE = /(?:src|href)="\/?assets\/([^"]+\.(?:js|css))"/g
/** Static imports of a built chunk; what is imported on demand is not among them. */
const IN_CHUNK = /(?:from|import)"\.\/([^"]+\.js)"/g

/** Files that `names` need before they can run, themselves among them. */
function closureOf(names: readonly string[]): Set<string> {
  const needed = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (needed.has(name)) continue
    needed.add(name)
    if (!name.endsWith('.js')) continue
    for (const [, found] of readFileSync(join(ASSETS, name), 'utf8').matchAll(IN_CHUNK))
      if (found) waiting.push(found)
  }
  return needed
}

/** What a browser loads, compressed, for the login page and for the first list; nothing without a built web app. */
export async function bundle({ say }: Pick<Bench, 'say'>): Promise<Figure[]> {
  if (!existsSync(ASSETS)) {
    say('bundle: the web app is not built')
    return []
  }
  const html = readFileSync(join(DIST, 'index.html'), 'utf8')
  const entry = [...html.matchAll(IN_PAGE)].flatMap(([, name]) => name ?? [])
  const files = readdirSync(ASSETS)
  const kiloBytes = (page: string): number => {
    const own = files.filter(name => name.startsWith(`${page}-`) && /\.(js|css)$/.test(name))
    if (own.length === 0) throw new Error(`The built web app has no chunk of ${page}`)
    const bytes = [...closureOf([...entry, ...own])].map(
      name => gzipSync(readFileSync(join(ASSETS, name))).length,
    )
    return bytes.reduce((sum, size) => sum + size, gzipSync(html).length) / 1024
  }
  return [
    { section: 'bundle', name: 'login page, compressed', value: kiloBytes('sign-in-page'), unit: 'kB' },
    { section: 'bundle', name: 'first list, compressed', value: kiloBytes('devices-page'), unit: 'kB' },
  ]
}
