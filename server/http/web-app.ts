import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#shared/text.ts'
import { refuse } from './errors.ts'

/** Programs, styles and fonts, compressed or not: nothing that a browser opens as a page of its own. */
const GOVERNED = /\.(js|css|woff2)(\.(br|gz))?$/
/** What only documents heed. Said in each of fifty small files it weighs as much as a page. */
const OF_DOCUMENTS = [
  'content-security-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]
const isApi = (url: string) => /^\/(api|metrics|files)([/?]|$)/.test(url)
/** A file that is not there is not there; everything else is an address of the single page. */
const isPage = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  !isApi(url) &&
  !/\.\w{1,8}$/.test(url.replace(/[?#].*$/s, '')) &&
  (headers.accept ?? 'text/html').match(/text\/html|\*\/\*/) !== null

/** The deployment's own default language, where the page asks for it; without one the browser's counts. */
const withLanguage = (html: string, language: Language | undefined): string =>
  html.replace('name="default-language" content=""', `name="default-language" content="${language ?? ''}"`)

/**
 * The built web app, compressed at build time: files with a hash in their name are kept for good, the page is asked for each time. Without a
 * build only the API answers.
 */
export function mountWebApp(app: FastifyInstance, folder: string, language?: Language): void {
  const index = join(folder, 'index.html')
  const isBuilt = existsSync(index)
  const sendPage = async (reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(withLanguage(await readFile(index, 'utf8'), language))
  if (isBuilt) {
    app.get('/', (_, reply) => sendPage(reply))
    app.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = /[/\\]assets[/\\]/.test(path)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (isHashed && GOVERNED.test(path)) for (const name of OF_DOCUMENTS) reply.removeHeader(name)
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isBuilt || !isPage(request)) throw refuse.notFound()
    return sendPage(reply)
  })
}
