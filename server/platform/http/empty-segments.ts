import type { App } from './route.ts'

/** Whether an address has a part without a letter between two slashes. What is encoded in a parameter is none. */
const hasEmptySegment = (url: string): boolean => url.startsWith('/') && (url.split('?', 1)[0] ?? '').includes('//')

/**
 * `//e/x` and `/order//x` name nothing. Without this each of them would be decided by whatever route or page happens to read it,
 * and be indexed beside the address that is meant.
 */
export const refuseEmptySegments = (app: App): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 && hasEmptySegment(request.url)) {
      reply.callNotFound()
      return reply
    }
    return undefined
  })
}
