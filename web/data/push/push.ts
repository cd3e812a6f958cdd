import { webPush } from '#shared/contracts/web-push.ts'
import { call } from '#web/data/client.ts'
import { writeStored } from '#web/data/preferences.ts'
import { serviceWorker } from '#web/data/service-worker.ts'
import { PUSH_KEY } from './follow.ts'

/** How long a push service may take to answer a browser. ms */
const PATIENCE_MS = 15_000

/**
 * Whether this browser can be pushed to. `insecure`: opened without https; `install`: must be put on the home screen first;
 * `refused`: the user told the browser never to.
 */
export type Ability = 'able' | 'insecure' | 'install' | 'unsupported' | 'refused'

export function pushAbility(): Ability {
  if (!isSecureContext) return 'insecure'
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'refused' : 'able'
  return isAppleMobile() ? 'install' : 'unsupported'
}

/** An iPad claims to be a Mac, but has a touch screen. */
const isAppleMobile = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** How turning on ended; `unreachable`: the push service of the browser does not answer. */
export type Turned = 'on' | 'refused' | 'dismissed' | 'unreachable'

/** Asks the user, subscribes and tells the server; needs a click. Fails as {@link call} does. */
export async function turnPushOn(userId: string): Promise<Turned> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'refused' : 'dismissed'
  if (!(await subscribe())) return 'unreachable'
  writeStored(PUSH_KEY, userId)
  return 'on'
}

/** Subscribes if the browser does not yet, and tells the server what it does not know. False: no push service. */
async function subscribe(): Promise<boolean> {
  const { publicKey, endpoint } = await call(webPush.read)
  const { pushManager } = await serviceWorker()
  const key = bytesOf(publicKey)
  const subscription = (await current(pushManager, key)) ?? (await freshly(pushManager, key))
  if (!subscription) return false
  const { keys } = subscription.toJSON()
  if (subscription.endpoint !== endpoint)
    await call(webPush.subscribe, {
      body: { endpoint: subscription.endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    })
  return true
}

/** A subscription with another key is from another deployment, or from before this one's secret changed. */
async function current(manager: PushManager, key: Uint8Array): Promise<PushSubscription | null> {
  const found = await manager.getSubscription()
  const known = found?.options.applicationServerKey
  if (!found || !known || bytesEqual(new Uint8Array(known), key)) return found
  await found.unsubscribe()
  return null
}

const freshly = (manager: PushManager, applicationServerKey: Uint8Array<ArrayBuffer>) =>
  Promise.race([
    manager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => null),
    // A browser that cannot reach its push service may try for ever.
    new Promise<null>(resolve => setTimeout(resolve, PATIENCE_MS, null)),
  ])

const bytesEqual = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0))

/** The endpoint this browser listens at; null if none. */
export async function listensAt(): Promise<string | null> {
  if (pushAbility() !== 'able') return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null
}

/** Stops this browser from listening and clears what it shows. The server need not be told. */
export async function forgetPush(): Promise<void> {
  await (await silenced())?.unregister()
}

/** The worker stays for its other duties. */
async function silenced(): Promise<ServiceWorkerRegistration | undefined> {
  writeStored(PUSH_KEY, null)
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration) return undefined
  for (const shown of await registration.getNotifications()) shown.close()
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  return registration
}

/** Fails as {@link call} does; push then stays on. */
export async function turnPushOff(): Promise<void> {
  await call(webPush.unsubscribe)
  await silenced()
}

/** After a new sign-in, or when the browser was given another address: keeps push on if it was on. */
export async function keepPushOn(): Promise<void> {
  if (Notification.permission === 'granted') await subscribe()
}
