import type { App } from './route.ts'

/** Pages of one buyer, or of one visit: their addresses carry tokens, or say nothing to anybody else. */
const PERSONAL = ['checkout', 'tickets', 'ticket', 'receipt', 'choice', 'transfer', 'wait']
/** Such pages without a part of their own; an event's address may begin alike. */
const SINGLE = ['my', 'cancel', 'refund']

/**
 * Serves `/robots.txt`: search engines read the sale pages and what they are drawn with, and neither the producer app nor the API. The longest rule that fits counts (RFC 9309).
 */
export const robotsTxt = (app: App): void => {
  const lines = [
    'User-agent: *',
    'Disallow: /',
    'Allow: /order',
    'Allow: /files/',
    ...PERSONAL.map((page) => `Disallow: /order/${page}/`),
    ...SINGLE.flatMap((page) => [`Disallow: /order/${page}$`, `Disallow: /order/${page}?`]),
  ]
  const text = `${lines.join('\n')}\n`
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400').send(text),
  )
}
