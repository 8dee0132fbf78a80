export { recordCash, startReaderCharge, type ReaderInput } from './card-present.ts'
export { type DeclinedFact, type Gateway, isGatewayError, type PaidFact, type PaymentFact } from './gateway.ts'
export type { GatewayDescriptor, SimulatedTransaction } from './gateway-descriptor.ts'
export { GATEWAYS } from './gateways/index.ts'
export { awaitPage, findOrStartAttempt, firstAttempt } from './payment-attempt.ts'
export { paymentSandbox, recordSandboxTransactions } from './payment-sandbox.ts'
export { createPayments, type Payments } from './payments.ts'
export type { Settle } from './payments-context.ts'
export {
  insertPayment,
  markAbandoned as abandonPayment,
  markDeclined,
  type PaymentRow,
  readPayment,
  readPaymentsOf,
  readPaymentsOfOrders,
} from './payments-queries.ts'
export { recordPaid, recordPaidMany, returnExtraCharges } from './record-payment.ts'
export { requestRefund, type RefundInput } from './refund.ts'
export { readRefundsOf, type RefundRow } from './refunds-queries.ts'
export type { PaymentsTable } from './tables.ts'
