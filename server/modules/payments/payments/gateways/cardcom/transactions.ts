import { GatewayError, type GatewayTransaction } from '../../gateway.ts'
import { israeliDay } from '../israeli-day.ts'
import { call, codeOf } from './call.ts'
import type { CardcomConfig, CardcomDeps } from './config.ts'
import { readTransaction, type Transaction } from './transaction.ts'

/** Rows of a page; the gateway's maximum. */
const PAGE = 2000

interface Days {
  readonly from: Date
  readonly until: Date
}

/** `DDMMYYYY`, the gateway's spelling of an Israeli day. */
const wireDay = (at: Date): string => israeliDay(at).split('-').toReversed().join('')

/** Approved transactions of the terminal, page by page. Throws GatewayError. */
export async function* transactionsOfDays(
  config: CardcomConfig,
  deps: CardcomDeps,
  { from, until }: Days,
): AsyncGenerator<Transaction> {
  for (let page = 1; ; page++) {
    const reply = await call(config, deps, 'Transactions/ListTransactions', {
      ApiName: config.apiName,
      ApiPassword: config.apiPassword,
      FromDate: wireDay(from),
      ToDate: wireDay(until),
      TranStatus: 'Success',
      LimitForTerminal: config.terminal,
      Page: page,
      Page_size: PAGE,
    })
    const rows = reply['Tranzactions'] ?? []
    if (codeOf(reply) !== 0 || !Array.isArray(rows))
      throw new GatewayError(`list_${codeOf(reply) ?? 'shape'}`, 'the gateway did not list its transactions')
    for (const row of rows) {
      const transaction = readTransaction(row)
      if (transaction?.code === 0 && transaction.isCharge) yield transaction
    }
    if (rows.length < PAGE) return
  }
}

/** The list in the terms of the port. A refund has the Uid of its charge alone; a charge older than the list is found by it in our books. */
export async function* listTransactions(
  config: CardcomConfig,
  deps: CardcomDeps,
  days: Days,
): AsyncGenerator<GatewayTransaction> {
  const charges = new Map<string, string>()
  for await (const { ref, kind, amount, currency, at, uid, last4, customValues } of transactionsOfDays(
    config,
    deps,
    days,
  )) {
    if (amount === undefined) continue
    if (kind === 'charge') charges.set(uid, ref)
    const chargeRef = kind === 'charge' ? undefined : charges.get(uid)
    const [reference] = customValues
    yield {
      ref,
      kind,
      amount,
      currency,
      at,
      ...(reference !== undefined && { reference }),
      ...(chargeRef !== undefined && { chargeRef }),
      ...(uid !== '' && { chargeKey: uid }),
      ...(last4 !== '' && { last4 }),
    }
  }
}
