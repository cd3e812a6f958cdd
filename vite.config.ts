import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { contractsWithoutSchemas } from './tools/contracts-without-schemas.ts'
import { DESK, PHONE } from './web/components/breakpoints.ts'

/** Style files name a breakpoint instead of repeating its width. */
const breakpoints: Plugin = {
  name: 'breakpoints',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css($|\?)/ },
    handler: code => code.replaceAll('(--phone)', PHONE).replaceAll('(--desk)', DESK),
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

/** Texts by who needs them at once: every page, or everybody who is signed in. Those of a screen come with it. */
function textsOf(path: string): string | null {
  const [, place, language] = /\/web\/(.+)\/(.+)\.json$/.exec(path) ?? []
  if (place && EVERY_PAGE.has(place)) return `texts-${language}`
  return place && SIGNED_IN.has(place) ? `shell-texts-${language}` : null
}
const EVERY_PAGE = new Set(['data', 'layout', 'components'])
const SIGNED_IN = new Set(['components/excel', 'features/notices'])

/** What the pages without antd are made of, down to their icon; the others use some of it as well. */
const PLAIN =
  /\/lucide-react\/.+\/icons\/user\.mjs$|\/web\/(components\/(appearance|brand|code-field|password-field|public-frame|screen-context|state-mark)\.tsx|data\/second-factor\.ts)$/

/** Not the folders of this name in packages, or above this one. */
const SHARED = `${import.meta.dirname}/shared/`

/** What every first page runs. */
const RUNS_AT_ONCE = new Set(['react', 'tanstack', 'index', 'shell', 'calls', 'list'])

/**
 * The browser may compile all of these while they arrive, beside the page's own thread, instead of one function after
 * the other when it is called: V8's explicit compile hint, which has to be the first line.
 */
const compiledOnArrival: Plugin = {
  name: 'compiled-on-arrival',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && RUNS_AT_ONCE.has(chunk.name))
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
    },
  },
}

/** Names the files of the shell in the page, where `first-paint.js` asks for them. */
const shellAhead: Plugin = {
  name: 'shell-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const first = chunks.filter(({ isEntry }) => isEntry)
      const here = new Set(first.flatMap(({ fileName, imports }) => [fileName, ...imports]))
      const shell = chunks.filter(({ name }) => name === 'shell')
      const content = shell
        .flatMap(({ fileName, imports, viteMetadata }) => [
          ...[fileName, ...imports].filter(file => !here.has(file)),
          ...(viteMetadata?.importedCss ?? []),
        ])
        .map(file => `/${file}`)
        .join(' ')
      return [{ tag: 'meta', attrs: { name: 'shell', content }, injectTo: 'head-prepend' }]
    },
  },
}

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

/** Who signs in has not waited for the shell: what the two share is in `PLAIN`. Fails the build. */
const signInWithoutShell: Plugin = {
  name: 'sign-in-without-shell',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
    const shell = chunks.find(({ name }) => name === 'shell')
    const signIn = chunks.find(({ name }) => name === 'sign-in-page')
    if (!shell || !signIn) this.error('there is no chunk of the shell, or none of the sign-in page')
    const reached = new Set([signIn.fileName])
    for (const name of reached) {
      const chunk = bundle[name]
      if (chunk?.type === 'chunk') for (const next of chunk.imports) reached.add(next)
    }
    if (reached.has(shell.fileName)) this.error('the sign-in page loads the whole shell')
  },
}

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

/**
 * What opens without network: the shell, the page of the flocks, where the day is told, that of repairs, and that of alarms, which
 * calls the farm's own numbers, with their texts.
 */
const WITHOUT_NETWORK = [
  '/web/app/inside.tsx',
  '/web/app/screens.ts',
  '/web/data/offline/offline.ts',
  '/web/layout/waiting-bar.tsx',
  '/web/features/flocks/flocks-page.tsx',
  '/web/features/flocks/flock-detail.tsx',
  '/web/features/flocks/record-page.tsx',
  '/web/features/flocks/seen-flocks.tsx',
  '/web/features/flocks/waiting-records.tsx',
  '/web/features/repairs/repairs-page.tsx',
  '/web/features/repairs/repair-form.tsx',
  '/web/features/repairs/waiting-repairs.tsx',
  '/web/features/repairs/seen-repairs.tsx',
  '/web/features/repairs/repair-detail.tsx',
  '/web/components/records/step-form.tsx',
  '/web/components/uploads/upload-field.tsx',
  '/web/components/uploads/recorder.tsx',
  '/web/features/alarms/alarms-page.tsx',
  '/web/features/notices/notices-page.tsx',
  '/antd/es/locale/zh_CN.js',
  ...[
    'data',
    'layout',
    'components',
    'components/excel',
    'components/uploads',
    'features/notices',
    'features/flocks',
    'features/repairs',
    'features/alarms',
  ].flatMap(place => ['en-US', 'zh-CN'].map(language => `/web/${place}/${language}.json`)),
]
const PUBLIC = fileURLToPath(new URL('web/public/', import.meta.url))

interface Kept {
  version: string
  files: string[]
}

/** The files of the app that the service worker keeps, the page's program first. */
async function keptOf(bundle: Rolldown.OutputBundle): Promise<Kept> {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const roots = WITHOUT_NETWORK.map(module => {
    const found = chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(module)))
    if (!found) throw new Error(`no file holds ${module}, which is wanted without network`)
    return found.fileName
  })
  const files = new Set([
    ...chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
    ...roots,
  ])
  for (const name of files) {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk') continue
    const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {}
    for (const next of [...chunk.imports, ...importedCss, ...importedAssets]) files.add(next)
  }
  const open = await readdir(PUBLIC)
  const contents = await Promise.all(open.map(name => readFile(join(PUBLIC, name))))
  const hash = createHash('sha256').update([...files].join())
  for (const content of contents) hash.update(content)
  return { version: hash.digest('hex').slice(0, 16), files: [...files, ...open].map(name => `/${name}`) }
}

/** Built by itself: not every browser runs a worker that is made of several files. */
async function workerProgram(kept: Kept): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { KEPT: JSON.stringify(kept) },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('web/service-worker/worker.ts', import.meta.url)),
        output: { format: 'iife' },
      },
    },
  })
  const [chunk] = (built as { output: { code: string }[] }).output
  if (!chunk) throw new Error('the service worker was not built')
  return chunk.code
}

/** The service worker: a file of its own at the root, which is where its pages are, and no part of the application. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const source = await workerProgram(await keptOf(bundle))
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
    },
  },
  configureServer({ middlewares }) {
    middlewares.use('/service-worker.js', (_, response) => {
      workerProgram({ version: '', files: [] }).then(
        code => response.setHeader('content-type', 'text/javascript').end(code),
        error => response.writeHead(500).end(String(error)),
      )
    })
  },
}

export default defineConfig({
  root: 'web',
  plugins: [
    contractsWithoutSchemas,
    breakpoints,
    dialogsWithoutForms,
    react(),
    noCircles,
    signInWithoutShell,
    shellAhead,
    compiledOnArrival,
    serviceWorker,
    compressedAssets,
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // No inlined files: the content security policy allows our own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // What both sides agree on is words and tables: a module of it nobody asks for anything does nothing.
      treeshake: { moduleSideEffects: id => (id.startsWith(SHARED) ? false : undefined) },
      output: {
        // The first page carries the names of all files, and what is random in them does not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 30 },
            { name: 'tanstack', test: /node_modules\/@tanstack\//, priority: 20 },
            // What every visit needs, in few files: each costs its headers, and a round trip.
            { name: 'first', tags: ['$initial'], priority: 15 },
            { name: 'plain', test: PLAIN, priority: 11 },
            // Before the shell, which is wanted later than the page that the table names.
            { name: 'screens', test: /\/web\/app\/screens\.ts$/, priority: 9 },
            // Each with all it needs itself.
            { name: 'shell', test: /\/web\/app\/inside\.tsx$/, priority: 8 },
            // What pages that read and send are made of, whether they list rows or not.
            {
              name: 'calls',
              test: /\/web\/components\/(load-problem|use-submit|list\/use-list)\.tsx?$/,
              priority: 7,
            },
            {
              name: 'list',
              test: /\/web\/components\/(list\/(list-page|row-actions|use-(bulk|edited)|created-column)|use-(confirmed|reason-question))\.tsx?$/,
              priority: 6,
            },
            // What the bell and every page of a house say.
            { name: 'alarms', test: /\/shared\/(alarm-groups|signals\/format)\.ts$/, priority: 7 },
            { name: textsOf, debugName: 'texts', test: /\/(en-US|zh-CN)\.json$/, priority: 40 },
            { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 3, priority: 10 },
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
