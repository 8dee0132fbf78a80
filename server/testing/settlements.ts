import { updateAccount } from '@kartis/contract/accounts.ts'
import { inTransaction } from '../platform/database/db.ts'
import { requestRefund } from '../modules/payments/payments/index.ts'
import { bookingOf, bookPastOf } from '../modules/settling/ledger/index.ts'
import { draftStatement, type DraftedStatement } from '../modules/settling/payouts/index.ts'
import type { Producer } from './people.ts'
import { pastSale, type Sold } from './past-sales.ts'
import type { World } from './world.ts'

/** A completed order in the ledger. */
export const bookedSale = async (
  world: World,
  producer: Producer,
  on: { readonly eventId: string; readonly typeId: string },
  sale: Sold,
): Promise<void> => {
  await pastSale(world, producer, on, sale)
  await inTransaction(world.db, (tx) => bookPastOf(tx, on.eventId, bookingOf(world.platform)))
}

/** Refunds a part of a paid payment of an event, as a cancellation does. */
export const refundOf = async (world: World, eventId: string, amount: number): Promise<void> => {
  const payment = await world.db
    .selectFrom('payments')
    .select('id')
    .where('event_id', '=', eventId)
    .where('status', '=', 'paid')
    .whereRef('refunded', '<', 'amount')
    .executeTakeFirstOrThrow()
  await inTransaction(world.db, (tx) =>
    requestRefund(world.platform, tx, { eventId, paymentId: payment.id, amount, reason: 'test' }),
  )
  await world.handleEvents()
}

/** The next statement of an account at an instant. */
export const statementAt = (world: World, producer: Producer, now: Date): Promise<DraftedStatement | undefined> =>
  draftStatement(world.platform, { accountId: producer.account.uuid, by: 'Dana', now })

/** Books the sales of events, and makes the statement of an instant, whose payout was sent at once. */
export const paidOutAt = async (
  world: World,
  producer: Producer,
  eventIds: readonly string[],
  at: Date,
): Promise<void> => {
  for (const eventId of eventIds)
    await inTransaction(world.db, (tx) => bookPastOf(tx, eventId, bookingOf(world.platform)))
  const statement = await statementAt(world, producer, at)
  await world.db
    .updateTable('payouts')
    .set({ state: 'sent', sent_at: at })
    .where('id', '=', statement?.payout?.id ?? '')
    .execute()
}

/** Changes where payouts of an account go. */
export const saveBank = async (world: World, producer: Producer, accountNumber: string): Promise<void> => {
  const answer = await world.call(updateAccount, {
    token: producer.token,
    account: producer.account.uuid,
    params: { uuid: producer.account.uuid },
    body: {
      payment_methods: [{ bank_number: 10, bank_branch_number: '607', bank_account_number: accountNumber }],
    },
  })
  if (answer.error) throw new Error(answer.text)
}
