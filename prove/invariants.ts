import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { SCARCE, type Confirmed } from './crowd.ts'
import type { Line, Scene } from './scenario.ts'

/**
 * Milliseconds for which the installation may catch up with its jobs: one whose process was killed waits up to 45 s, and a
 * refund that it was sending counts as crashed after two minutes, and is sent again with the next retry of its job.
 */
const CATCH_UP_MS = 240_000
const EVERY_MS = 250
/** Statuses that a caller may get at any time; the others are errors of the server. */
const SERVER_ERROR = /^\S+ 5(?!03)/

/** Runs against PostgreSQL itself, beside whatever is broken before it. */
export const withPool = async <T>(url: string, act: (pool: Pool) => Promise<T>): Promise<T> => {
  const pool = new Pool({ connectionString: url, max: 2, options: '-c timezone=UTC' })
  pool.on('error', () => undefined)
  try {
    return await act(pool)
  } finally {
    await pool.end()
  }
}

const numberOf = async (pool: Pool, text: string, values: readonly unknown[]): Promise<number> => {
  const { rows } = await pool.query<{ n: string }>(text, [...values])
  return Number(rows[0]?.n ?? Number.NaN)
}

/** What must come to nothing once every job is done, counted by event. */
const PENDING = {
  'payments that the gateway has charged': `select count(*) n from payments where event_id = $1 and status <> 'paid' and id::text = any($2)`,
  refunds: `select count(*) n from refunds where event_id = $1 and status = 'queued'`,
  'orders without a message': `select count(*) n from orders o where event_id = $1 and paid_at is not null
    and not exists (select from messages m where m.order_id = o.id and m.channel = 'sms' and m.template = 'tickets_ready')`,
  'payments that are not booked': `select count(*) n from payments p where event_id = $1 and status = 'paid'
    and not exists (select from journals j where j.kind in ('sale', 'cash_sale') and j.ref = p.id::text)`,
} as const

/** Waits until messages, refunds and bookings have caught up; what is left then is in the note. */
const catchUp = async (pool: Pool, { installation, stage }: Scene): Promise<Line> => {
  const charged = [...installation.gateway.charges.keys()]
  const began = Date.now()
  for (;;) {
    const left: string[] = []
    for (const [name, text] of Object.entries(PENDING)) {
      const count = await numberOf(pool, text, text.includes('$2') ? [stage.event, charged] : [stage.event])
      if (count > 0) left.push(`${count} ${name}`)
    }
    const took = Date.now() - began
    if (left.length === 0 || took > CATCH_UP_MS)
      return {
        what: 'jobs catch up',
        holds: left.length === 0,
        note: left.length === 0 ? `after ${(took / 1000).toFixed(1)} s` : left.join(', '),
      }
    await sleep(EVERY_MS)
  }
}

const reservations = async (pool: Pool, event: string, confirmed: Confirmed): Promise<Line> => {
  const { rows } = await pool.query<{ id: string }>('select id from orders where event_id = $1', [event])
  const existing = new Set(rows.map(({ id }) => id))
  const lost = [...confirmed.reserved].filter((id) => !existing.has(id))
  return {
    what: 'every confirmed reservation is there',
    holds: lost.length === 0,
    note: `${confirmed.reserved.size} confirmed, ${lost.length} lost`,
  }
}

const tickets = async (pool: Pool, event: string, confirmed: Confirmed): Promise<Line[]> => {
  const { rows } = await pool.query<{
    order_id: string
    status: string
    requested: number
    issued: number
    paid: boolean
  }>(
    `select o.id as order_id, o.status, o.tickets_count as requested, o.paid_at is not null as paid,
       (select count(*)::int from tickets t where t.event_id = o.event_id and t.order_id = o.id) as issued
     from orders o where o.event_id = $1`,
    [event],
  )
  const byId = new Map(rows.map((row) => [row.order_id, row]))
  const lost = [...confirmed.tickets].filter(
    ([id, seen]) => byId.get(id)?.issued !== seen.length || !byId.get(id)?.paid,
  )
  const short = rows.filter(({ paid, requested, issued }) => (paid ? requested !== issued : issued !== 0))
  const uncancelled = [...confirmed.cancelled].filter(
    (id) => !['refunded', 'cancelled'].includes(byId.get(id)?.status ?? ''),
  )
  const codes = [...confirmed.tickets.values()].flat()
  return [
    {
      what: 'every ticket that a buyer saw exists once',
      holds: lost.length === 0 && new Set(codes).size === codes.length,
      note: `${confirmed.tickets.size} orders with ${codes.length} tickets seen, ${lost.length} lost`,
    },
    {
      what: 'every paid order has all its tickets, and no other order has any',
      holds: short.length === 0,
      note: `${rows.filter(({ paid }) => paid).length} paid of ${rows.length}, ${short.length} wrong`,
    },
    {
      what: 'every confirmed cancellation stands',
      holds: uncancelled.length === 0,
      note: `${confirmed.cancelled.size} confirmed, ${uncancelled.length} lost`,
    },
  ]
}

const stock = async (pool: Pool, event: string): Promise<Line> => {
  const { rows } = await pool.query<{ total: number; held: number; sold: number; in_holds: number; valid: number }>(
    `select s.total, s.held, s.sold,
       (select coalesce(sum(l.quantity), 0)::int from order_lines l join orders o on o.event_id = l.event_id and o.id = l.order_id
         where l.event_id = $1 and l.ticket_type_id = s.ticket_type_id and o.status in ('reserved', 'pending_payment')) as in_holds,
       (select count(*)::int from tickets t where t.event_id = $1 and t.ticket_type_id = s.ticket_type_id and t.status = 'valid') as valid
     from stock s where s.event_id = $1`,
    [event],
  )
  const oversold = rows.filter(({ total, held, sold }) => held + sold > total)
  const wrong = rows.filter(({ held, sold, in_holds: inHolds, valid }) => held !== inHolds || sold !== valid)
  const scarce = rows.find(({ total }) => total === SCARCE)
  return {
    what: 'nothing is oversold, and the counters are what orders and tickets say',
    holds: rows.length === 3 && oversold.length === 0 && wrong.length === 0,
    note: `${scarce?.sold ?? 0} + ${scarce?.held ?? 0} held of the ${SCARCE} that many requested; ${oversold.length} oversold, ${wrong.length} wrong`,
  }
}

const money = async (pool: Pool, { installation, stage }: Scene): Promise<Line[]> => {
  const { rows } = await pool.query<{ id: string; amount: number; refunded: number; status: string }>(
    `select id, amount, refunded, status from payments where event_id = $1`,
    [stage.event],
  )
  const { charges, refunds } = installation.gateway
  const returned = new Map<string, number>()
  for (const { payment, amount } of refunds) returned.set(payment, (returned.get(payment) ?? 0) + amount)
  const paid = new Map(rows.filter(({ status }) => status === 'paid').map((row) => [row.id, row]))
  const lost = [...charges].filter(([id, amount]) => paid.get(id)?.amount !== amount)
  const unpaid = [...paid.keys()].filter((id) => !charges.has(id))
  const differing = [...paid.values()].filter(({ id, refunded }) => refunded !== (returned.get(id) ?? 0))
  const over = [...returned].filter(([id, amount]) => amount > (charges.get(id) ?? 0))
  const sum = (values: Iterable<number>): number => [...values].reduce((left, right) => left + right, 0) / 100
  return [
    {
      what: 'every charge of the gateway is a payment of ours, and every payment was charged',
      holds: lost.length === 0 && unpaid.length === 0,
      note: `${charges.size} charges, ${sum(charges.values()).toFixed(2)} ₪; ${lost.length} lost, ${unpaid.length} invented`,
    },
    {
      what: 'every refund was made once, and the sums agree',
      holds: differing.length === 0 && over.length === 0,
      note: `${refunds.length} refunds, ${sum(returned.values()).toFixed(2)} ₪; ${differing.length} differ, ${over.length} above their charge`,
    },
  ]
}

const evenJournals = async (pool: Pool, event: string): Promise<Line> => {
  const uneven = await numberOf(
    pool,
    `select count(*) n from (select from ledger_entries e join journals j using (account_id, seq)
      where j.event_id = $1 group by e.account_id, e.seq having sum(e.amount) <> 0) x`,
    [event],
  )
  const journals = await numberOf(pool, 'select count(*) n from journals where event_id = $1', [event])
  return { what: 'every journal sums to zero', holds: uneven === 0, note: `${uneven} of ${journals} do not` }
}

const ledger = async (pool: Pool, event: string): Promise<Line> => {
  const booked = await numberOf(pool, `select count(*) n from journals where event_id = $1 and kind = 'sale'`, [event])
  const payments = await numberOf(
    pool,
    `select count(*) n from payments where event_id = $1 and status = 'paid' and method = 'card'`,
    [event],
  )
  return {
    what: 'the ledger has every payment once',
    holds: booked === payments,
    note: `${booked} journals of ${payments} payments`,
  }
}

const messages = async (pool: Pool, event: string): Promise<Line> => {
  const { rows } = await pool.query<{ channel: string; n: number; doubled: number }>(
    `select channel, count(*)::int as n, count(*) filter (where times > 1)::int as doubled from
       (select m.order_id, m.channel, count(*) as times from messages m
         where m.event_id = $1 and m.template = 'tickets_ready' group by 1, 2) x group by 1`,
    [event],
  )
  const paid = await numberOf(pool, 'select count(*) n from orders where event_id = $1 and paid_at is not null', [
    event,
  ])
  const of = (channel: string) => rows.find((row) => row.channel === channel) ?? { n: 0, doubled: 0 }
  const [sms, mail] = [of('sms'), of('email')]
  return {
    what: 'every buyer got one SMS and one e-mail with the tickets',
    holds: sms.n === paid && mail.n === paid && sms.doubled + mail.doubled === 0,
    note: `${paid} paid orders: ${sms.n} SMS, ${mail.n} e-mails, ${sms.doubled + mail.doubled} twice`,
  }
}

const entries = async (pool: Pool, event: string, confirmed: Confirmed): Promise<Line> => {
  const admitted = await numberOf(
    pool,
    `select count(*) n from tickets where event_id = $1 and redeemed_at is not null`,
    [event],
  )
  const doubled = await numberOf(
    pool,
    // Two phones without a network may both have let a ticket in; then the later entry is recorded as a conflict.
    `select count(*) n from (select from scans s where event_id = $1 and verdict = 'admitted' group by ticket_id
      having count(*) > 1 + (select count(*) from check_in_conflicts c where c.event_id = $1 and c.ticket_id = s.ticket_id)) x`,
    [event],
  )
  const twice = [...confirmed.admitted.values()].filter((times) => times > 1).length
  return {
    what: 'nobody was admitted twice, and every entry is recorded',
    holds: twice === 0 && doubled === 0 && admitted >= confirmed.admitted.size,
    note: `${confirmed.admitted.size} confirmed, ${admitted} recorded, ${twice + doubled} twice`,
  }
}

const replies = ({ crowd, installation }: Scene): Line[] => {
  const statuses = [...crowd.requests.statuses()]
  const errors = statuses.filter(([name]) => SERVER_ERROR.test(name))
  const count = statuses.reduce((sum, [, times]) => sum + times, 0)
  return [
    {
      what: 'every request was decided in the end, and no reply was an error of the server',
      holds: errors.length === 0 && crowd.confirmed.undecided.length === 0,
      note: `${count} requests; ${errors.map(([name, times]) => `${times} × ${name}`).join(', ') || 'no error'}; ${crowd.confirmed.undecided.length} undecided${crowd.confirmed.undecided.length > 0 ? ` (${crowd.confirmed.undecided.slice(0, 3).join('; ')})` : ''}; the longest took ${(crowd.requests.longest() / 1000).toFixed(1)} s`,
    },
    { what: 'the server runs at the end', holds: !installation.server().hasEnded(), note: '' },
  ]
}

/** What must hold in the tables of an installation whatever happened, without anything that was confirmed to callers. */
export const checkTables = (url: string, event: string): Promise<readonly Line[]> =>
  withPool(url, async (pool) => {
    const paid = await numberOf(pool, 'select count(*) n from orders where event_id = $1 and paid_at is not null', [
      event,
    ])
    const wrong = await numberOf(
      pool,
      `select count(*) n from orders o where o.event_id = $1 and (select count(*) from tickets t where t.event_id = o.event_id and t.order_id = o.id)
        <> case when o.paid_at is null then 0 else o.tickets_count end`,
      [event],
    )
    const unequal = await numberOf(
      pool,
      `select coalesce(sum(amount), 0) - (select coalesce(sum(o.total), 0) from orders o where o.event_id = $1 and o.paid_at is not null) n
       from payments where event_id = $1 and status = 'paid'`,
      [event],
    )
    return [
      {
        what: 'every paid order has all its tickets, and its payment is its total',
        holds: paid > 0 && wrong === 0 && unequal === 0,
        note: `${paid} paid orders, ${wrong} wrong, ${unequal} agorot apart`,
      },
      await stock(pool, event),
      await evenJournals(pool, event),
    ]
  })

/** What must hold after every scenario: counted from the tables, and compared with what was confirmed to callers and what the gateway has. */
export const checkInvariants = (scene: Scene): Promise<readonly Line[]> =>
  withPool(scene.installation.ownerDatabase(), async (pool) => {
    const { event } = scene.stage
    const { confirmed } = scene.crowd
    return [
      await catchUp(pool, scene),
      await reservations(pool, event, confirmed),
      ...(await tickets(pool, event, confirmed)),
      await stock(pool, event),
      ...(await money(pool, scene)),
      await ledger(pool, event),
      await evenJournals(pool, event),
      await messages(pool, event),
      await entries(pool, event, confirmed),
      ...replies(scene),
    ]
  })
