import * as contract from '@kartis/contract/public-orders.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { holdUntil } from '@kartis/domain/hold.ts'
import { buildApp } from '../app.ts'
import { openPlatform } from '../platform/open-platform.ts'
import { type App, route } from '../platform/http/route.ts'
import { readSettings } from '../settings.ts'
import { orderToken, tokenHash } from '../modules/selling/orders/order-token.ts'

/**
 * A server whose reservation endpoint parses and replies like the real one, without database and decision: the upper limit
 * that the benchmark compares the real one with. Started with the environment of a server.
 */
const PRICE = 10_000

const withoutDatabase = async (app: App): Promise<void> => {
  let number = 100_000
  route(app, contract.reserve, async ({ body, now, platform }) => {
    const id = platform.newId()
    const token = orderToken(platform.keys, body.event_uuid, id)
    const items = body.items.map(({ events_ticket_uuid, quantity, seat_uuids, best }) => ({
      events_ticket_uuid,
      name: 'כניסה',
      quantity,
      ...((seat_uuids ?? best) && {
        seat_uuids: seat_uuids ?? Array.from({ length: quantity }, () => events_ticket_uuid),
      }),
      price: toShekels(PRICE),
      total: toShekels(PRICE * quantity),
    }))
    if (tokenHash(platform.keys, token).length === 0) throw new Error('no hash')
    return {
      data: {
        uuid: id,
        number: String(++number),
        token,
        status: 'reserved' as const,
        expires_at: holdUntil(now).toISOString(),
        total_amount: items.reduce((sum, item) => sum + item.total, 0),
        items,
      },
    }
  })
}

const settings = readSettings(process.env)
const { platform } = openPlatform(settings, { url: 'postgres://nobody@127.0.0.1:1/nothing', work: false })
const app = await buildApp(platform, { modules: [withoutDatabase] })
await app.listen({ port: settings.port, host: settings.host })
console.log(`Kartis is ready: ${settings.publicUrl}`)
