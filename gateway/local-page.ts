import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { hostname } from 'node:os'
import type { Language } from '#shared/text.ts'
import type { LocalConfig } from './local-config.ts'
import { POLICY, renderPage } from './local-html.ts'
import type { LocalView } from './local-view.ts'
import type { LocalWord } from './local-words.ts'
import type { Siren } from './siren.ts'

/** What the page can carry at a time: more than the phones of a farm, less than what would slow the reading down. */
const CONNECTIONS = 20
/** ms in which a request must be there */
const REQUEST = 5_000
/** bytes of a form, and of all headers */
const FORM = 200
const HEADERS = 8_192
/** ms for which a page that was drawn is shown again */
const DRAWN = 500
/** Wrong PINs within a minute, from all together: on a network of one farm an address says nothing of who it is. */
const TRIES = 5
const MINUTE = 60_000
/** ms until a port that is taken is tried again */
const RETRY = 30_000

interface PageOptions {
  config: LocalConfig
  view(): LocalView
  siren: Siren | undefined
  say(text: string): void
}

/** The page on the farm's own network. */
export interface LocalPage {
  /** Begins to listen; tries again while the port is taken. */
  start(): void
  /** where it listens; undefined while it does not */
  port(): number | undefined
  stop(): void
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  connection: 'close',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  vary: 'accept-language',
}

/** A page that nobody can open yet. */
export function localPage({ config, view, siren, say }: PageOptions): LocalPage {
  const pins = pinGuard(config.pin)
  const drawn = new Map<Language, { at: number; page: string }>()
  let timer: NodeJS.Timeout | undefined
  const server = createServer(
    {
      headersTimeout: REQUEST,
      requestTimeout: REQUEST,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: HEADERS,
    },
    (request, response) => {
      answer(request, response).catch(() => response.destroy())
    },
  )
  server.maxConnections = CONNECTIONS
  server.timeout = REQUEST * 2
  server.on('error', error => {
    say(`the local page cannot be opened: ${error.message}`)
    timer = setTimeout(listen, RETRY).unref()
  })
  const listen = () => server.listen(config.port, config.host)

  function draw(language: Language, says?: LocalWord): string {
    const hasPin = config.pin !== undefined
    if (says) return renderPage(view(), { language, hasPin, says })
    const now = performance.now()
    const known = drawn.get(language)
    if (known && now - known.at < DRAWN) return known.page
    const page = renderPage(view(), { language, hasPin })
    drawn.set(language, { at: now, page })
    return page
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const language = languageFrom(request.headers['accept-language'])
    const end = (status: number, body: string) =>
      void response.writeHead(status, headers).end(request.method === 'HEAD' ? '' : body)
    if (!isOwnHost(request.headers.host, request.socket.localAddress, config.names)) return end(421, '')
    if (request.url === '/' && (request.method === 'GET' || request.method === 'HEAD'))
      return end(200, draw(language))
    if (request.url !== '/siren' || !siren) return end(404, '')
    if (request.method !== 'POST')
      return void response.writeHead(303, { location: '/', connection: 'close' }).end()
    if (!isOwnOrigin(request)) return end(403, '')
    const form = await formOf(request)
    if (!form) return end(413, '')
    const allowed = pins.try(form.get('pin') ?? '')
    if (allowed !== 'right')
      return end(
        allowed === 'wrong' ? 403 : 429,
        draw(language, allowed === 'wrong' ? 'wrongPin' : 'tooMany'),
      )
    end(200, draw(language, form.get('do') === 'test' ? test(siren) : silence(siren)))
  }

  function test(own: Siren): LocalWord {
    say('siren: tested from the local page')
    own.test()
    return 'testedNow'
  }
  function silence(own: Siren): LocalWord {
    if (own.silence() === 0) return 'nothingToSilence'
    say('siren: silenced from the local page')
    drawn.clear()
    return 'silencedNow'
  }

  return {
    start: () => void listen(),
    port() {
      const address = server.address()
      return typeof address === 'object' && address ? address.port : undefined
    },
    stop() {
      clearTimeout(timer)
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Slows down whoever guesses. */
function pinGuard(pin: string | undefined) {
  let wrong = 0
  let since = Number.NEGATIVE_INFINITY
  return {
    try(given: string): 'right' | 'wrong' | 'tooMany' {
      const now = performance.now()
      if (now - since >= MINUTE) {
        wrong = 0
        since = now
      }
      if (wrong >= TRIES) return 'tooMany'
      if (pin !== undefined && isSame(pin, given)) return 'right'
      wrong++
      return 'wrong'
    },
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Whether a request names this computer. A page elsewhere can have its own name point at this address and would then be read
 * as ours (DNS rebinding): its name gives it away.
 */
export function isOwnHost(
  header: string | undefined,
  address: string | undefined,
  names: readonly string[],
): boolean {
  const host = header === undefined ? undefined : hostOf(header)
  if (host === undefined) return false
  const own = hostname().toLowerCase()
  const known = [own, `${own}.local`, 'localhost', ...names.map(each => each.toLowerCase())]
  return known.includes(host) || host === address?.replace(/^::ffff:/, '')
}

function hostOf(header: string): string | undefined {
  if (!/^[\w.:[\]-]+$/.test(header)) return undefined
  try {
    return new URL(`http://${header}`).hostname.replace(/^\[|\]$/g, '')
  } catch {
    return undefined
  }
}

/** Browsers name the page that a form was sent from. */
const isOwnOrigin = ({ headers: { origin, host } }: IncomingMessage) =>
  origin === undefined || origin === `http://${host}`

/** A short form; undefined for anything longer. */
async function formOf(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > FORM) return undefined
  }
  return new URLSearchParams(text)
}

/** Chinese or English, as the browser prefers. */
export function languageFrom(header = ''): Language {
  const wanted = header
    .split(',')
    .map(part => {
      const [tag = '', weight = ''] = part.trim().split(';q=')
      return { tag: tag.toLowerCase(), weight: weight === '' ? 1 : Number(weight) || 0 }
    })
    .filter(({ tag }) => /^(zh|en)\b/.test(tag))
    .toSorted((a, b) => b.weight - a.weight)
  return wanted[0]?.tag.startsWith('zh') ? 'zh-CN' : 'en-US'
}
