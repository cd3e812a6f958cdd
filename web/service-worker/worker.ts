import type { PushContent } from '#shared/push-content.ts'

/**
 * What a browser runs while no page is open: it shows pushes and opens what they are about. It keeps nothing and answers
 * no page itself, but where the server cannot be reached. Built as a file of its own that needs no other.
 */

/** What the compiler, which knows pages only, is not told of a worker's surroundings. */
interface Happening extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Pushed extends Happening {
  data: { json(): unknown } | null
}
interface Clicked extends Happening {
  notification: Notification
}
interface Asked extends Happening {
  request: Request
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
  addEventListener(type: 'push', listener: (event: Pushed) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void
}
const worker = globalThis as unknown as Surroundings

// It holds nothing of a version, so the newest is always the right one.
worker.addEventListener('install', event => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', event =>
  event.waitUntil(Promise.all([worker.clients.claim(), worker.registration.navigationPreload?.enable()])),
)

worker.addEventListener('push', event => event.waitUntil(show(contentOf(event))))

/** A push must always be shown; one that cannot be read leads to the messages. */
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
    ...(more.at !== undefined && { timestamp: more.at }),
    data: more.opens ?? '/notice-message',
  } as NotificationOptions)

worker.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(String(event.notification.data)))
})

/** In a page that is open already, which keeps what was typed there; else in a new one. */
async function open(href: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const inside = pages.filter(({ url }) => !new URL(url).pathname.startsWith('/user/'))
  const page = inside.find(({ visibilityState }) => visibilityState === 'visible') ?? inside[0]
  if (!page) return void (await worker.clients.openWindow(href))
  page.postMessage({ opens: href })
  await page.focus()
}

// Only whole pages, and only when nobody answers for them: the application itself is never kept here.
worker.addEventListener('fetch', event => {
  if (event.request.mode === 'navigate') event.respondWith(pageOf(event))
})

async function pageOf({ request, preloadResponse }: Asked): Promise<Response> {
  try {
    const answer = (await preloadResponse) ?? (await fetch(request))
    return [502, 503, 504].includes(answer.status) ? away() : answer
  } catch {
    return away()
  }
}

/** The page for as long as the server is away; it asks again by itself. */
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
