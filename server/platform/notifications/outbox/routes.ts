import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { devMessages } from '@kartis/contract/dev.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { z } from 'zod'
import type { Platform } from '../../platform.ts'
import { langOf, sendRefusal } from '../../http/error-handler.ts'
import { htmlOf } from '../email/email-frame.ts'
import { latestMessages, messageById, type MessageRow } from '../messages-queries.ts'
import type { App } from '../../http/route.ts'
import { outboxList, outboxPage } from './page.ts'
import { oneTimeCode } from './one-time-code.ts'
import { recipientOf } from './recipient.ts'

const MAX_SHOWN = 100
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const viewMessage = (row: MessageRow): z.infer<typeof devMessages>['data'][number] => {
  const code = oneTimeCode(row)
  return {
    uuid: row.id,
    channel: row.channel,
    to: row.to,
    subject: row.subject,
    text: row.text,
    ...(code !== undefined && { code }),
    created_at: row.created_at.toISOString(),
  }
}

const recipientParam = (query: unknown): string => {
  const to = (query as { to?: unknown } | undefined)?.to
  return typeof to === 'string' ? to.trim().slice(0, 200) : ''
}

const messagesTo = (platform: Platform, to: string): Promise<MessageRow[]> =>
  latestMessages(platform.db, recipientOf(to), MAX_SHOWN)

const serveAssets = (app: App): void => {
  const css = readFileSync(new URL('./outbox.css', import.meta.url))
  const js = readFileSync(new URL('./outbox.js', import.meta.url))
  const { resolve } = createRequire(import.meta.url)
  const font = (name: string): Buffer => readFileSync(resolve(`@expo-google-fonts/rubik/${name}`))
  const fonts: Readonly<Record<string, Buffer>> = {
    '400': font('400Regular/Rubik_400Regular.ttf'),
    '700': font('700Bold/Rubik_700Bold.ttf'),
  }
  app.get('/dev/outbox/outbox.css', (_, reply) => reply.type('text/css; charset=utf-8').send(css))
  app.get('/dev/outbox/outbox.js', (_, reply) => reply.type('text/javascript; charset=utf-8').send(js))
  for (const [weight, bytes] of Object.entries(fonts))
    app.get(`/dev/outbox/fonts/${weight}.ttf`, (_, reply) =>
      reply.type('font/ttf').header('cache-control', 'max-age=86400').send(bytes),
    )
}

/**
 * `/dev/outbox` and `GET /api/dev/messages`: the messages of the outbox, codes included. They exist only where messages
 * stay in the outbox, and never in production.
 */
export const outbox = (app: App, platform: Platform): void => {
  if (platform.settings.messages.where !== 'outbox' || platform.settings.production) return
  serveAssets(app)

  app.get('/api/dev/messages', async ({ query }) => ({
    data: (await messagesTo(platform, recipientParam(query))).map(viewMessage),
  }))

  app.get('/dev/outbox', async (request, reply) => {
    const to = recipientParam(request.query)
    const lang = langOf(request)
    const rows = await messagesTo(platform, to)
    const isFragment = (request.query as { fragment?: unknown }).fragment === '1'
    const html = (isFragment ? outboxList : outboxPage)(rows, to, { lang, t: translatorFor(lang) })
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
  })

  app.get<{ Params: { uuid: string } }>('/dev/outbox/:uuid/letter', async (request, reply) => {
    const { uuid } = request.params
    const row = UUID.test(uuid) ? await messageById(platform.db, uuid) : undefined
    const html = row && htmlOf(row)
    if (!html) return sendRefusal(request, reply, refuse('not_found'))
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups")
      .send(html)
  })

  app.get<{ Params: { uuid: string; index: string } }>(
    '/dev/outbox/:uuid/attachments/:index',
    async (request, reply) => {
      const { uuid, index } = request.params
      const row = UUID.test(uuid) ? await messageById(platform.db, uuid) : undefined
      const attachment = row?.attachments?.[Number(index)]
      const bytes = attachment && (await platform.files.get(attachment.file_key))
      if (!attachment || !bytes) return sendRefusal(request, reply, refuse('not_found'))
      return reply
        .type(attachment.content_type)
        .header('content-disposition', `inline; filename*=UTF-8''${encodeURIComponent(attachment.name)}`)
        .send(Buffer.from(bytes))
    },
  )
}
