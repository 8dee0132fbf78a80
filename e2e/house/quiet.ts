import type { Page, Request } from '@playwright/test'
import { expect } from './strict.ts'

/** Listens to the page from now on; the answer waits until nothing that it asked is still on its way. */
export const quietOf = (page: Page): (() => Promise<void>) => {
  const asked = new Set<Request>()
  page.on('request', (request) => asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  const left = (): string[] => [...asked].map((request) => request.url())
  return () => expect.poll(left, { intervals: [20] }).toEqual([])
}
