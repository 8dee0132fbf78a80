import { noteInSpan } from '../../../platform/observability/tracing.ts'
import type { LookupContext } from './payments-context.ts'
import { markAbandoned, markChecked, type PaymentRow, readUnconfirmed } from './payments-queries.ts'

const MINUTE = 60_000
/** Milliseconds after which a payment without a webhook is looked up at its gateway. */
const UNCONFIRMED_AFTER = 1.5 * MINUTE
const QUERY_AGAIN_AFTER = 2 * MINUTE
/** Milliseconds after its page has closed from which no charge can come any more. */
const GONE_AFTER = 30 * MINUTE
const MAX_PAYMENTS = 100

/**
 * Looks a payment up at the gateway that charged it, and settles what the gateway's records say. The outcome, or `unknown`
 * when they have no charge (yet). Throws GatewayError when they cannot be read.
 */
export const queryGateway = async (
  { platform, terminals, settle }: LookupContext,
  payment: PaymentRow,
  providerRef?: string,
): Promise<string> => {
  const gateway = await terminals.gatewayOf(payment)
  const fact = await gateway.verify({
    paymentId: payment.id,
    startedAt: payment.created_at,
    ...(providerRef && { providerRef }),
    ...(payment.page_ref !== null && { pageRef: payment.page_ref }),
  })
  // Nothing was charged: a check of a card, which some gateways list as a charge.
  const isNothing = fact.state === 'paid' && fact.amount <= 0 && fact.extra.length === 0
  if (fact.state === 'unknown' || isNothing) {
    await markChecked(platform.db, payment, platform.clock())
    return 'unknown'
  }
  const outcome = await settle(payment, fact)
  const { id, order_id: order, event_id: event, account_id: account } = payment
  platform.log.info({ payment: id, order, event, account, outcome }, 'payment settled')
  noteInSpan('payment settled', { 'kartis.order': order, 'kartis.payment': id, 'kartis.outcome': outcome })
  return outcome
}

const isGone = (payment: PaymentRow, now: Date): boolean =>
  now.getTime() - (payment.expires_at ?? payment.created_at).getTime() > GONE_AFTER

/** Looks up started payments whose webhook never arrived. One that cannot be looked up does not delay the others. */
export const checkUnconfirmed = async (context: LookupContext): Promise<void> => {
  const { platform } = context
  const now = platform.clock()
  const before = (age: number): Date => new Date(now.getTime() - age)
  const payments = await readUnconfirmed(
    platform.db,
    { startedBefore: before(UNCONFIRMED_AFTER), checkedBefore: before(QUERY_AGAIN_AFTER), now },
    MAX_PAYMENTS,
  )
  for (const payment of payments) {
    try {
      const outcome = await queryGateway(context, payment)
      if (outcome === 'unknown' && isGone(payment, now)) await markAbandoned(platform.db, payment)
    } catch (error) {
      await markChecked(platform.db, payment, now)
      platform.log.warn({ err: error, payment: payment.id }, 'payment lookup failed')
    }
  }
}
