import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { decideScan, isAdmitted } from '@kartis/domain/admission.ts'
import { laneOf } from '@kartis/domain/lanes.ts'
import { crowd, openClient } from '@kartis/testing/http-client.ts'
import { chromium } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from '@kartis/testing/chromium.ts'
import { openDatabase } from './database.ts'
import { fillEvent } from './fill.ts'
import { eveningFigures } from './gate-evening.ts'
import { codesOf, type GatePhone, grantedBy, openPhone, pairPhones, untilStored } from './gate-phone.ts'
import { percentilesOf } from './percentiles.ts'
import type { Benchmark, Figure } from './report.ts'
import { searchingFigure } from './scan-power.ts'
import { type Server, startKartis } from './servers.ts'
import { headersOf, producer, sale } from './world.ts'

const TICKETS = 100_000
const DEVICES = 8
const SHARED = 10_000
const BATCH = 200
const READY_MS = 3000
const ALONE_MS = 50
const HUB_MS = 80
/** From the code to the result on the screen, at nineteen of twenty scans. */
const SHOWN_MS = 150
const UPLOADED = 300
const CASES = 100_000
/** Scans of an arena without reception. */
const EVENING = 50_000
const SCANS = 25
/** A page without a camera hides its addresses behind names that nothing here resolves: no phone would find the hub. */
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
/** A ticket without a type belongs to no lane. */
const TYPE = 'type'

/** Eight devices without a network, each with a lane, and every one of them sees every ticket. */
const lanesFigure = (ids: readonly string[]): Figure => {
  const plan = { count: DEVICES, gates: [] }
  const began = performance.now()
  const entered = ids.map(
    (id) =>
      Array.from({ length: DEVICES }, (_, device) => {
        const ticket = { id, eventId: 'e', ticketTypeId: TYPE, status: 'valid', redemption: 'pending' } as const
        const now = new Date()
        return decideScan({ codeKind: 'uuid', ticket, eventId: 'e', now, lanes: { plan, own: device + 1 } })
      }).filter(isAdmitted).length,
  )
  const sizes = ids.reduce<Record<number, number>>((sum, id) => {
    const lane = laneOf(plan, id, TYPE) ?? 0
    return { ...sum, [lane]: (sum[lane] ?? 0) + 1 }
  }, {})
  const took = performance.now() - began
  return {
    name: `lanes: ${DEVICES} devices, ${ids.length.toLocaleString('en')} tickets that all of them see`,
    proof: entered.every((times) => times === 1),
    note: `${entered.filter((times) => times > 1).length} twice, ${entered.filter((times) => times === 0).length} never, ${Math.round(took)} ms; lanes of ${Math.min(...Object.values(sizes))} to ${Math.max(...Object.values(sizes))}`,
  }
}

/** A test of the product with more cases than every run of the tests has. */
const testFigure = async (
  name: string,
  note: string,
  { file, title, env }: { readonly file: string; readonly title: string; readonly env: Record<string, string> },
): Promise<Figure> => {
  const began = performance.now()
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', file, '-t', title], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return { name, proof: code === 0, note: `${note}, ${Math.round((performance.now() - began) / 1000)} s` }
}

/** Eight phones that ask one hub for every ticket, each with the program of the product (`producer/shared/check-in/hub`). */
const hubFigure = (tickets: number): Promise<Figure> =>
  testFigure(
    `hub: ${DEVICES} devices, ${tickets.toLocaleString('en')} tickets that all of them ask for`,
    'each entered at exactly one of them',
    {
      file: 'producer/shared/check-in/hub/core.test.ts',
      title: 'lets each ticket in at exactly one of them',
      env: { CHECK_IN_TICKETS: String(tickets) },
    },
  )

/** The one decision of server and device, by random tickets, gates, hours and codes. */
const verdictFigure = (): Promise<Figure> =>
  testFigure(
    `server and device decide alike, ${CASES.toLocaleString('en')} random cases`,
    'same verdicts and reasons',
    {
      file: 'server/modules/check-in/admission/same-verdict.test.ts',
      title: 'server and device give the same verdict',
      env: { CHECK_IN_CASES: String(CASES) },
    },
  )

/** Scans of devices that come back after an evening without a network. */
const uploadFigure = async (server: Server, event: string, headers: Record<string, string>, ids: readonly string[]) => {
  const client = openClient(DEVICES)
  const batches = Array.from({ length: Math.floor(ids.length / BATCH) }, (_, place) =>
    ids.slice(place * BATCH, (place + 1) * BATCH),
  )
  const times: number[] = []
  const statuses: number[] = []
  const began = performance.now()
  await crowd(batches.length, DEVICES, async (place) => {
    const at = new Date().toISOString()
    const scans = (batches[place] ?? []).map((ticket_uuid, seq) => ({
      device_seq: place * BATCH + seq + 1,
      scan_uuid: randomUUID(),
      ticket_uuid,
      verdict: 'admitted',
      scanned_at: at,
    }))
    const { status, ms } = await client.send(`${server.url}/api/v1/producer/events/${event}/check_in/scans`, {
      method: 'POST',
      headers,
      body: { device_id: `phone ${place % DEVICES}`, sent_at: at, scans },
    })
    times.push(ms)
    statuses.push(status)
  })
  const rate = Math.round((batches.length * BATCH) / ((performance.now() - began) / 1000))
  client.close()
  return {
    name: `scans uploaded a second, ${DEVICES} devices, batches of ${BATCH}`,
    rate,
    ...percentilesOf(times),
    proof: rate >= UPLOADED && statuses.every((status) => status === 200),
    note: `at least ${UPLOADED}`,
  }
}

const timesFigure = (name: string, times: readonly number[], most: number): Figure => {
  const shown = percentilesOf([...times])
  return {
    name,
    ...shown,
    proof: shown.p50 < most && shown.p95 < SHOWN_MS,
    note: `p50 below ${most} ms, p95 below ${SHOWN_MS}: from the last key of the code to the result on the screen, ${times.length} scans`,
  }
}

/** Scans of one phone, in milliseconds each. */
const scansOf = async (phone: GatePhone, codes: readonly string[]): Promise<number[]> => {
  const times: number[] = []
  for (const code of codes) times.push(await phone.scan(code))
  return times.slice(5) // the first ones compile the code
}

const phoneFigures = async (
  server: Server,
  owner: Awaited<ReturnType<typeof producer>>,
  event: string,
  codes: readonly string[],
): Promise<Figure[]> => {
  const executablePath = chromiumPath()
  const browser = await chromium.launch({
    args: [...CHROMIUM_ARGS, ...CAMERA],
    ...(executablePath && { executablePath }),
  })
  try {
    const phone = await openPhone(browser, server.url, owner, event)
    const ready = await phone.readyMs()
    await phone.slow(false)
    await phone.wholeList()
    await phone.camera(true)
    const searching = await searchingFigure(browser)
    await phone.camera(false)
    await phone.cut()
    await phone.slow(true)
    const single = await scansOf(phone, codes.slice(0, SCANS + 5))
    const hub = await openPhone(browser, server.url, owner, event, 'gate-hub')
    for (const device of [hub, phone]) await device.slow(false)
    await hub.wholeList()
    await untilStored(hub, TICKETS)
    await pairPhones(hub, phone)
    await hub.cut()
    // One at a time: a page that Chromium slows down occupies a processor, also while it does nothing.
    await phone.slow(true)
    const toPhone = await scansOf(phone, codes.slice(SCANS + 5, 2 * SCANS + 10))
    await phone.slow(false)
    await hub.slow(true)
    const fromHub = await scansOf(phone, codes.slice(2 * SCANS + 10, 3 * SCANS + 15))
    const granted = await grantedBy(hub)
    return [
      {
        name: `${TICKETS.toLocaleString('en')} tickets ready after their download`,
        p50: ready,
        proof: ready < READY_MS,
        note: `at most ${READY_MS} ms; Chromium, processor slowed down 4 times`,
      },
      searching,
      timesFigure('a decision without a network', single, ALONE_MS),
      timesFigure('a decision of the hub, to a slow phone', toPhone, HUB_MS),
      timesFigure('a decision of a slow hub', fromHub, HUB_MS),
      {
        name: 'scans of that phone that the hub granted',
        proof: granted >= 2 * SCANS,
        note: `${granted} of ${2 * SCANS + 10}; what it does not answer in time the phone decides alone`,
      },
    ]
  } finally {
    await browser.close()
  }
}

/** What the gate promises at an event with very many tickets. */
export const gate: Benchmark = {
  name: 'gate',
  what: `the gate of an event with ${TICKETS.toLocaleString('en')} tickets: phone, hub, lanes, uploads`,
  run: async ({ tickets = SHARED }) => {
    const server = await startKartis({ NODE_ENV: 'development', RATE_LIMITS: 'off' })
    const db = openDatabase(server.database)
    try {
      const owner = await producer(server.url)
      const { event, type } = await sale(owner, TICKETS)
      await fillEvent(db, { event, type, tickets: TICKETS })
      const { rows } = await db.query<{ id: string; order: string; isOld: boolean }>(
        `select id, order_id as "order", created_at < now() - interval '1 day' as "isOld"
         from tickets where event_id = $1 order by random()`,
        [event],
      )
      const orders = [...new Set(rows.slice(-3 * SCANS - 20).map(({ order }) => order))]
      const codes = await codesOf(owner, orders)
      const phones = await phoneFigures(server, owner, event, codes)
      const ids = rows.slice(0, Math.min(tickets, TICKETS)).map(({ id }) => id)
      const upload = await uploadFigure(server, event, headersOf(owner), ids)
      const { rows: counts } = await db.query<{ twice: string; entered: string }>(
        `select (select count(*) from (select from scans where event_id = $1 and verdict = 'admitted'
             group by ticket_id having count(*) > 1) t) as twice,
           (select entered from event_entries where event_id = $1) as entered`,
        [event],
      )
      const evening = await eveningFigures(
        {
          url: server.url,
          event,
          headers: headersOf(owner),
          // A scan from before its ticket was sold is a conflict and no entry.
          ids: rows
            .slice(ids.length, -3 * SCANS - 20)
            .filter(({ isOld }) => isOld)
            .map(({ id }) => id),
          entered: async () => {
            const { rows: found } = await db.query<{ entered: string }>(
              'select entered from event_entries where event_id = $1',
              [event],
            )
            return Number(found[0]?.entered ?? 0)
          },
        },
        EVENING,
      )
      return [
        ...phones,
        lanesFigure(ids),
        await hubFigure(SHARED),
        await verdictFigure(),
        upload,
        ...evening,
        {
          name: 'no ticket entered twice',
          proof: counts[0]?.twice === '0',
          note: `${counts[0]?.entered} entered. Load of the machine ${loadavg()
            .map((load) => load.toFixed(1))
            .join(', ')}`,
        },
      ]
    } finally {
      await db.end()
      await server.stop()
    }
  },
}
