import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#shared/text.ts'
import { refuse } from './errors.ts'

/** Programs, styles and fonts, compressed or not: nothing a browser opens as a page of its own. */
const GOVERNED = /\.(js|css|woff2)(\.(br|gz))?$/
/** Headers that only matter on documents. On fifty small files they would weigh as much as a page. */
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
/** A missing file is a 404; everything else is an address of the single page. */
const isPage = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  !isApi(url) &&
  !/\.\w{1,8}$/.test(url.replace(/[?#].*$/s, '')) &&
  (headers.accept ?? 'text/html').match(/text\/html|\*\/\*/) !== null

/** Where the built app is, and what its page must know about the deployment before its first call. */
interface Deployment {
  webDir: string
  /** Without one the browser's language is used. */
  defaultLanguage?: Language
  /** Whether it may report which screens are opened. */
  trajectory: boolean
}
const withDeployment = (html: string, { defaultLanguage, trajectory }: Deployment): string =>
  html
    .replace(
      'name="default-language" content=""',
      `name="default-language" content="${defaultLanguage ?? ''}"`,
    )
    .replace('name="trajectory" content="on"', `name="trajectory" content="${trajectory ? 'on' : 'off'}"`)

/**
 * The built web app, compressed at build time: files with a hash in their name are cached for good, the page is
 * revalidated each time. Without a build only the API answers.
 */
export function mountWebApp(app: FastifyInstance, deployment: Deployment): void {
  const index = join(deployment.webDir, 'index.html')
  const isBuilt = existsSync(index)
  const sendPage = async (reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(withDeployment(await readFile(index, 'utf8'), deployment))
  if (isBuilt) {
    app.get('/', (_, reply) => sendPage(reply))
    app.register(fastifyStatic, {
      root: deployment.webDir,
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
