import type { FastifyInstance, FastifyRequest } from 'fastify'
import { creditCharge } from '../gateway/charge-page.ts'
import type { HostedGateway } from '../gateway/hosted-gateway.ts'
import { openHostedPage, readHostedPage } from '../gateway/hosted-page.ts'
import { lastOnPage, readTransaction, reportRows } from '../gateway/transactions.ts'
import { readShekels } from '../gateway/wire.ts'
import type { CardcomOptions } from './options.ts'
import { pageResult, transactionInfo, uidOf } from './views.ts'

type Body = Record<string, unknown>

const PAGE_MS = 24 * 3_600_000
const MAX_PAYMENTS = 36

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const objectOf = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {})
const failed = (ResponseCode: number, Description: string) => ({ ResponseCode, Description })

const create = async (options: CardcomOptions, gateway: HostedGateway, body: Body) => {
  const amount = readShekels(body['Amount'])
  if (!amount) return failed(5001, 'Amount is not valid')
  if ((body['ISOCoinId'] ?? 1) !== 1 || (body['Operation'] ?? 'ChargeOnly') !== 'ChargeOnly')
    return failed(5002, 'Operation is not supported here')
  const most = Number(objectOf(body['AdvancedDefinition'])['MaxNumOfPayments'] ?? 1)
  const id = await openHostedPage(options, gateway, {
    terminal: String(options.credentials.terminal),
    amount,
    expiresAt: new Date(options.now().getTime() + PAGE_MS),
    params: {
      reference: textOf(body['ReturnValue']).slice(0, 250),
      success: textOf(body['SuccessRedirectUrl']),
      fail: textOf(body['FailedRedirectUrl']),
      notify: textOf(body['WebHookUrl']),
      lang: textOf(body['Language']),
      description: textOf(body['ProductName']),
      maxPayments: Math.min(Math.max(Number.isInteger(most) ? most : 1, 1), MAX_PAYMENTS),
      // Whether a page has Bit is set for the whole terminal; this one has it.
      bit: true,
    },
  })
  if (id === undefined) return failed(5003, 'An address is not valid')
  const Url = `${options.ownUrl ?? options.publicUrl}${options.prefix}/pay/${id}`
  return { ResponseCode: 0, Description: 'OK', LowProfileId: id, Url, UrlToBit: Url }
}

/** The code of a page without a result is not published; this one is our own. */
const result = async (options: CardcomOptions, gateway: HostedGateway, body: Body) => {
  const page = await readHostedPage(options.db, gateway, body['LowProfileId'])
  if (!page) return failed(5120, 'Low profile page was not found')
  const charge = await lastOnPage(options.db, page.id)
  if (charge) return pageResult(page, charge)
  return {
    ...failed(5119, 'The page is not complete'),
    TerminalNumber: Number(page.terminal),
    LowProfileId: page.id,
    ReturnValue: page.params.reference,
    TranzactionInfo: null,
  }
}

const REFUSED = {
  unknown: failed(5200, 'Transaction was not found'),
  too_much: failed(5201, 'The sum is too large'),
  deposited: failed(5202, 'The transaction was deposited'),
  // Not published either; an adapter can go by its text alone.
  empty: failed(5204, 'Insufficient balance for the refund'),
} as const

const refund = async (options: CardcomOptions, body: Body) => {
  const index = Number(body['TransactionId'])
  const charge = Number.isSafeInteger(index)
    ? await readTransaction(options.db, String(options.credentials.terminal), index)
    : undefined
  if (!charge) return REFUSED.unknown
  const amount = body['PartialSum'] === undefined ? charge.amount : readShekels(body['PartialSum'])
  if (!amount) return failed(5001, 'PartialSum is not valid')
  const [custom] = Array.isArray(body['CustomFields']) ? (body['CustomFields'] as Body[]) : []
  return options.db.transaction().execute(async (tx) => {
    if (body['AllowMultipleRefunds'] !== true && (await isRefunded(options, index)))
      return failed(5203, 'The transaction was refunded before')
    const isVoid = body['CancelOnly'] === true
    const userFields = { refund: textOf(custom?.['Value']) }
    const terminal = String(options.credentials.terminal)
    const row = await creditCharge(tx, { terminal, index, amount, isVoid, userFields }, options)
    if (typeof row === 'string') return REFUSED[row]
    if (row.response !== '000') return failed(Number(row.response), 'העסקה סורבה')
    return { ResponseCode: 0, Description: 'OK', NewTranzactionId: row.txn_index }
  })
}

const isRefunded = async ({ db }: CardcomOptions, index: number): Promise<boolean> =>
  (
    await db
      .selectFrom('sandbox_transactions')
      .select('txn_index')
      .where('reference_index', '=', index)
      .where('response', '=', '000')
      .execute()
  ).length > 0

/** `DDMMYYYY` */
const dayOf = (value: unknown): string | undefined => {
  const [, day, month, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(textOf(value)) ?? []
  return day && `${year}-${month}-${day}`
}

const list = async (options: CardcomOptions, body: Body) => {
  const [from, to] = [dayOf(body['FromDate']), dayOf(body['ToDate'])]
  const [page, perPage] = [Number(body['Page']), Number(body['Page_size'])]
  if (!from || !to || !(page >= 1) || !(perPage >= 10 && perPage <= 2000))
    return failed(5300, 'Parameters are not valid')
  const terminal = String(options.credentials.terminal)
  const { rows } = await reportRows(options.db, {
    terminal,
    from,
    to,
    page,
    perPage,
    userFields: {},
    approvedOnly: true,
  })
  return {
    ...failed(0, 'OK'),
    Tranzactions: rows.map(transactionInfo),
    Page: page,
    Page_size: perPage,
  }
}

const info = async (options: CardcomOptions, body: Body) => {
  const index = Number(body['InternalDealNumber'])
  const row = Number.isSafeInteger(index)
    ? await readTransaction(options.db, String(options.credentials.terminal), index)
    : undefined
  return row ? [{ InternalDealNumber: row.txn_index, Uid: uidOf(row), Status1: Number(row.response) }] : []
}

/** Server-to-server routes. */
export const apiRoutes = (app: FastifyInstance, options: CardcomOptions, gateway: HostedGateway): void => {
  const { terminal, apiName, apiPassword } = options.credentials
  const route = (path: string, isAllowed: (body: Body) => boolean, act: (body: Body) => Promise<unknown>): void => {
    app.post(`/api/v11/${path}`, async (request: FastifyRequest, reply) => {
      const body = objectOf(request.body)
      if (!isAllowed(body)) return reply.code(401).send(failed(401, 'Invalid username'))
      return act(body)
    })
  }
  const byTerminal = (body: Body) => body['TerminalNumber'] === terminal && body['ApiName'] === apiName
  const byPassword = (body: Body) => body['ApiName'] === apiName && body['ApiPassword'] === apiPassword
  route('LowProfile/Create', byTerminal, (body) => create(options, gateway, body))
  route('LowProfile/GetLpResult', byTerminal, (body) => result(options, gateway, body))
  route('Transactions/RefundByTransactionId', byPassword, (body) => refund(options, body))
  route('Transactions/ListTransactions', byPassword, (body) => list(options, body))
  route(
    'Transactions/GetTransactionInfoById',
    (body) =>
      body['TerminalNumber'] === terminal && body['UserName'] === apiName && body['UserPassword'] === apiPassword,
    (body) => info(options, body),
  )
}
