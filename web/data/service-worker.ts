/** The worker of this browser, started if needed. Needs https. */
export async function serviceWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  return navigator.serviceWorker.ready
}
