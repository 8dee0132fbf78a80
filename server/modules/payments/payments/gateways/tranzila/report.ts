import { GatewayError } from '../../gateway.ts'
import { israeliDay, israeliInstant } from '../israeli-day.ts'
import { signedCall } from './call.ts'
import type { TranzilaConfig, TranzilaDeps } from './config.ts'
import { pick } from '../fields.ts'

/** A row of the report, without what must not be stored (owner's ID number, expiry, whole token). */
export interface ReportRow {
  readonly index: string
  readonly at: Date
  /** Agorot, the unit of the report. Undefined when it is not a whole number. */
  readonly amount: number | undefined
  readonly currency: string
  readonly code: string
  readonly type: string
  readonly mode: string
  readonly approvalCode: string
  readonly last4: string
  readonly brand: string
  readonly issuer: string
  readonly acquirer: string
  readonly foreign: boolean
  readonly wallet: 'bit' | null
  readonly installments: number
  /** Every user-defined value; the terminal's configuration decides which of the twenty is ours. */
  readonly references: readonly string[]
  readonly raw: Readonly<Record<string, string>>
}

const STORED_FIELDS = [
  'index',
  'transaction_date',
  'transaction_time',
  'amount',
  'currency',
  'card_type',
  'card_brand',
  'clearing_processor',
  'is_foreign',
  'authorization_number',
  'payment_plan',
  'number_of_payments',
  'processor_response_code',
  'tranmode',
  'txn_type',
  'txn_payment_method',
  'tempref',
  'refnr',
  'processor',
] as const

const USER_FIELDS = Array.from({ length: 20 }, (_, place) => `user_defined_${place + 1}`)
const PAGE = 100
const PAGES = 20
/** Rows of one page of a list of days; the report's maximum. */
const DAY_PAGE = 500

/** One transaction by its number on the terminal. Throws GatewayError. */
export const rowsByIndex = (config: TranzilaConfig, deps: TranzilaDeps, index: string): Promise<ReportRow[]> =>
  query(config, deps, { transaction_index: Number(index) })

/** Every transaction that carries a reference (payment or refund id) from a day before `since` until tomorrow. Throws GatewayError. */
export const rowsByReference = async (
  config: TranzilaConfig,
  deps: TranzilaDeps,
  reference: string,
  since: Date,
): Promise<ReportRow[]> => {
  const found: ReportRow[] = []
  for (let page = 1; page <= PAGES; page++) {
    const rows = await query(config, deps, {
      transaction_start_date: israeliDay(since, -1),
      transaction_end_date: israeliDay(deps.now(), 1),
      ufields: [{ name: config.referenceField, operator: 'equals', value: reference }],
      page,
      page_results: PAGE,
    })
    found.push(...rows)
    if (rows.length < PAGE) break
  }
  // The report's own filter is not relied upon.
  return found.filter((row) => row.references.includes(reference))
}

/** Every transaction from a day until a day, oldest first. Throws GatewayError. */
export async function* rowsOfDays(
  config: TranzilaConfig,
  deps: TranzilaDeps,
  { from, until }: { readonly from: Date; readonly until: Date },
): AsyncGenerator<ReportRow> {
  for (let page = 1; ; page++) {
    const rows = await query(config, deps, {
      transaction_start_date: israeliDay(from),
      transaction_end_date: israeliDay(until),
      page,
      page_results: DAY_PAGE,
    })
    yield* rows
    if (rows.length < DAY_PAGE) return
  }
}

const query = async (config: TranzilaConfig, deps: TranzilaDeps, query: Record<string, unknown>) => {
  const reply = await signedCall(config, deps, `${config.reportBase}/v1/transaction`, query)
  const rows: unknown = reply['transactions']
  if (!Array.isArray(rows)) {
    throw new GatewayError(
      `report_${pick(reply, ['error_code'])['error_code'] ?? 'shape'}`,
      'the report holds no list of transactions',
    )
  }
  return rows.map(readRow)
}

const readRow = (source: unknown): ReportRow => {
  const raw = pick(source, STORED_FIELDS)
  const token = pick(source, ['credit_card_token'])['credit_card_token'] ?? ''
  const amount = raw['amount'] ?? ''
  return {
    index: raw['index'] ?? '',
    at: israeliInstant(`${raw['transaction_date']}T${raw['transaction_time']}`) ?? new Date(0),
    amount: /^\d{1,12}$/.test(amount) ? Number(amount) : undefined,
    currency: raw['currency'] ?? '',
    code: (raw['processor_response_code'] ?? '').padStart(3, '0'),
    type: (raw['txn_type'] ?? '').toUpperCase(),
    mode: (raw['tranmode'] ?? '').toUpperCase(),
    approvalCode: raw['authorization_number'] ?? '',
    last4: /\d{4}$/.exec(token)?.[0] ?? '',
    brand: raw['card_brand'] ?? '',
    issuer: raw['card_type'] ?? '',
    acquirer: raw['clearing_processor'] ?? '',
    foreign: raw['is_foreign'] === '1',
    wallet: raw['txn_payment_method']?.toLowerCase() === 'bit' ? 'bit' : null,
    installments: Number(raw['number_of_payments'] ?? 0) + 1,
    references: Object.values(pick(source, USER_FIELDS)),
    raw,
  }
}
