import type { Platform } from '../../../platform/platform.ts'
import { settlementHandlerOf } from './settlement-handler.ts'
import { markAbandoned, markChecked, type PaymentRow, readUnheard } from './payments-queries.ts'

const MINUTE = 60_000
/** A word that has not come by then is not waited for any longer: the gateway is asked. */
const UNHEARD_AFTER = 1.5 * MINUTE
const ASK_AGAIN_AFTER = 2 * MINUTE
/** So long after its page has closed, no charge can come any more. */
const GONE_AFTER = 30 * MINUTE
const MOST = 100

/**
 * Looks a payment up in the gateway's books and acts on what they say. The outcome, or `unknown` when they know of no
 * charge. Throws GatewayError when they cannot be read.
 */
export const askGateway = async (platform: Platform, payment: PaymentRow, providerRef?: string): Promise<string> => {
  const desk = settlementHandlerOf(platform)
  const fact = await desk.gateway.verify({
    paymentId: payment.id,
    startedAt: payment.created_at,
    ...(providerRef && { providerRef }),
  })
  if (fact.state === 'unknown') {
    await markChecked(platform.db, payment, platform.clock())
    return 'unknown'
  }
  return desk.settle(platform, payment, fact)
}

const isGone = (payment: PaymentRow, now: Date): boolean =>
  now.getTime() - (payment.expires_at ?? payment.created_at).getTime() > GONE_AFTER

/** For payments whose word never came. One that cannot be looked up now does not hold up the others. */
export const checkUnheard = async (platform: Platform): Promise<void> => {
  const now = platform.clock()
  const before = (age: number): Date => new Date(now.getTime() - age)
  for (const payment of await readUnheard(platform.db, before(UNHEARD_AFTER), before(ASK_AGAIN_AFTER), MOST)) {
    try {
      const outcome = await askGateway(platform, payment)
      if (outcome === 'unknown' && isGone(payment, now)) await markAbandoned(platform.db, payment)
    } catch (error) {
      await markChecked(platform.db, payment, now)
      platform.log.warn({ err: error, payment: payment.id }, 'a payment could not be looked up')
    }
  }
}
