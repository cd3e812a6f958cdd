/** The worker of this browser, turned on if it is not yet. Wants https. */
export async function serviceWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  return navigator.serviceWorker.ready
}
