import { useEffect, useState } from 'react'

/** The cache that `public/tickets-worker.js` answers from. */
const CACHE = 'kartis-tickets-1'
const WORKER = '/order/tickets-worker.js'
/** Begins the addresses of an order's tickets and of a single ticket. */
const SCOPE = '/order/ticket'
const KEEP_UNTIL = 'x-kept-until'

/** The page without its query, as `pageKey` of the worker has it: the token of the link is the same page. */
const keyOf = (page: number): string => location.origin + location.pathname + (page > 1 ? `?page=${page}` : '')

const assetsOfPage = (): string[] =>
  [
    ...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>(
      'link[rel=modulepreload], link[rel=preload], script[src]',
    ),
  ]
    .map((element) => ('href' in element ? element.href : element.src))
    .filter((url) => new URL(url).pathname.startsWith('/order/_/'))

const store = async (keepUntil: number, number: number): Promise<boolean> => {
  const cache = await caches.open(CACHE)
  const page = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!page.ok) return false
  const headers = new Headers(page.headers)
  headers.set(KEEP_UNTIL, String(keepUntil))
  await cache.put(keyOf(number), new Response(await page.blob(), { headers }))
  await cache.addAll(assetsOfPage())
  return true
}

const isStored = async (number: number): Promise<boolean> =>
  (await (await caches.open(CACHE)).match(keyOf(number))) !== undefined

/**
 * Stores this page of the tickets on the device, so that it opens without a network, also from the link of the message. True only once
 * both the page and the worker that serves it are there.
 */
export const useStoredPage = (keepUntil: number, number: number): boolean => {
  const [stored, setStored] = useState(false)
  useEffect(() => {
    if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return undefined
    const run = { open: true }
    const keep = async () => {
      await navigator.serviceWorker.register(WORKER, { scope: SCOPE })
      await navigator.serviceWorker.ready
      const done = navigator.onLine
        ? await store(keepUntil, number).catch(() => isStored(number))
        : await isStored(number)
      if (run.open) setStored(done)
    }
    // Private windows refuse workers and storage: the page works with a network.
    keep().catch(() => undefined)
    return () => {
      run.open = false
    }
  }, [keepUntil, number])
  return stored
}
