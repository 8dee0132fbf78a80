import { GatewayError, type LookedUpPayment, type PaymentFact } from '../../gateway.ts'
import { pick } from '../fields.ts'
import { declineReason } from '../reasons.ts'
import { call, codeOf, type Fields } from './call.ts'
import type { CardcomConfig, CardcomDeps } from './config.ts'
import { readTransaction } from './transaction.ts'

/** Wallets as the gateway names them: uPayBit, PayMeBit, its own, or the number of its own. */
const isBit = (result: Fields): boolean =>
  /bit|^104$/i.test(pick(result, ['ExternalPaymentVector'])['ExternalPaymentVector'] ?? '')

/**
 * What the result of the payment's page says. A webhook or a browser only says that there is one. It counts when the page, our
 * id, the terminal and the currency are right, and when it is a charge: the page's address can be guessed by nobody, but its
 * result is asked for without a password.
 */
export const verifyPayment = async (
  config: CardcomConfig,
  deps: CardcomDeps,
  { paymentId, pageRef }: LookedUpPayment,
): Promise<PaymentFact> => {
  // A payment without a page was never started at the gateway.
  if (pageRef === undefined) return { state: 'unknown' }
  const { terminal: TerminalNumber, apiName: ApiName } = config
  const result = await call(config, deps, 'LowProfile/GetLpResult', { TerminalNumber, ApiName, LowProfileId: pageRef })
  if (pick(result, ['LowProfileId'])['LowProfileId']?.toLowerCase() !== pageRef.toLowerCase())
    throw new GatewayError(`result_${codeOf(result) ?? 'shape'}`, 'the gateway did not find the page')
  return factOf(config, result, paymentId)
}

const factOf = (config: CardcomConfig, result: Fields, paymentId: string): PaymentFact => {
  const transaction = readTransaction(result['TranzactionInfo'])
  const isOurs = result['ReturnValue'] === paymentId && transaction?.terminal === config.terminal
  if (!transaction || !isOurs || !transaction.isCharge || transaction.kind !== 'charge') return { state: 'unknown' }
  const { ref, code, amount, currency } = transaction
  if (code !== 0 || codeOf(result) !== 0)
    return { state: 'declined', providerRef: ref, code: shva(code), reason: declineReason(shva(code)) }
  if (amount === undefined || currency !== 'ILS') return { state: 'unknown' }
  const wallet = isBit(result) ? 'bit' : null
  return {
    state: 'paid',
    providerRef: ref,
    amount,
    approvalCode: transaction.approvalCode,
    last4: wallet ? '' : transaction.last4,
    brand: wallet ? 'other' : transaction.brand,
    brandCode: transaction.brandCode,
    issuerCode: transaction.issuerCode,
    acquirerCode: transaction.acquirerCode,
    foreign: transaction.foreign,
    wallet,
    installments: transaction.installments,
    ...(transaction.uid !== '' && { chargeKey: transaction.uid }),
    // One page charges once, and one payment opens one page.
    extra: [],
    raw: transaction.raw,
  }
}

/** Declines of the card network keep SHVA's codes, without their zeros. */
const shva = (code: number): string => String(code).padStart(3, '0')
