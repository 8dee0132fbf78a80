import { later, MINUTE } from '../calendar.ts'
import type { PastOrder } from '../history.ts'
import { queuedRefunds } from '../history-queries.ts'
import { expectDone, type Team } from '../people.ts'
import {
  anyEventRow,
  approveRun,
  notifyRun,
  type Platform,
  previewRun,
  recordSandboxTransactions,
  refundOrder,
  type RefundPayment,
  sendRefund,
  stepRun,
  type Tx,
} from '../server.ts'
import { inThePast } from './in-the-past.ts'
import type { OwnTerminal } from './own-terminal.ts'

/** The simulated gateway, which is not there while the demo is loaded: it refunds what it is asked to, and knows of it. */
const refundingGateway = (
  platform: Platform,
  tx: Tx,
  { orders, terminal, at }: { orders: readonly PastOrder[]; terminal: OwnTerminal; at: Date },
) => ({
  capabilities: { refundKeys: true },
  refund: async ({ paymentId, refundId, providerRef, amount }: RefundPayment) => {
    const card = orders.find((order) => order.paymentId === paymentId)?.card
    const refund = {
      reference: refundId,
      refundOf: providerRef,
      amount,
      approvalCode: card?.approval ?? '',
      last4: card?.last4 ?? '',
      brandCode: card?.brand ?? '',
      issuerCode: card?.issuer ?? '',
      acquirerCode: card?.acquirer ?? '',
      foreign: card?.foreign ?? false,
      at,
    }
    const refs = await recordSandboxTransactions(platform, tx, [refund], terminal)
    return { ok: true, ref: refs.get(refundId) ?? refundId, way: 'credit' } as const
  },
  // It refuses nothing, so that nothing is looked up.
  transactions: async function* () {
    yield* []
  },
})

interface Cancelled {
  readonly team: Team
  readonly eventId: string
  readonly orders: readonly PastOrder[]
  readonly terminal: OwnTerminal
  readonly at: Date
}

/** Cancels an event and refunds every order by a refund run, as its producer and the jobs of the server do. */
export const cancelEvening = async (platform: Platform, tx: Tx, cancelled: Cancelled): Promise<void> => {
  const { team, eventId, orders, terminal, at } = cancelled
  const event = await anyEventRow(tx, eventId)
  if (!event) throw new Error('the event that the demo cancels is missing')
  const body = { kind: 'cancelled', fees: 'return', message: '' } as const
  const runId = expectDone(await previewRun(inThePast(platform, tx, at), event, body, team.managerId, at))
  const approvedAt = later(at, 4 * MINUTE)
  const key = { accountId: team.accountId, eventId, runId }
  const approving = inThePast(platform, tx, approvedAt)
  const refused = await approveRun(approving, key, { userId: team.managerId, network: '127.0.0.1' }, approvedAt)
  if (refused) throw new Error(`the demo was refused: ${refused.refusal}`)
  await notifyRun(approving, tx, { ...key, after: '' })
  const refundedAt = later(approvedAt, MINUTE)
  const refunding = inThePast(platform, tx, refundedAt)
  const gateway = refundingGateway(platform, tx, { orders, terminal, at: refundedAt })
  const terminals = { gatewayOf: async () => gateway }
  await stepRun(refunding, tx, key)
  for (const { id: orderId } of orders) await refundOrder(refunding, { eventId, runId, orderId })
  for (const refundId of await queuedRefunds(tx, eventId))
    await sendRefund({ platform: refunding, terminals }, { eventId, refundId })
  await stepRun(inThePast(platform, tx, later(refundedAt, MINUTE)), tx, key)
}
