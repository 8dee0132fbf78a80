import { GatewayError, type GatewayTransaction } from '../../gateway.ts'
import { israeliDay } from '../israeli-day.ts'
import { call } from './call.ts'
import type { PayplusConfig, PayplusDeps } from './config.ts'
import { readTransaction, type Transaction } from './transaction.ts'

const PAGE = 500

interface Days {
  readonly from: Date
  readonly until: Date
}

/** Approved charges and refunds of the terminal, page by page. Throws GatewayError. */
export async function* transactionsOfDays(
  config: PayplusConfig,
  deps: PayplusDeps,
  { from, until }: Days,
): AsyncGenerator<Transaction> {
  for (let skip = 0; ; skip += PAGE) {
    const { refusal, data } = await call(config, deps, 'TransactionReports/TransactionsHistory', {
      terminal_uid: config.terminalUid,
      filter: { fromDate: israeliDay(from), untilDate: israeliDay(until) },
      skip,
      take: PAGE,
    })
    const { transactions: rows } = data
    if (refusal !== undefined || !Array.isArray(rows))
      throw new GatewayError('history_refused', `the gateway did not list its transactions: ${refusal ?? 'no list'}`)
    for (const row of rows) {
      const transaction = readTransaction(row)
      if (transaction.code === '000' && transaction.kind !== undefined) yield transaction
    }
    if (rows.length < PAGE) return
  }
}

/** The list in the terms of the port. */
export async function* listTransactions(
  config: PayplusConfig,
  deps: PayplusDeps,
  days: Days,
): AsyncGenerator<GatewayTransaction> {
  for await (const { ref, kind, amount, currency, at, reference, chargeRef, last4 } of transactionsOfDays(
    config,
    deps,
    days,
  )) {
    if (amount === undefined || kind === undefined) continue
    yield {
      ref,
      kind,
      amount,
      currency,
      at,
      ...(reference !== '' && { reference }),
      ...(chargeRef !== '' && { chargeRef }),
      ...(last4 !== '' && { last4 }),
    }
  }
}
