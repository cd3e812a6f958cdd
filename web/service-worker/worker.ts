import { type PushContent, RECEIPTS } from '#shared/push-content.ts'
import { isOutside, paths } from '#shared/screens.ts'

/**
 * What a browser runs while no page is open. It shows pushes and opens what they are about, and if the server cannot be
 * reached it opens the app from cached files. It keeps no personal data. Built as a single self-contained file.
 */

/** The app's files for offline use, the page's entry script first, and a hash of their contents; inserted by the build. */
declare const KEPT: { version: string; files: readonly string[] }

/** A worker's types, which the compiler, set up for pages only, does not know. */
interface Happening extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Pushed extends Happening {
  data: { json(): unknown } | null
}
interface Clicked extends Happening {
  notification: Notification
}
interface Told extends Happening {
  data: unknown
}
interface Asked extends Happening {
  request: Request
  clientId: string
  resultingClientId: string
  preloadResponse?: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface OpenPage {
  url: string
  visibilityState: DocumentVisibilityState
  focus(): Promise<unknown>
  postMessage(message: unknown): void
}
interface Surroundings {
  registration: ServiceWorkerRegistration
  clients: {
    claim(): Promise<void>
    matchAll(of: { type: 'window'; includeUncontrolled: true }): Promise<OpenPage[]>
    openWindow(href: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Happening) => void): void
  addEventListener(type: 'message', listener: (event: Told) => void): void
  addEventListener(type: 'push', listener: (event: Pushed) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void
}
const worker = globalThis as unknown as Surroundings

// The cache holds one version and is replaced as a whole, so the newest worker is always the right one.
worker.addEventListener('install', event => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', event =>
  event.waitUntil(Promise.all([worker.clients.claim(), worker.registration.navigationPreload?.enable()])),
)

worker.addEventListener('push', event => {
  const content = contentOf(event)
  event.waitUntil(Promise.all([show(content), confirm(content)]))
})

/** Tells the server that it has arrived: how it knows that alarms reach this browser. Nobody is signed in for that. */
async function confirm({ receipt, tag }: Partial<PushContent>): Promise<void> {
  if (receipt === undefined) return
  const body = JSON.stringify({ token: receipt, tag })
  const headers = { 'content-type': 'application/json' }
  // Without the server the next push will.
  await fetch(`/api${RECEIPTS}`, { method: 'POST', body, headers, keepalive: true }).catch(() => undefined)
}

/** A push must always be shown; an unreadable one leads to the messages. */
function contentOf({ data }: Pushed): Partial<PushContent> {
  try {
    return (data?.json() as Partial<PushContent> | null) ?? {}
  } catch {
    return {}
  }
}

const show = ({ title = 'Smart Farm', body = '', tag = '', ...more }: Partial<PushContent>): Promise<void> =>
  worker.registration.showNotification(title, {
    body,
    tag,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    lang: more.language ?? '',
    requireInteraction: more.isGrave ?? false,
    silent: more.isQuiet ?? false,
    ...(more.at !== undefined && { timestamp: more.at }),
    data: more.opens ?? paths.messages,
  } as NotificationOptions)

worker.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(String(event.notification.data)))
})

/** Opens in a page that is already open, which keeps its input; else in a new one. */
async function open(href: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const inside = pages.filter(({ url }) => !isOutside(new URL(url).pathname))
  const page = inside.find(({ visibilityState }) => visibilityState === 'visible') ?? inside[0]
  if (!page) return void (await worker.clients.openWindow(href))
  page.postMessage({ opens: href })
  await page.focus()
}

worker.addEventListener('message', event => {
  if (event.data === 'keep the app') event.waitUntil(keepApp().catch(() => undefined))
})

const CACHES = 'app '
const PAGE = '/'
/** The cache of the complete version, looked up once. */
let whole: Promise<Cache | undefined> | undefined

/** Caches the files of this version, and only then drops those of another: the cache always holds one complete version. */
async function keepApp(): Promise<void> {
  const name = CACHES + KEPT.version
  const [program] = KEPT.files
  const cache = await caches.open(name)
  if (program === undefined || (await cache.match(PAGE))) return
  const page = await fetch(PAGE, { cache: 'no-cache', headers: { accept: 'text/html' } })
  // While another version is being deployed there is nothing to cache: it brings its own worker.
  if (!page.ok || !(await page.clone().text()).includes(program)) return
  await cache.addAll([...KEPT.files])
  // Last: with its page a version is complete.
  await cache.put(PAGE, page)
  for (const other of await caches.keys())
    if (other.startsWith(CACHES) && other !== name) await caches.delete(other)
  whole = undefined
}

const wholeApp = (): Promise<Cache | undefined> => {
  whole ??= findWhole()
  return whole
}
async function findWhole(): Promise<Cache | undefined> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(CACHES)) continue
    const cache = await caches.open(name)
    if (await cache.match(PAGE)) return cache
  }
  whole = undefined
}

const ofThisPlace = { ignoreVary: true } as const
/** Pages opened from the cache: all their files come from there. */
const openedFromKept = new Set<string>()
/** How long the server may take for a page that is also cached. ms */
const PATIENCE_MS = 3_000

worker.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(pageOf(event))
  else if (origin === location.origin && request.method === 'GET' && KEPT.files.length > 0) {
    if (pathname.startsWith('/assets/')) event.respondWith(assetOf(event))
    else if (openedFromKept.has(event.clientId) && KEPT.files.includes(pathname))
      event.respondWith(assetOf(event))
  }
})

/** A file whose name identifies its content: once cached it is never requested again. */
async function assetOf({ request }: Asked): Promise<Response> {
  const cache = await wholeApp()
  return (await cache?.match(request.url, ofThisPlace)) ?? fetch(request)
}

/** A page of the server; if it does not answer, the cached app, else a page that says so. */
async function pageOf(event: Asked): Promise<Response> {
  const answer = await answerOf(event)
  if (answer) return answer
  const { pathname } = new URL(event.request.url)
  const isApp = !/^\/(api|files)\//.test(pathname)
  const page = isApp && (await (await wholeApp())?.match(PAGE))
  if (!page) return away()
  openedFromKept.add(event.resultingClientId)
  return page
}

/** The server's answer for a page; undefined if it cannot be reached. */
async function answerOf(event: Asked): Promise<Response | undefined> {
  const { request, preloadResponse } = event
  const asked = (async () => (await preloadResponse) ?? (await fetch(request)))()
  // An answer that comes too late is not an error either.
  event.waitUntil(asked.catch(() => undefined))
  try {
    const isKept = (await wholeApp()) !== undefined
    const answer = await (isKept ? Promise.race([asked, patience()]) : asked)
    return answer && ![502, 503, 504].includes(answer.status) ? answer : undefined
  } catch {
    return undefined
  }
}

const patience = () => new Promise<undefined>(resolve => setTimeout(resolve, PATIENCE_MS, undefined))

/** The page shown while the server is away; it retries by itself. */
function away(): Response {
  const isChinese = navigator.language.startsWith('zh')
  const [title, says, again] = isChinese
    ? ['无法连接服务器', '此处不显示任何实时数据。页面每 10 秒自动重试。', '重试']
    : [
        'The server cannot be reached',
        'Nothing here is live. This page asks again every 10 seconds.',
        'Try again',
      ]
  const page = `<!doctype html><html lang="${isChinese ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="10">
<meta name="color-scheme" content="dark light"><title>${title}</title><style>
body{display:grid;place-content:center;gap:12px;min-height:100vh;margin:0;padding:24px;box-sizing:border-box;text-align:center;
font:15px/1.6 system-ui,sans-serif;background:#0a0e13;color:#e8edf2}h1{margin:0;font-size:20px}p{margin:0;color:#9aa7b4;text-wrap:balance}
a{justify-self:center;padding:9px 20px;border-radius:8px;background:#1463d6;color:#fff;text-decoration:none;font-weight:600}
@media(prefers-color-scheme:light){body{background:#f2f4f6;color:#1b2430}p{color:#5b6675}}</style></head>
<body><h1>${title}</h1><p>${says}</p><a href="">${again}</a></body></html>`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  }
  return new Response(page, { status: 503, headers })
}
