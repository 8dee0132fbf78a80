import { pay } from '@kartis/contract/public-orders.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { eventOnSale } from './events.ts'
import { cardForm, GOOD_CARD } from './gateway-bench.ts'
import { holding, reserved, withDetails } from './orders.ts'
import type { World } from './world.ts'

const FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }

/** An order of one ticket that is paid on the page of the simulated gateway. */
export const paidOnPage = async (world: World, { event, type }: Awaited<ReturnType<typeof eventOnSale>>) => {
  const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
  const { payment } = (await world.call(pay, holding(order))).body.data
  const { pathname, search } = new URL(payment?.url ?? '')
  const answer = await world.http('POST', pathname + search, cardForm(GOOD_CARD).toString(), FORM)
  expect(answer.status).toBe(303)
  await world.platform.jobs.drain({ names: ['payments.word'] })
  return order
}

/** Refunds every charge in the simulated gateway's own console, without a word to us. */
export const refundedInConsole = async (world: World): Promise<void> => {
  await sql`
    insert into sandbox_transactions
      (terminal, txn_type, tranmode, amount, currency, page_id, response, confirmation_code, tempref, token, last4, brand,
       issuer, acquirer, foreign_card, cred_type, payments, reference_index, user_fields, created_at)
    select terminal, 'CREDIT', 'C' || txn_index, amount, currency, page_id, response, confirmation_code, tempref, token,
      last4, brand, issuer, acquirer, foreign_card, '1', 1, txn_index, '{}', ${world.clock.now()}
    from sandbox_transactions where txn_type = 'DEBIT'`.execute(world.db)
}
