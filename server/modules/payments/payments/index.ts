export { recordCash, startReaderCharge } from './card-present.ts'
export {
  DECLINE_REASONS,
  type DeclinedFact,
  type GatewayTransaction,
  isGatewayError,
  type PaidFact,
  type RefundPayment,
} from './gateway.ts'
export type { GatewayDescriptor, GatewayReport, SimulatedTransaction } from './gateway-descriptor.ts'
export { GATEWAYS } from './gateways/index.ts'
export { israeliInstant } from './gateways/israeli-day.ts'
export { awaitPage, findOrStartAttempt, isPageFor, refuseWithoutTerminal } from './payment-attempt.ts'
export { addTerminal, changeTerminal, type ListedTerminal, listTerminals } from './manage-terminals.ts'
export { paymentSandbox, recordSandboxTransactions } from './payment-sandbox.ts'
export { createPayments, type Payments } from './payments.ts'
export type { Settle } from './payments-context.ts'
export {
  markAbandoned as abandonPayment,
  markDeclined,
  type PaymentRow,
  readPaymentsOf,
  readPaymentsOfOrders,
  startedPayments,
} from './payments-queries.ts'
export { isNotOffered, recordNotOffered, recordPaid, recordPaidMany, returnExtraCharges } from './record-payment.ts'
export { recordForeignRefund, requestRefund, sendRefund } from './refund.ts'
export { addDisputed, readRefundOutcomes, readRefundsOfOrder } from './refunds-queries.ts'
export { holdRefused, settleWaiting } from './waiting-refunds.ts'
export type { PaymentsTable } from './tables.ts'
export { createTerminals, type Terminals } from './terminals.ts'
export { offersOfEvents, readAllTerminals, readOwnTerminals } from './terminals-queries.ts'
