import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { crowd, openClient } from '@kartis/testing/http-client.ts'
import { type Percentiles, percentilesOf } from './percentiles.ts'
import type { Figure } from './report.ts'

const DEVICES = 40
const BATCH = 200
/** As at an arena without reception: each ticket was scanned at sixteen phones. */
const TIMES = 16
const HOURS = 8
/** One scan with a network and one reservation, this often, while the phones send. */
const BESIDE_MS = 100
/** What a steward waits for a scan beside them, p95. */
const SCAN_MS = 250
const MAX_TRIES = 60

export interface Evening {
  readonly url: string
  readonly event: string
  readonly headers: Readonly<Record<string, string>>
  /** Tickets that nobody has scanned, sold before the evening. */
  readonly ids: readonly string[]
  /** How many tickets have entered, of the counter of the event. */
  readonly entered: () => Promise<number>
}

type Client = ReturnType<typeof openClient>

/** The scans of one phone: a part of the tickets, over the hours that it was alone. */
const scansOf = (device: number, tickets: readonly string[], now: number) => {
  const own = tickets.flatMap((ticket, place) =>
    Array.from({ length: TIMES }, (_, time) => ({ ticket, device: (place * TIMES + time) % DEVICES })),
  )
  const mine = own.filter((each) => each.device === device)
  const every = (HOURS * 3_600_000) / Math.max(1, mine.length)
  return mine.map(({ ticket }, seq) => ({
    device_seq: seq + 1,
    scan_uuid: randomUUID(),
    ticket_uuid: ticket,
    verdict: 'admitted',
    scanned_at: new Date(now - HOURS * 3_600_000 + seq * every).toISOString(),
  }))
}

/** Sends one phone's scans in batches, one after another, and waits where the server says so, as phones do. */
const uploadAll = async (client: Client, at: Evening, device: number, tickets: readonly string[]) => {
  const scans = scansOf(device, tickets, Date.now())
  let [sent, waited] = [0, 0]
  for (let from = 0; from < scans.length; from += BATCH) {
    const body = {
      device_id: `arena ${device}`,
      sent_at: new Date().toISOString(),
      scans: scans.slice(from, from + BATCH),
    }
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const url = `${at.url}/api/v1/producer/events/${at.event}/check_in/scans`
      const { status, headers } = await client.send(url, { method: 'POST', headers: at.headers, body })
      if (status === 200) {
        sent += body.scans.length
        break
      }
      waited++
      await sleep(Number(headers['retry-after'] ?? 1) * 1000)
    }
  }
  return { sent, waited }
}

/** Requests of others, one every tenth of a second, until the phones have sent everything. */
const beside = async (act: (place: number) => Promise<{ readonly status: number; readonly ms: number }>) => {
  const [times, wrong]: [number[], number[]] = [[], []]
  const run = { isOver: false }
  const running = (async () => {
    for (let place = 0; !run.isOver; place++) {
      const { status, ms } = await act(place)
      times.push(ms)
      if (status >= 400 || status === 0) wrong.push(status)
      await sleep(BESIDE_MS)
    }
  })()
  return {
    end: async (): Promise<Percentiles & { readonly done: number; readonly wrong: number }> => {
      run.isOver = true
      await running
      return { ...percentilesOf(times), done: times.length, wrong: wrong.length }
    },
  }
}

/** Forty phones that send eight hours of scans at the same moment, while others scan with a network and buy. */
export const eveningFigures = async (at: Evening, scans: number): Promise<readonly Figure[]> => {
  const client = openClient(DEVICES + 2)
  const tickets = at.ids.slice(0, Math.ceil(scans / TIMES))
  const online = at.ids.slice(tickets.length)
  const before = await at.entered()
  const scanning = await beside((place) =>
    client.send(`${at.url}/api/v1/producer/events/${at.event}/scan_ticket`, {
      method: 'POST',
      headers: at.headers,
      body: { ticket_uuid: online[place % online.length], scan_uuid: randomUUID() },
    }),
  )
  const buying = await beside(() =>
    client.send(`${at.url}/api/v1/public/events/${at.event}/availability`, { headers: { 'x-app-name': 'order' } }),
  )
  const began = performance.now()
  const sent: { readonly sent: number; readonly waited: number }[] = []
  await crowd(DEVICES, DEVICES, async (device) => void sent.push(await uploadAll(client, at, device, tickets)))
  const seconds = (performance.now() - began) / 1000
  const [scan, sale] = [await scanning.end(), await buying.end()]
  client.close()
  const total = sent.reduce((sum, each) => sum + each.sent, 0)
  const waits = sent.reduce((sum, each) => sum + each.waited, 0)
  const entered = (await at.entered()) - before - scan.done + scan.wrong
  return [
    {
      name: `${DEVICES} phones send ${(tickets.length * TIMES).toLocaleString('en')} scans of ${HOURS} hours at once`,
      rate: Math.round(total / seconds),
      proof: total === tickets.length * TIMES && entered === tickets.length,
      note: `${total.toLocaleString('en')} arrived in ${seconds.toFixed(1)} s, after ${waits} waits; ${entered.toLocaleString('en')} of ${tickets.length.toLocaleString('en')} tickets counted, each once`,
    },
    {
      name: 'a scan with a network beside them',
      ...scan,
      proof: scan.p95 <= SCAN_MS && scan.wrong === 0,
      note: `p95 at most ${SCAN_MS} ms; ${scan.done} scans, ${scan.wrong} refused`,
    },
    {
      name: 'what is left, for a buyer beside them',
      p50: sale.p50,
      p95: sale.p95,
      p99: sale.p99,
      proof: sale.wrong === 0,
      note: `${sale.done} requests, ${sale.wrong} refused`,
    },
  ]
}
