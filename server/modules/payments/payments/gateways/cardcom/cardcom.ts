import { type Gateway, GatewayError, type GatewayLang, type StartPayment } from '../../gateway.ts'
import { pick } from '../fields.ts'
import { wireSum } from '../sum.ts'
import { call, codeOf } from './call.ts'
import type { CardcomConfig, CardcomDeps } from './config.ts'
import { refundPayment } from './refund.ts'
import { listTransactions } from './transactions.ts'
import { verifyPayment } from './verify.ts'
import { parseWebhook } from './webhook.ts'

/** The gateway does not close its page by itself; a later charge is settled like one after an expired hold. */
const PAGE_MINUTES = 20
const PAGE_LANG: Record<GatewayLang, string> = { he: 'he', en: 'en', ar: 'ar' }

const noReader = (): Promise<never> =>
  Promise.reject(new GatewayError('no_reader', 'this gateway has no card readers in Kartis'))

/** The CardCom adapter (API v11): low-profile page, unsigned webhook, result of the page, refund by transaction. */
export const cardcomGateway = (config: CardcomConfig, overrides: Partial<CardcomDeps> = {}): Gateway => {
  const deps: CardcomDeps = { fetch, now: () => new Date(), emptyCodes: [], ...overrides }
  return {
    name: 'cardcom',
    // Custom fields are lost where the terminal does not define them, so that refunds are told apart by their sums.
    capabilities: {
      refund: true,
      installments: true,
      bit: true,
      bitPerPage: false,
      terminal: false,
      refundKeys: false,
    },
    start: (payment) => openPage(config, deps, payment),
    parseWebhook,
    verify: (payment) => verifyPayment(config, deps, payment),
    refund: (refund) => refundPayment(config, deps, refund),
    transactions: (range) => listTransactions(config, deps, range),
    handshake: noReader,
    atReader: noReader,
  }
}

const openPage = async (config: CardcomConfig, deps: CardcomDeps, payment: StartPayment) => {
  const expiresAt = new Date(deps.now().getTime() + PAGE_MINUTES * 60_000)
  const reply = await call(config, deps, 'LowProfile/Create', {
    TerminalNumber: config.terminal,
    ApiName: config.apiName,
    Operation: 'ChargeOnly',
    ReturnValue: payment.paymentId,
    Amount: Number(wireSum(payment.amount)),
    ISOCoinId: 1,
    SuccessRedirectUrl: payment.successUrl,
    FailedRedirectUrl: payment.failUrl,
    WebHookUrl: payment.notifyUrl,
    ProductName: payment.description.slice(0, 250),
    Language: PAGE_LANG[payment.lang],
    UIDefinition: {
      CardOwnerNameValue: payment.buyer.name.slice(0, 50),
      IsCardOwnerPhoneRequired: false,
      IsCardOwnerEmailRequired: false,
      ...(payment.buyer.phone !== undefined && { CardOwnerPhoneValue: payment.buyer.phone.slice(0, 50) }),
      ...(payment.buyer.email !== undefined && { CardOwnerEmailValue: payment.buyer.email.slice(0, 50) }),
    },
    AdvancedDefinition: {
      MinNumOfPayments: 1,
      MaxNumOfPayments: payment.maxInstallments ?? 1,
      ThreeDSecureState: 'Auto',
      ...(config.beneficiary && { SapakMutav: config.beneficiary }),
    },
  })
  const { LowProfileId: pageRef, Url: url } = pick(reply, ['LowProfileId', 'Url'])
  if (codeOf(reply) !== 0 || !pageRef || !url)
    throw new GatewayError(`page_${codeOf(reply) ?? 'shape'}`, 'the gateway opened no page')
  return { url, pageRef, expiresAt }
}
