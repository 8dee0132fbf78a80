import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRefundRun } from '@kartis/contract/refund-runs.ts'
import { listStatements, showStatement } from '@kartis/contract/statements.ts'
import type { Pool } from 'pg'
import { openDatabase } from './database.ts'
import { fillEvent } from './fill.ts'
import { acquirerLines, bookPayments, fillProducers, untilBooked } from './fill-books.ts'
import { type Operator, openOperator } from './operator.ts'
import { median } from './percentiles.ts'
import type { Benchmark, Figure } from './report.ts'
import { startKartis } from './servers.ts'
import { producer, type Sale, sale } from './world.ts'
import type { Producer } from '@kartis/testing/people.ts'

const ORDERS = 100_000
/** Orders of the large event for each producer who is paid. */
const PART = 10
const REPEATS = 3
/** What a command may hold besides one that does nothing, however long its file is. */
const MAX_MORE_MB = 150

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`

const within = (name: string, ms: number, most: number, note = ''): Figure => ({
  name,
  proof: ms <= most,
  note: `${most < 1000 ? `${Math.round(ms)} ms` : seconds(ms)}, at most ${most < 1000 ? `${most} ms` : seconds(most)}${note && `; ${note}`}`,
})

const timed = async <T>(act: () => Promise<T>): Promise<{ readonly ms: number; readonly result: T }> => {
  const began = performance.now()
  const result = await act()
  return { ms: performance.now() - began, result }
}

const repeated = async (act: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let time = 0; time < REPEATS; time++) times.push((await timed(act)).ms)
  return median(times)
}

interface Bench {
  readonly owner: Producer
  readonly on: Sale
  readonly db: Pool
  readonly operator: Operator
  /** Milliseconds that a command takes that does nothing. */
  readonly start: number
  /** Bytes that such a command holds. */
  readonly idle: number
}

/** The statement of an event of so many orders: made, shown, and as a PDF. */
const statementFigures = async ({ owner, on, db, operator, start }: Bench, orders: number): Promise<Figure[]> => {
  await bookPayments(db, on.event)
  const booking = await timed(() => untilBooked(db, on.event, orders))
  await db.query(
    `update events set starts_at = now() - interval '20 days', ends_at = now() - interval '19 days' where id = $1`,
    [on.event],
  )
  await db.query('vacuum analyze journals, ledger_entries, payments, events')
  const made = await operator.run(['statements', 'draft', '--by', 'bench', '--account', owner.account])
  const [statement] = (await owner.call(listStatements, { query: {} })).data
  if (!statement) throw new Error(`no statement was made: ${made.output}`)
  const shown = await repeated(() => owner.call(showStatement, { params: { uuid: statement.uuid } }))
  return [
    {
      name: `payments of ${orders.toLocaleString('en')} orders booked into the ledger`,
      rate: orders / (booking.ms / 1000),
    },
    {
      name: 'its statement made',
      note: `${seconds(made.ms - start)} besides the start of the command`,
    },
    within('its statement shown', shown, 300),
  ]
}

const reportFigure = async ({ on, db, operator, start, idle }: Bench, orders: number): Promise<Figure> => {
  const file = join(operator.folder, 'report.csv')
  writeFileSync(file, await acquirerLines(db, on.event))
  const { ms, peak, output } = await operator.run(['reconcile', 'load', file, '--acquirer', 'bench'])
  const isWhole = output.includes(`${orders} lines`) && output.includes(': 0 differences')
  const figure = within(
    `${orders.toLocaleString('en')} rows of an acquirer matched`,
    ms - start,
    30_000,
    `${Math.round((peak - idle) / 1e6)} MB more than a command that does nothing, at most ${MAX_MORE_MB}; ${output.trim()}`,
  )
  return { ...figure, proof: figure.proof === true && isWhole && peak - idle <= MAX_MORE_MB * 1e6 }
}

const bankFigures = async ({ operator }: Bench, producers: number): Promise<Figure[]> => {
  const out = join(operator.folder, 'bank.msv')
  const made = await operator.run(['bank-file', '--by', 'bench', '--out', out])
  const written: number[] = []
  const busy: number[] = []
  for (let time = 0; time < REPEATS; time++) {
    const { output } = await operator.run(['bank-file', '--file', '1', '--out', out])
    const found = /written in (\d+) ms, (\d+) ms of processor/.exec(output)
    written.push(Number(found?.[1]))
    busy.push(Number(found?.[2]))
  }
  const records = readFileSync(out, 'latin1').split('\r\n').filter(Boolean).length
  return [
    {
      name: `${producers.toLocaleString('en')} payouts put into a bank file`,
      proof: made.output.includes(`${producers} payouts`) && records >= producers,
      note: made.output.trim().slice(-120),
    },
    within(
      'the same file written again',
      median(written),
      200,
      `${median(busy)} ms of processor time, both as the command says`,
    ),
  ]
}

const documentFigures = async ({ db, operator }: Bench, producers: number): Promise<Figure[]> => {
  const issuer = {
    ISSUER_NUMBER: '515308203',
    ISSUER_NAME: 'Kartis',
    ISSUER_ADDRESS: 'Herzl 1',
    DOCUMENTS_FROM: '2020-01-01',
  }
  const { output } = await operator.run(['documents', 'issue'], issuer)
  const { rows } = await db.query<{ n: string; gaps: string }>(
    `select count(*) as n, count(*) filter (where number <> place) as gaps
     from (select number, row_number() over (partition by issuer_number, type order by number) as place from documents) d`,
  )
  const rate = Number(rows[0]?.n) / Number(/issued in ([\d.]+) s/.exec(output)?.[1])
  return [
    {
      name: 'tax documents issued',
      rate,
      proof: rate >= 300 && rows[0]?.gaps === '0' && Number(rows[0]?.n) >= producers,
      note: `${output.trim().slice(-200)} ${rows[0]?.gaps} gaps in their numbers; at least 300 a second`,
    },
  ]
}

/** What the money of a large event and of many producers costs: in one installation, from outside. */
export const money: Benchmark = {
  name: 'money',
  what: 'preview, statement, report of the acquirer, bank file and tax documents of a large installation',
  run: async ({ tickets: orders = ORDERS }) => {
    const env = {
      KARTIS_KEY: randomBytes(32).toString('base64'),
      REFUND_RUN_ALONE: '20000000',
      MASAV_INSTITUTION: '12345678',
      OPERATOR_NAME: 'כרטיס',
      MASAV_SENDER: '12345',
    }
    const part = Math.ceil(orders / PART)
    const server = await startKartis(env)
    const db = openDatabase(server.database)
    const operator = openOperator(server.database, env)
    const figures: Figure[] = []
    try {
      const owner = await producer(server.url)
      const on = await sale(owner, orders * 2)
      let idle = 0
      const start = await repeated(async () => {
        idle = Math.max(idle, (await operator.run(['reconcile', 'list'])).peak)
      })
      const bench = { owner, on, db, operator, start, idle }
      await fillEvent(db, { ...on, tickets: orders * 2 })
      const body = { kind: 'cancelled', fees: 'return' } as const
      const preview = await timed(() => owner.call(createRefundRun, { params: { uuid: on.event }, body }))
      figures.push(
        within(`preview of the refunds of ${orders.toLocaleString('en')} orders`, preview.ms, 10_000),
        ...(await statementFigures(bench, orders)),
        await reportFigure(bench, orders),
      )
      await fillProducers(db, owner.account, part)
      figures.push(...(await bankFigures(bench, part)), ...(await documentFigures(bench, part)))
      figures.push({ name: 'start of a command', note: `${seconds(start)}, ${Math.round(idle / 1e6)} MB` })
    } finally {
      operator.close()
      await db.end()
      await server.stop()
    }
    return figures
  },
}
