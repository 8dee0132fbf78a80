import { createRegister, openShift, pairRegister } from '@kartis/contract/registers.ts'
import type { Producer } from '@kartis/testing/people.ts'
import { booksOf, checkBooks, openDatabase } from './database.ts'
import { costText } from './load.ts'
import { median, middleOf } from './percentiles.ts'
import type { Benchmark } from './report.ts'
import { type Server, startKartis } from './servers.ts'
import { type Timed, untilOver } from './until-over.ts'
import { headersOf, producer, type Sale, sale } from './world.ts'

const REGISTERS = 16
const PLENTY = 1_000_000

interface Round extends Timed {
  readonly wrong: number
}

/** The headers of a register with an open shift. */
const pairedRegister = async (server: Server, owner: Producer, place: number): Promise<Record<string, string>> => {
  const { data: added } = await owner.call(createRegister, { body: { label: `קופה ${place + 1}`, branch: 'כניסה' } })
  const { data: paired } = await owner.call(pairRegister, { body: { code: added.pairing.code } })
  const headers = { ...headersOf(owner), 'x-device-token': paired.token }
  const response = await fetch(`${server.url}/api${openShift.path}`, {
    method: openShift.method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ opening_cash: 200 }),
  })
  if (!response.ok) throw new Error(`the shift did not open: ${await response.text()}`)
  return headers
}

/** Every register sells one ticket for cash after another until the time is over. */
const selling = async (
  server: Server,
  { event, type }: Sale,
  registers: readonly Record<string, string>[],
  seconds: number,
): Promise<Round> => {
  let wrong = 0
  const timed = await untilOver(server, { seconds, width: registers.length }, async (client, place) => {
    const { status, ms } = await client.send(`${server.url}/api/v1/cashier/sales`, {
      method: 'POST',
      headers: registers[place] ?? {},
      body: {
        event_uuid: event,
        items: [{ events_ticket_uuid: type, quantity: 1 }],
        total_amount: 100,
        method: 'cash',
      },
    })
    if (status === 201) return ms
    wrong += 1
    return undefined
  })
  return { ...timed, wrong }
}

/** Cash sales of many registers at one event. */
export const boxOffice: Benchmark = {
  name: 'box-office',
  what: `cash sales of ${REGISTERS} registers at one event, each with its tickets in the reply`,
  run: async ({ seconds, rounds }) => {
    const server = await startKartis()
    const db = openDatabase(server.database)
    try {
      const owner = await producer(server.url)
      const on = await sale(owner, PLENTY)
      const registers: Record<string, string>[] = []
      for (let place = 0; place < REGISTERS; place++) registers.push(await pairedRegister(server, owner, place))
      await selling(server, on, registers, 2)
      const sold: Round[] = []
      for (let round = 0; round < rounds; round++) sold.push(await selling(server, on, registers, seconds))
      const wrong = sold.reduce((sum, round) => sum + round.wrong, 0)
      return [
        {
          name: `cash sales, ${REGISTERS} registers`,
          rate: median(sold.map(({ rate }) => rate)),
          ...middleOf(sold),
          note: `durable. ${costText(sold.map(({ cost }) => cost))}`,
        },
        { name: 'no sale was refused', proof: wrong === 0, note: `${wrong} such` },
        { name: 'the totals agree', ...checkBooks(await booksOf(db, on.event)) },
      ]
    } finally {
      await db.end()
      await server.stop()
    }
  },
}
