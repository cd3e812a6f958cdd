import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'

const DIST = new URL('../../web/dist/', import.meta.url)
const LINKED = /(?:src|href)="\/?([^"]+\.(?:js|css))"/g

/** What a browser loads before the login page shows, compressed; nothing when the web app is not built. */
export async function bundle({ say }: Pick<Bench, 'say'>): Promise<Figure[]> {
  const page = fileURLToPath(new URL('index.html', DIST))
  if (!existsSync(page)) {
    say('bundle: the web app is not built')
    return []
  }
  const html = readFileSync(page, 'utf8')
  const files = [...html.matchAll(LINKED)].map(([, file]) => readFileSync(new URL(file ?? '', DIST)))
  const bytes = files.reduce((sum, file) => sum + gzipSync(file).length, gzipSync(html).length)
  return [{ section: 'bundle', name: 'first load, compressed', value: bytes / 1024, unit: 'kB' }]
}
