// Serves the pages of tickets that were stored on this device when there is no network. Everything else is untouched.
const CACHE = 'kartis-tickets-1'
const WAIT_MS = 4000

// A large order has several pages, the first without a number.
const pageKey = (request) => {
  const url = new URL(request.url)
  const page = Number(url.searchParams.get('page') ?? 1)
  return url.origin + url.pathname + (page > 1 ? `?page=${page}` : '')
}

const isTicketPage = (request) =>
  request.mode === 'navigate' && /^\/order\/tickets?\/[\da-f-]{36}$/i.test(new URL(request.url).pathname)

/** Deletes pages of events that are over. */
const clean = async () => {
  const cache = await caches.open(CACHE)
  for (const request of await cache.keys()) {
    const response = await cache.match(request)
    const until = Number(response?.headers.get('x-kept-until') ?? Infinity)
    if (until < Date.now()) await cache.delete(request)
  }
}

/** The network's page; the stored one when the network fails or takes too long. */
const page = async (request) => {
  const stored = await (await caches.open(CACHE)).match(pageKey(request))
  if (!stored) return fetch(request)
  const late = new Promise((resolve) => setTimeout(() => resolve(undefined), WAIT_MS))
  const fresh = fetch(request).then(
    (response) => (response.status < 500 ? response : undefined),
    () => undefined,
  )
  return (await Promise.race([fresh, late])) ?? stored
}

const asset = async (request) => (await (await caches.open(CACHE)).match(request.url)) ?? fetch(request)

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([self.clients.claim(), clean()])))
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  if (isTicketPage(request)) event.respondWith(page(request))
  else if (new URL(request.url).pathname.startsWith('/order/_/assets/')) event.respondWith(asset(request))
})
