import { crowd, openClient } from '@kartis/testing/http-client.ts'
import { booksOf, checkBooks, openDatabase } from './database.ts'
import { phoneOf } from './buyer.ts'
import { percentilesOf } from './percentiles.ts'
import { untilQuiet } from './quiet.ts'
import type { Benchmark } from './report.ts'
import { startKartis } from './servers.ts'
import { headersOf, producer, sale } from './world.ts'

const GUESTS = 10_000
/** Requests at once, as few people's guest lists make. */
const WIDTH = 8
const TARGET_SECONDS = 30

/** A long guest list: tickets for each guest, and the SMS of each sent. */
export const invitations: Benchmark = {
  name: 'invitations',
  what: 'free tickets for a long guest list, each sent by SMS',
  run: async ({ tickets: guests = GUESTS }) => {
    const server = await startKartis()
    const db = openDatabase(server.database)
    const client = openClient(WIDTH)
    try {
      const owner = await producer(server.url)
      const headers = headersOf(owner)
      const { event, type } = await sale(owner, guests)
      const times: number[] = []
      let wrong = 0
      const before = server.cpu()
      const began = performance.now()
      await crowd(guests, WIDTH, async (place) => {
        const { status, ms } = await client.send(`${server.url}/api/v1/producer/events/${event}/invitations`, {
          method: 'POST',
          headers,
          body: {
            recipient: { name: 'דנה כהן', phone: phoneOf(place) },
            items: [{ events_ticket_uuid: type, quantity: 1 }],
          },
        })
        times.push(ms)
        if (status !== 201) wrong += 1
      })
      const invited = (performance.now() - began) / 1000
      const sent = await untilQuiet(db, event, guests)
      const took = (performance.now() - began) / 1000
      const after = server.cpu()
      const each = (used: number): number => Math.round((used / guests) * 1_000_000)
      return [
        {
          name: `${guests.toLocaleString('en')} guests invited, ${WIDTH} requests at once`,
          rate: guests / invited,
          ...percentilesOf(times),
          note: `${invited.toFixed(1)} s. CPU for each, its SMS included: server ${each(after.server - before.server)} µs, database ${each(after.database - before.database)} µs`,
        },
        {
          name: `invited and their SMS sent, of ${TARGET_SECONDS} s for 10,000`,
          ofCeiling: ((guests / 10_000) * TARGET_SECONDS) / took,
          target: 1,
          note: `${took.toFixed(1)} s`,
        },
        { name: 'every guest has an SMS that was sent', proof: sent === guests, note: `${sent} sent` },
        { name: 'no request was refused', proof: wrong === 0, note: `${wrong} such` },
        { name: 'the totals agree', ...checkBooks(await booksOf(db, event)) },
      ]
    } finally {
      client.close()
      await db.end()
      await server.stop()
    }
  },
}
