import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pay, type Reservation, reserve, showBuyerOrder, updateOrder } from '@kartis/contract/public-orders.ts'
import { newProducer } from '@kartis/testing/people.ts'
import { createSale, type Sale } from '@kartis/testing/sales.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Child, freePort, startChild } from './testing/child.ts'

const BUYERS = 6
const dataDir = mkdtempSync(join(tmpdir(), 'kartis-loss-'))
let server: Child
let sale: Sale

beforeAll(async () => {
  // With its own durable PostgreSQL, as an operator starts it.
  const port = await freePort()
  server = await startChild(port, { DATA_DIR: dataDir, LOG_LEVEL: 'fatal', PUBLIC_URL: `http://localhost:${port}` })
  const producer = await newProducer(server.url)
  sale = await createSale(producer, { types: [{ price: 0, sum_total_available: 100_000 }] })
})
afterAll(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

/** Process id of the running PostgreSQL, and its port. */
const postmaster = (): { pid: number; port: string } => {
  const [file = ''] = globSync(join(dataDir, 'postgres/**/postmaster.pid'))
  const lines = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(lines[0]), port: lines[3] ?? '' }
}

interface Reply {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: { data?: unknown }
}

const send = async (method: string, path: string, body: object | undefined, headers: object = {}): Promise<Reply> => {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: JSON.parse(text) as { data?: unknown },
  }
}

/** What was acknowledged: orders, and those whose tickets were. */
const acknowledged = {
  reserved: new Set<string>(),
  paid: new Set<string>(),
  statuses: new Map<number, number>(),
  paidAt: [] as number[],
}
const failures: Reply[] = []
/** The tickets page of the newest order. */
let lastPage = ''

const noted = (reply: Reply): Reply => {
  acknowledged.statuses.set(reply.status, (acknowledged.statuses.get(reply.status) ?? 0) + 1)
  if (reply.status >= 500) failures.push(reply)
  return reply
}

const buy = async (): Promise<void> => {
  const type = sale.types[0]
  const cart = { event_uuid: sale.event.uuid, items: [{ events_ticket_uuid: type?.uuid, quantity: 1 }] }
  const held = noted(await send('POST', reserve.path, cart))
  if (held.status !== 201) return
  const order = held.body.data as Reservation
  acknowledged.reserved.add(order.uuid)
  const token = { 'x-order-token': order.token }
  const at = (path: string): string => path.replace(':uuid', order.uuid)
  const details = { name: 'דנה כהן', phone: '0521234567', email: 'dana@example.co.il' }
  if (noted(await send('PATCH', at(updateOrder.path), details, token)).status !== 200) return
  const bought = noted(await send('POST', at(pay.path), {}, token))
  if (bought.status !== 200) return
  acknowledged.paid.add(order.uuid)
  acknowledged.paidAt.push(Date.now())
  lastPage = `/order/tickets/${order.uuid}?token=${order.token}`
  noted(await send('GET', at(showBuyerOrder.path), undefined, token))
}

/** Buyers in parallel, each the next order as soon as the last one is decided. */
const keepBuying = (): { stop: () => Promise<void> } => {
  const stopping = new AbortController()
  const buyer = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await buy()
      await sleep(10)
    }
  }
  const buyers = Array.from({ length: BUYERS }, buyer)
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(buyers)
    },
  }
}

const until = async (isDone: () => boolean | Promise<boolean>, milliseconds: number): Promise<number> => {
  const began = Date.now()
  while (!(await isDone())) {
    if (Date.now() - began > milliseconds) throw new Error(`not within ${milliseconds} ms`)
    await sleep(20)
  }
  return Date.now() - began
}

/** Ends PostgreSQL; when called again, the one that was started in its place, if it runs already. */
const endPostgres = (signal: NodeJS.Signals): (() => void) => {
  let ended = 0
  return () => {
    try {
      const { pid } = postmaster()
      if (pid === ended) return
      process.kill(pid, signal)
      ended = pid
    } catch {
      // Its file is being written, or it has ended.
    }
  }
}

const isReady = async (): Promise<boolean> => (await fetch(`${server.url}/readyz`)).status === 200

describe('a server whose PostgreSQL ends in the middle of purchases', { timeout: 120_000 }, () => {
  test.each([
    ['is killed', 'SIGKILL'],
    ['stops at once', 'SIGQUIT'],
  ] as const)('lives on when it %s, says 503, and sells again within seconds', async (_how, signal) => {
    const buying = keepBuying()
    const sold = acknowledged.paid.size
    await until(() => acknowledged.paid.size > sold + 20, 20_000)
    failures.length = 0
    const { pid } = postmaster()
    const killedAt = Date.now()
    const end = endPostgres(signal)
    const pages: { status: number; waits: boolean; reloads: boolean }[] = []
    let isDown = false
    // The first page may be served just before the database is missed.
    const notReadyAfter = await until(async () => {
      // With its files in memory it may be back before a page misses it.
      end()
      // A page of one buyer, which no cache has.
      const page = await fetch(`${server.url}${lastPage}`, { headers: { accept: 'text/html' } })
      const reloads = (await page.text()).includes('http-equiv="refresh"')
      pages.push({ status: page.status, waits: page.headers.has('retry-after'), reloads })
      isDown ||= !(await isReady())
      return isDown && pages.some(({ status: each }) => each === 503)
    }, 2000)
    const soldAgain = await until(() => (acknowledged.paidAt.at(-1) ?? 0) > killedAt + notReadyAfter, 20_000)
    await until(isReady, 5000)
    const after = acknowledged.paid.size
    await until(() => acknowledged.paid.size > after + 20, 20_000)
    await buying.stop()
    expect(postmaster().pid).not.toBe(pid)
    expect(soldAgain).toBeLessThan(15_000)
    expect(server.hasEnded(), server.output()).toBe(false)
    expect(pages.map(({ status }) => status)).toContain(503)
    expect(pages.filter(({ status }) => status !== 200)).toEqual(
      pages.flatMap(({ status }) => (status === 200 ? [] : [{ status: 503, waits: true, reloads: true }])),
    )
    expect(failures.length).toBeGreaterThan(0)
    expect(failures.map(({ status, retryAfter, body }) => ({ status, retryAfter, body }))).toEqual(
      failures.map(() => ({
        status: 503,
        retryAfter: expect.stringMatching(/^\d+$/),
        body: { error: expect.objectContaining({ code: 'overloaded' }) },
      })),
    )
  })

  test('loses nothing: every order and ticket that was acknowledged is there, and the counters agree', async () => {
    const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8').trim()
    const client = new Client({
      connectionString: `postgres://kartis:${password}@127.0.0.1:${postmaster().port}/kartis`,
    })
    await client.connect()
    const orders = await client.query<{ id: string; status: string; tickets: number }>(
      `select o.id, o.status, (select count(*)::int from tickets t where t.event_id = o.event_id and t.order_id = o.id) as tickets
       from orders o where o.event_id = $1`,
      [sale.event.uuid],
    )
    const stock = await client.query<{ held: number; sold: number }>(
      'select held, sold from stock where ticket_type_id = $1',
      [sale.types[0]?.uuid],
    )
    await client.end()
    const byId = new Map(orders.rows.map((row) => [row.id, row]))
    expect([...acknowledged.reserved].filter((id) => !byId.has(id))).toEqual([])
    expect(
      [...acknowledged.paid].filter((id) => byId.get(id)?.status !== 'paid' || byId.get(id)?.tickets !== 1),
    ).toEqual([])
    expect(stock.rows[0]).toEqual({
      sold: orders.rows.reduce((sum, row) => sum + row.tickets, 0),
      held: orders.rows.filter(({ status }) => status === 'reserved' || status === 'pending_payment').length,
    })
  })
})
