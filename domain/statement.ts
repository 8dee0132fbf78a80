import type { CardBucket } from './card-bucket.ts'
import { JOURNAL_KINDS, type JournalKind } from './ledger.ts'
import type { Agorot } from './money.ts'
import { sum } from './money.ts'

/** What a line of a statement sums up. `refund_waiting`: refused by the gateway and owed to buyers by bank transfer. `refund_by_hand`: the producer has paid a buyer whom the installation owed. `dispute`: set aside for disputes, and released when they are decided. `settled_before`: an event that was paid out before there were statements. */
export const STATEMENT_LINE_KINDS = [
  'sale',
  'refund',
  'refund_waiting',
  'refund_by_hand',
  'card_fee',
  'service_fee',
  'vat',
  'dispute',
  'dispute_lost',
  'correction',
  'fee_payment',
  'settled_before',
  'payout',
] as const
export type StatementLineKind = (typeof STATEMENT_LINE_KINDS)[number]

/** The lines that are the revenue (docs/rules/revenue.md). */
export const REVENUE_LINES: readonly StatementLineKind[] = ['sale', 'refund', 'refund_waiting']

export interface StatementLine {
  readonly kind: StatementLineKind
  /** The event; null for what concerns the whole account. */
  readonly eventId: string | null
  /** Its name on the day of the statement. */
  readonly eventName: string | null
  /** In favour of the producer above 0. */
  readonly amount: Agorot
  /** What the producer has already, in cash or from the own acquirer: it stands beside the sum and is not in it. */
  readonly held: Agorot
}

/** Refunds that runs have promised for an event and not requested on the day of a statement: it pays that much less out. Agorot. */
export interface PromisedRefunds {
  readonly eventId: string
  readonly eventName: string
  readonly amount: Agorot
}

export interface Statement {
  readonly accountId: string
  /** From 1, without gaps in an account. */
  readonly number: number
  readonly madeAt: Date
  /** The closing balance of the statement before it; 0 for the first. */
  readonly opening: Agorot
  readonly lines: readonly StatementLine[]
  readonly closing: Agorot
  /** Why less is paid out than is owed; the closing balance contains it. */
  readonly promised: readonly PromisedRefunds[]
  /** Hash of the statement before it. */
  readonly previousHash: string | null
}

/** Sums of the ledger for one event or the account, by kind of journal. */
export interface KindSum {
  readonly kind: JournalKind
  readonly bucket: CardBucket | null
  readonly eventId: string | null
  readonly eventName: string | null
  /** Credit of the producer. */
  readonly amount: Agorot
  readonly held: Agorot
}

const LINE_OF: Readonly<Partial<Record<JournalKind, StatementLineKind>>> = {
  sale: 'sale',
  cash_sale: 'sale',
  refund: 'refund',
  refund_failed: 'refund',
  refund_owed: 'refund_waiting',
  refund_withdrawn: 'refund_waiting',
  refund_by_hand: 'refund_by_hand',
  card_fee: 'card_fee',
  service_fee: 'service_fee',
  vat: 'vat',
  dispute: 'dispute',
  dispute_won: 'dispute',
  dispute_lost: 'dispute_lost',
  correction: 'correction',
  fee_payment: 'fee_payment',
  payout: 'payout',
}

/** The kinds of journals that a line of a statement sums up. A line `settled_before` sums up whatever was booked of its event. */
export const journalKindsOf = (line: StatementLineKind): JournalKind[] =>
  JOURNAL_KINDS.filter((kind) => line === 'settled_before' || LINE_OF[kind] === line)

/** The lines of a statement: one for each event and kind, in order of the events and of `STATEMENT_LINE_KINDS`; none of zero. */
export const statementLines = (sums: readonly KindSum[]): StatementLine[] => {
  const events = [...new Set(sums.map(({ eventId }) => eventId))]
  return events.flatMap((eventId) => {
    const own = sums.filter((row) => row.eventId === eventId)
    return STATEMENT_LINE_KINDS.flatMap((kind) => {
      const rows = own.filter((row) => LINE_OF[row.kind] === kind)
      const line = {
        kind,
        eventId,
        eventName: own[0]?.eventName ?? null,
        amount: sum(rows.map(({ amount }) => amount)),
        held: sum(rows.map(({ held }) => held)),
      }
      return line.amount === 0 && line.held === 0 ? [] : [line]
    })
  })
}

/** The closing balance: opening and every line. */
export const closingOf = (opening: Agorot, lines: readonly StatementLine[]): Agorot =>
  opening + sum(lines.map(({ amount }) => amount))

/** Of the statement before the next one. */
type StatementBefore = Pick<Statement, 'number' | 'closing'> & { readonly hash: string }

interface StatementContents extends Pick<Statement, 'accountId' | 'madeAt' | 'lines'> {
  /** None unless given. */
  readonly promised?: Statement['promised']
  /** What is paid out of it (agorot); 0 or less for nothing. */
  readonly paidOut: Agorot
}

/** The statement after `before`, undefined for the first: its lines, and the payout as the last of them. */
export const nextStatement = (
  before: StatementBefore | undefined,
  { accountId, madeAt, lines, promised = [], paidOut }: StatementContents,
): Statement => {
  const payout = { kind: 'payout', eventId: null, eventName: null, amount: -paidOut, held: 0 } as const
  const all = paidOut > 0 ? [...lines, payout] : lines
  const opening = before?.closing ?? 0
  return {
    accountId,
    number: (before?.number ?? 0) + 1,
    madeAt,
    opening,
    lines: all,
    closing: closingOf(opening, all),
    promised,
    previousHash: before?.hash ?? null,
  }
}

/** The text that the hash of a statement is made of: every figure that a reader may rely on, and the hash before it. */
export const canonicalStatement = (statement: Statement): string =>
  [
    'kartis statement 1',
    `account ${statement.accountId}`,
    `number ${statement.number}`,
    `made ${statement.madeAt.toISOString()}`,
    `previous ${statement.previousHash ?? '-'}`,
    `opening ${statement.opening}`,
    ...statement.lines.map(({ kind, eventId, eventName, amount, held }) =>
      [kind, eventId ?? '-', JSON.stringify(eventName), amount, held].join(' '),
    ),
    ...statement.promised.map(({ eventId, eventName, amount }) =>
      ['promised', eventId, JSON.stringify(eventName), amount].join(' '),
    ),
    `closing ${statement.closing}`,
    '',
  ].join('\n')
