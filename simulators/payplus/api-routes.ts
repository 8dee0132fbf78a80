import type { FastifyInstance, FastifyRequest } from 'fastify'
import { creditCharge } from '../gateway/charge-page.ts'
import type { HostedGateway } from '../gateway/hosted-gateway.ts'
import { openHostedPage, readHostedPage } from '../gateway/hosted-page.ts'
import { lastOnPage, reportRows } from '../gateway/transactions.ts'
import { readShekels } from '../gateway/wire.ts'
import type { PayplusOptions } from './options.ts'
import { flatView, indexOf } from './views.ts'

type Body = Record<string, unknown>

const MAX_PAYMENTS = 36
const MAX_MINUTES = 1440
const MAX_TAKE = 500

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const objectOf = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {})
const listOf = (value: unknown): Body[] => (Array.isArray(value) ? value.map(objectOf) : [])
const failed = (description: string) => ({ results: { status: 'error', code: 1, description }, data: {} })
const succeeded = (data: unknown) => ({
  results: { status: 'success', code: 0, description: 'operation-success' },
  data,
})

/** Agorot of the items; undefined when one has no price. */
const itemsTotal = (items: readonly Body[]): number | undefined => {
  let total = 0
  for (const { price, quantity } of items) {
    const amount = readShekels(price)
    if (amount === undefined) return undefined
    total += amount * Number(quantity ?? 1)
  }
  return total
}

const generateLink = async (options: PayplusOptions, gateway: HostedGateway, body: Body) => {
  const { pageUid, terminalUid } = options.credentials
  const amount = readShekels(body['amount'])
  if (body['payment_page_uid'] !== pageUid) return failed('payment-page-not-found')
  if (!amount || body['currency_code'] !== 'ILS' || body['charge_method'] !== 1)
    return failed('parameters-are-not-valid')
  if (itemsTotal(listOf(body['items'])) !== amount) return failed('items-do-not-match-amount')
  const minutes = Number(body['expiry_datetime'] ?? MAX_MINUTES)
  const most = Number(body['payments'] ?? 1)
  const methods = Array.isArray(body['allowed_charge_methods']) ? body['allowed_charge_methods'] : []
  const id = await openHostedPage(options, gateway, {
    terminal: terminalUid,
    amount,
    expiresAt: new Date(options.now().getTime() + Math.min(minutes > 0 ? minutes : MAX_MINUTES, MAX_MINUTES) * 60_000),
    params: {
      reference: textOf(body['more_info']),
      success: textOf(body['refURL_success']),
      fail: textOf(body['refURL_failure']),
      notify: textOf(body['refURL_callback']),
      lang: textOf(body['language_code']),
      description: textOf(listOf(body['items'])[0]?.['name']),
      maxPayments: Math.min(Math.max(Number.isInteger(most) ? most : 1, 1), MAX_PAYMENTS),
      bit: methods.includes('bit'),
    },
  })
  if (id === undefined) return failed('url-is-not-valid')
  const link = `${options.ownUrl ?? options.publicUrl}${options.prefix}/pay/${id}`
  return succeeded({ page_request_uid: id, payment_page_link: link })
}

const ipn = async (options: PayplusOptions, gateway: HostedGateway, body: Body) => {
  const page = await readHostedPage(options.db, gateway, body['payment_request_uid'])
  if (!page) return failed('payment-request-not-found')
  const charge = await lastOnPage(options.db, page.id)
  return charge ? succeeded(flatView(charge)) : failed('transaction-not-found')
}

const refund = async (options: PayplusOptions, body: Body) => {
  const index = indexOf(body['transaction_uid'])
  const amount = readShekels(body['amount'])
  if (index === undefined) return failed('transaction-not-found')
  if (!amount) return failed('amount-is-not-valid')
  const credit = {
    terminal: options.credentials.terminalUid,
    index,
    amount,
    isVoid: false,
    userFields: { reference: textOf(body['more_info']) },
  }
  const row = await options.db.transaction().execute((tx) => creditCharge(tx, credit, options))
  if (row === 'unknown') return failed('transaction-not-found')
  if (row === 'empty') return failed('insufficient-balance')
  if (typeof row === 'string') return failed('refund-amount-is-too-large')
  const { transaction_uid: uid, ...transaction } = flatView(row)
  return succeeded({ transaction: { uid, ...transaction } })
}

const history = async (options: PayplusOptions, body: Body) => {
  const { terminalUid } = options.credentials
  const { fromDate, untilDate } = objectOf(body['filter'])
  const [skip, take] = [Number(body['skip'] ?? 0), Number(body['take'] ?? MAX_TAKE)]
  const isWrong = !textOf(fromDate) || !textOf(untilDate) || !(take >= 1 && take <= MAX_TAKE) || skip % take !== 0
  if (body['terminal_uid'] !== terminalUid || isWrong) return failed('parameters-are-not-valid')
  const { rows, total } = await reportRows(options.db, {
    terminal: terminalUid,
    from: textOf(fromDate),
    to: textOf(untilDate),
    userFields: {},
    page: skip / take + 1,
    perPage: take,
  })
  return succeeded({ transactions: rows.map(flatView), total })
}

/** Server-to-server routes. */
export const apiRoutes = (app: FastifyInstance, options: PayplusOptions, gateway: HostedGateway): void => {
  const expected = JSON.stringify({ api_key: options.credentials.apiKey, secret_key: options.credentials.secretKey })
  const route = (path: string, act: (body: Body) => Promise<unknown>): void => {
    app.post(`/api/v1.0/${path}`, async (request: FastifyRequest, reply) => {
      if (request.headers.authorization !== expected) return reply.code(401).send(failed('not-authorized'))
      return act(objectOf(request.body))
    })
  }
  route('PaymentPages/generateLink', (body) => generateLink(options, gateway, body))
  route('PaymentPages/ipn', (body) => ipn(options, gateway, body))
  route('Transactions/RefundByTransactionUID', (body) => refund(options, body))
  route('TransactionReports/TransactionsHistory', (body) => history(options, body))
}
