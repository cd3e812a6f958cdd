import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Feature } from './feature.ts'
import { openApiDocument } from './openapi.ts'

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Smart Farm API</title>
    <link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="document"></div>
    <script src="/api/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`
/** A separate file because the page may run no inline script. Nothing is loaded from other servers. */
const start = `SwaggerUIBundle({ url: '/api/docs/openapi.json', dom_id: '#document', validatorUrl: null, deepLinking: true })
`

const squeeze = promisify(gzip)

interface Packed {
  plain: string
  small: Buffer
  tag: string
}
/** Compressed once: it has megabytes, and anybody may ask for it. */
async function packed(plain: string): Promise<Packed> {
  const tag = `"${createHash('sha256').update(plain).digest('base64url')}"`
  return { plain, small: await squeeze(plain), tag }
}

/** The API document at `/api/docs/openapi.json` and its page at `/api/docs`. */
export function mountDocs(app: FastifyInstance, features: readonly Feature[], version: string): void {
  // Made when it is first asked for: a start need not wait for what few read.
  let made: Promise<Packed> | undefined
  app.get('/api/docs/openapi.json', { config: { limitedAs: 'open' } }, async (request, reply) => {
    made ??= packed(JSON.stringify(openApiDocument(features, version)))
    const { plain, small, tag } = await made
    const { 'if-none-match': known, 'accept-encoding': taken = '' } = request.headers
    reply.headers({ etag: tag, vary: 'accept-encoding', 'cache-control': 'no-cache' })
    if (known === tag) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    if (!/\bgzip\b/.test(String(taken))) return reply.send(plain)
    return reply.header('content-encoding', 'gzip').send(small)
  })
  app.get('/api/docs', (_, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/api/docs/start.js', (_, reply) => reply.type('text/javascript; charset=utf-8').send(start))
  app.register(fastifyStatic, {
    root: assets,
    prefix: '/api/docs/assets/',
    decorateReply: false,
    allowedPath: path => /^\/swagger-ui(-bundle)?\.(js|css)$/.test(path),
  })
}
