import type { Agorot } from '@kartis/domain/money.ts'
import {
  A_DAY,
  A_SUM,
  batched,
  dayOf,
  type Line,
  linesOf,
  optional,
  ReportError,
  type ReportFormat,
  required,
  sumOf,
  textOf,
} from './report-lines.ts'

export interface AcquirerRow {
  /** The same for the same line of the same report, also among lines that read alike. */
  readonly key: string
  /** `chargeback`: below 0 the acquirer has taken a disputed charge, above 0 given it back. */
  readonly kind: 'charge' | 'credit' | 'adjustment' | 'chargeback'
  readonly ref: string
  readonly approval: string | null
  readonly amount: Agorot
  readonly fee: Agorot
  readonly net: Agorot
  readonly currency: string
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly paidOn: string
  readonly depositRef: string
}

export interface Deposit {
  readonly key: string
  readonly ref: string
  readonly amount: Agorot
  readonly day: string
}

const KINDS = new Set(['charge', 'credit', 'adjustment', 'chargeback'])

const acquirerRow = (line: Line): AcquirerRow => {
  const amount = required(line, 'amount', sumOf, A_SUM)
  const kind = textOf(line, 'kind') || (amount < 0 ? 'credit' : 'charge')
  if (!KINDS.has(kind))
    throw new ReportError(
      `line ${line.number}: kind must be charge, credit, chargeback or adjustment, and is "${kind}".`,
      { kind: 'unknown_kind', line: line.number, column: 'kind', text: kind.slice(0, 60) },
    )
  const fee = optional(line, 'fee', sumOf, A_SUM) ?? 0
  const day = required(line, 'day', dayOf, A_DAY)
  const ref = textOf(line, 'ref')
  const approval = textOf(line, 'approval')
  if (kind !== 'adjustment' && ref === '' && approval === '')
    throw new ReportError(`line ${line.number}: ref or approval must say which charge it is.`, {
      kind: 'no_reference',
      line: line.number,
      column: 'ref',
    })
  return {
    key: line.key,
    kind: kind as AcquirerRow['kind'],
    ref,
    approval: approval || null,
    amount,
    fee,
    net: optional(line, 'net', sumOf, A_SUM) ?? amount - fee,
    currency: textOf(line, 'currency').toUpperCase() || 'ILS',
    day,
    paidOn: optional(line, 'paid_on', dayOf, A_DAY) ?? day,
    depositRef: textOf(line, 'deposit'),
  }
}

const depositOf = (line: Line): Deposit => ({
  key: line.key,
  ref: required(line, 'deposit', (text) => text || undefined, 'the number of the deposit'),
  amount: required(line, 'amount', sumOf, A_SUM),
  day: required(line, 'day', dayOf, A_DAY),
})

const BATCH = 1000

/** The deals of an acquirer's report, a thousand at a time. Throws ReportError. */
export const readAcquirerReport = (path: string, format: ReportFormat): AsyncGenerator<AcquirerRow[]> =>
  batched(linesOf(path, format), acquirerRow, BATCH)

/** The deposits of a bank statement. Throws ReportError. */
export const readDeposits = (path: string, format: ReportFormat): AsyncGenerator<Deposit[]> =>
  batched(linesOf(path, format), depositOf, BATCH)
