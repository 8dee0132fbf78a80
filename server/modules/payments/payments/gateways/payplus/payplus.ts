import { type Gateway, GatewayError, type StartPayment } from '../../gateway.ts'
import { pick } from '../fields.ts'
import { wireSum } from '../sum.ts'
import { call } from './call.ts'
import type { PayplusConfig, PayplusDeps } from './config.ts'
import { refundPayment } from './refund.ts'
import { listTransactions } from './transactions.ts'
import { verifyPayment } from './verify.ts'
import { parseWebhook } from './webhook.ts'

/** Validity of a page. */
const PAGE_MINUTES = 20
/** Charge now, in place of an approval that is captured later. */
const CHARGE = 1
/** The price includes VAT. */
const VAT_INCLUDED = 0

const noReader = (): Promise<never> =>
  Promise.reject(new GatewayError('no_reader', 'this gateway has no card readers in Kartis'))

/** The PayPlus adapter (REST API 1.0): payment link, signed webhook, result of the page, refund by transaction. */
export const payplusGateway = (config: PayplusConfig, overrides: Partial<PayplusDeps> = {}): Gateway => {
  const deps: PayplusDeps = { fetch, now: () => new Date(), emptyCodes: [], ...overrides }
  return {
    name: 'payplus',
    capabilities: { refund: true, installments: true, bit: true, bitPerPage: true, terminal: false, refundKeys: false },
    start: (payment) => openPage(config, deps, payment),
    parseWebhook: (body, source) => parseWebhook(config.secretKey, body, source),
    verify: (payment) => verifyPayment(config, deps, payment),
    refund: (refund) => refundPayment(config, deps, refund),
    transactions: (range) => listTransactions(config, deps, range),
    handshake: noReader,
    atReader: noReader,
  }
}

const openPage = async (config: PayplusConfig, deps: PayplusDeps, payment: StartPayment) => {
  const expiresAt = new Date(deps.now().getTime() + PAGE_MINUTES * 60_000)
  const amount = Number(wireSum(payment.amount))
  const { name: customer_name, email, phone } = payment.buyer
  const { refusal, data } = await call(config, deps, 'PaymentPages/generateLink', {
    payment_page_uid: config.pageUid,
    charge_method: CHARGE,
    charge_default: 'credit-card',
    allowed_charge_methods: ['credit-card', ...(payment.bit ? ['bit'] : [])],
    amount,
    currency_code: 'ILS',
    // The items must sum to the amount; one line says what is paid.
    items: [{ name: payment.description.slice(0, 250), quantity: 1, price: amount, vat_type: VAT_INCLUDED }],
    more_info: payment.paymentId,
    language_code: payment.lang,
    payments: payment.maxInstallments ?? 1,
    expiry_datetime: String(PAGE_MINUTES),
    refURL_success: payment.successUrl,
    refURL_failure: payment.failUrl,
    refURL_callback: payment.notifyUrl,
    send_failure_callback: true,
    create_token: false,
    initial_invoice: false,
    sendEmailApproval: false,
    sendEmailFailure: false,
    customer: { customer_name, ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) },
  })
  const { page_request_uid: pageRef, payment_page_link: url } = pick(data, ['page_request_uid', 'payment_page_link'])
  if (refusal !== undefined || !pageRef || !url)
    throw new GatewayError('page_refused', `the gateway opened no page: ${refusal ?? 'no link'}`)
  return { url, pageRef, expiresAt }
}
