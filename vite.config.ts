import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * The contracts describe bodies with zod, which is the server's work: the browser needs paths, access and types.
 * Inside `shared/` the browser therefore gets a stand-in that builds nothing, and no page loads zod for it.
 */
export const contractsWithoutSchemas: Plugin = {
  name: 'contracts-without-schemas',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source !== 'zod' || !importer?.includes('/shared/')) return null
    return fileURLToPath(new URL('web/data/no-schemas.ts', import.meta.url))
  },
}

/**
 * Every dialog of antd carries the context of forms, and that file asks for the whole form package to get one provider
 * of it. It gets the file of that provider; pages with a form load the rest.
 */
const dialogsWithoutForms: Plugin = {
  name: 'dialogs-without-forms',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source !== '@rc-component/form' || !importer?.endsWith('/antd/es/form/context.js')) return null
    return this.resolve('@rc-component/form/es/FormContext.js', importer, { skipSelf: true })
  },
}

/** What the pages without antd are made of; the others use some of it as well. */
const PLAIN =
  /\/web\/components\/(appearance|brand|password-field|public-frame|screen-context|state-mark)\.tsx$/

/** Chunks that need each other run in an order nobody chose: something is undefined, now and then. Fails the build. */
const noCircles: Plugin = {
  name: 'no-circles',
  apply: 'build',
  generateBundle(_, bundle) {
    const done = new Set<string>()
    const follow = (name: string, way: readonly string[]): void => {
      if (way.includes(name)) this.error(`chunks import each other: ${[...way, name].join(' > ')}`)
      const chunk = bundle[name]
      if (done.has(name) || chunk?.type !== 'chunk') return
      for (const next of chunk.imports) follow(next, [...way, name])
      done.add(name)
    }
    for (const name of Object.keys(bundle)) follow(name, [])
  },
}

const COMPRESSIBLE = /\.(js|css|html|svg|json)$/

/** Writes `.br` and `.gz` beside the built files, so that the server never compresses them. */
const compressedAssets: Plugin = {
  name: 'compressed-assets',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter(name => COMPRESSIBLE.test(name) && name !== 'index.html')
    await Promise.all(
      names.map(async name => {
        const path = join(dir, name)
        const content = await readFile(path)
        await Promise.all([
          writeFile(`${path}.br`, await promisify(brotliCompress)(content)),
          writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 })),
        ])
      }),
    )
  },
}

export default defineConfig({
  root: 'web',
  plugins: [contractsWithoutSchemas, dialogsWithoutForms, react(), noCircles, compressedAssets],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // No inlined files: the content security policy allows our own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 30 },
            { name: 'tanstack', test: /node_modules\/@tanstack\//, priority: 20 },
            // What every visit needs, in few files: each costs its headers, and a round trip.
            { name: 'first', tags: ['$initial'], priority: 15 },
            { name: 'plain', test: PLAIN, priority: 10 },
            { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 2, priority: 10 },
          ],
        },
      },
    },
  },
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: {
      '/api': { target: `http://127.0.0.1:${process.env.PORT ?? 8080}`, ws: true },
      '/files': { target: `http://127.0.0.1:${process.env.PORT ?? 8080}` },
    },
  },
})
