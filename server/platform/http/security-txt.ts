import type { App } from './route.ts'

const VALID_DAYS = 180
const DAY_MS = 86_400_000

/** Serves `/.well-known/security.txt` (RFC 9116): whom to write to about a weakness of this installation. */
export const securityTxt = (app: App): void => {
  const { settings, clock } = app.platform
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const lines = [
      `Contact: mailto:${settings.operator.email}`,
      `Expires: ${new Date(clock().getTime() + VALID_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: he, en, ar',
      `Canonical: ${settings.publicUrl}/.well-known/security.txt`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
