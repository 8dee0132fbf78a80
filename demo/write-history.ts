import { type Platform, recordSandboxTransactions, type SimulatedTransaction, type Tx } from './server.ts'
import type { PastOrder } from './history.ts'
import { insertPast, type PastRow } from './history-queries.ts'
import { type Dice, idAt } from './random.ts'

const text = (at: Date | null): string | null => at && at.toISOString()
const keyOf = ({ on, id }: PastOrder) => ({ event_id: on.eventId, order_id: id })

const orderRow = (order: PastOrder): PastRow<'orders'> => ({
  event_id: order.on.eventId,
  id: order.id,
  account_id: order.on.accountId,
  token_hash: order.tokenHash,
  status: order.status,
  channel: order.channel,
  total: order.total,
  cancellation_fee: order.cancellationFee,
  tickets_count: order.tickets.length,
  buyer_name: order.buyer.name,
  buyer_phone: order.buyer.phone,
  buyer_email: order.buyer.email,
  lang: order.buyer.lang,
  marketing_consent_at: order.buyer.consents ? text(order.createdAt) : null,
  created_at: text(order.createdAt),
  paid_at: text(order.paidAt),
  closed_at: text(order.closedAt),
})

/** Uuids of the seats of a line; null without numbered places. */
const seatsOfLine = ({ tickets }: PastOrder, typeId: string): string[] | null => {
  const seats = tickets.flatMap((ticket) => (ticket.typeId === typeId && ticket.seat ? [ticket.seat.printed.uuid] : []))
  return seats.length > 0 ? seats : null
}

const lineRows = (order: PastOrder): PastRow<'order_lines'>[] =>
  order.lines.map((line, position) => ({
    ...keyOf(order),
    position,
    ticket_type_id: line.typeId,
    name: line.name,
    quantity: line.quantity,
    unit_price: line.price,
    seats: seatsOfLine(order, line.typeId),
  }))

const ticketRows = (order: PastOrder): PastRow<'tickets'>[] =>
  order.tickets.map((ticket, place) => ({
    ...keyOf(order),
    id: ticket.id,
    ticket_type_id: ticket.typeId,
    name: ticket.name,
    position: place + 1,
    price: ticket.price,
    status: ticket.cancelledAt ? 'cancelled' : 'valid',
    cancelled_at: text(ticket.cancelledAt),
    redeemed_at: text(ticket.entry?.at ?? null),
    redeemed_device: ticket.entry?.device ?? null,
    redeemed_by: ticket.entry?.scanId ?? null,
    seat_no: ticket.seat?.number ?? null,
    seat: ticket.seat?.printed ?? null,
    created_at: text(order.paidAt),
  }))

/** The history of an order, one row for each step. */
const historyRows = (order: PastOrder, random: Dice, managerId: string): PastRow<'order_history'>[] => {
  const row = (kind: string, at: Date, detail: object, userId: string | null = null) => ({
    event_id: order.on.eventId,
    id: idAt(random, at),
    order_id: order.id,
    kind,
    detail,
    user_id: userId,
    created_at: text(at),
  })
  const cancelled = order.tickets.filter((ticket) => ticket.cancelledAt)
  const [first] = cancelled
  return [
    ...(order.card ? [row('pending_payment', new Date(order.createdAt.getTime() + 45_000), {})] : []),
    order.channel === 'invitation'
      ? row('invited', order.paidAt, {}, managerId)
      : row('paid', order.paidAt, order.card ? { payment: order.paymentId } : {}),
    ...(first?.cancelledAt
      ? [
          row(
            'tickets_cancelled',
            first.cancelledAt,
            {
              tickets: cancelled.map(({ id }) => id),
              amount: order.refund?.amount ?? 0,
              reason: order.refund?.reason ?? '',
            },
            managerId,
          ),
        ]
      : []),
  ]
}

const answerRows = (order: PastOrder, random: Dice): PastRow<'order_answers'>[] => {
  const { show, fieldIds } = order.on
  if (!show.form || order.channel !== 'online') return []
  return show.form.answers.flatMap(({ place, answer }) => {
    const field = show.form?.form.fields[place]
    const value = answer(random)
    return field && value !== undefined
      ? [{ ...keyOf(order), field_id: fieldIds[place], ticket_no: 0, question: field.name, type: field.type, value }]
      : []
  })
}

const invitationRow = (order: PastOrder, random: Dice, managerId: string): PastRow<'invitations'> => ({
  ...keyOf(order),
  id: idAt(random, order.createdAt),
  account_id: order.on.accountId,
  recipient_name: order.buyer.name,
  phone: order.buyer.phone,
  sent_by: managerId,
  created_at: text(order.createdAt),
  revoked_at: text(order.closedAt),
})

const refundedOf = ({ refund }: PastOrder): number => (refund && !refund.isRefused ? refund.amount : 0)

const paymentRow = (order: PastOrder, provider: string, providerRef: string | null): PastRow<'payments'> => ({
  ...keyOf(order),
  id: order.paymentId,
  account_id: order.on.accountId,
  provider: order.on.terminal?.gatewayName ?? provider,
  method: 'card',
  status: 'paid',
  amount: order.total,
  refunded: refundedOf(order),
  provider_ref: providerRef,
  terminal_id: order.on.terminal?.id ?? null,
  approval_code: order.card?.approval,
  last4: order.card?.last4,
  brand_code: order.card?.brand,
  issuer_code: order.card?.issuer,
  acquirer_code: order.card?.acquirer,
  foreign_card: order.card?.foreign,
  bucket: order.card?.bucket,
  raw: { installments: 1 },
  created_at: text(new Date(order.createdAt.getTime() + 45_000)),
  paid_at: text(order.paidAt),
})

/** A charge, or its refund when `refundOf` is set, as the simulated gateway records it. */
const transactionOf = (order: PastOrder, refundOf?: string): SimulatedTransaction => ({
  reference: refundOf ? (order.refund?.id ?? '') : order.paymentId,
  ...(refundOf && { refundOf }),
  amount: refundOf ? (order.refund?.amount ?? 0) : order.total,
  approvalCode: order.card?.approval ?? '',
  last4: order.card?.last4 ?? '',
  brandCode: order.card?.brand ?? '',
  issuerCode: order.card?.issuer ?? '',
  acquirerCode: order.card?.acquirer ?? '',
  foreign: order.card?.foreign ?? false,
  at: refundOf ? (order.refund?.at ?? order.paidAt) : order.paidAt,
})

/** The gateway's code of a card that is no longer valid. */
const EXPIRED_CARD = '036'

const refundRow = (order: PastOrder, providerRef: string | null): PastRow<'refunds'> => {
  const { refund } = order
  const at = text(refund?.at ?? null)
  return {
    ...keyOf(order),
    id: refund?.id,
    payment_id: order.paymentId,
    amount: refund?.amount,
    reason: refund?.reason,
    provider_ref: providerRef,
    attempts: 1,
    created_at: at,
    ...(refund?.isRefused
      ? { status: 'failed', way: null, last_error: EXPIRED_CARD, done_at: null }
      : { status: 'done', way: 'credit', last_error: null, done_at: at }),
  }
}

const writePayments = async (platform: Platform, tx: Tx, orders: readonly PastOrder[]): Promise<void> => {
  const paid = orders.filter((order) => order.card)
  const refunded = paid.filter((order) => order.refund)
  const provider = platform.settings.payments.gatewayName ?? 'cash'
  const charges = new Map<string, string>()
  for (const [terminal, own] of Map.groupBy(paid, ({ on }) => on.terminal)) {
    const transactions = own.map((order) => transactionOf(order))
    const refs = await recordSandboxTransactions(platform, tx, transactions, terminal)
    for (const [reference, ref] of refs) charges.set(reference, ref)
  }
  const refunds = await recordSandboxTransactions(
    platform,
    tx,
    refunded.flatMap((order) => {
      const charge = charges.get(order.paymentId)
      return charge && !order.refund?.isRefused ? [transactionOf(order, charge)] : []
    }),
  )
  await insertPast(
    tx,
    'payments',
    paid.map((order) => paymentRow(order, provider, charges.get(order.paymentId) ?? null)),
  )
  await insertPast(
    tx,
    'refunds',
    refunded.map((order) => refundRow(order, refunds.get(order.refund?.id ?? '') ?? null)),
  )
}

const consentRow = (platform: Platform, order: PastOrder): PastRow<'marketing_consents'> => ({
  id: platform.newId(),
  account_id: order.on.accountId,
  phone: order.buyer.phone,
  email: order.buyer.email,
  given: true,
  channel: 'checkout',
  event_id: order.on.eventId,
  order_id: order.id,
  wording: '',
  lang: order.buyer.lang,
  created_at: text(order.createdAt),
})

/** Writes all orders and invitations of every event in order of time, since order numbers are assigned on insert. */
export const writeHistory = async (
  platform: Platform,
  tx: Tx,
  orders: readonly PastOrder[],
  { random, managerId }: { readonly random: Dice; readonly managerId: string },
): Promise<void> => {
  const sorted = orders.toSorted((left, right) => left.createdAt.getTime() - right.createdAt.getTime())
  await insertPast(tx, 'orders', sorted.map(orderRow))
  await insertPast(tx, 'order_lines', sorted.flatMap(lineRows))
  await insertPast(tx, 'tickets', sorted.flatMap(ticketRows))
  await writePayments(platform, tx, sorted)
  await insertPast(
    tx,
    'order_history',
    sorted.flatMap((order) => historyRows(order, random, managerId)),
  )
  await insertPast(
    tx,
    'order_answers',
    sorted.flatMap((order) => answerRows(order, random)),
  )
  await insertPast(
    tx,
    'marketing_consents',
    sorted.filter(({ buyer }) => buyer.consents).map((order) => consentRow(platform, order)),
  )
  const gifts = sorted.filter((order) => order.channel === 'invitation')
  await insertPast(
    tx,
    'invitations',
    gifts.map((order) => invitationRow(order, random, managerId)),
  )
}
