import type { Reservation } from '@kartis/contract/public-orders.ts'
import type { TestGateway } from './gateway.ts'
import { atGateway, reserved, deliverWebhook, withDetails } from './orders.ts'
import { newPhone } from './people.ts'
import type { World } from './world.ts'

export interface Sale {
  readonly event: { readonly uuid: string }
  readonly type: { readonly uuid: string }
}

/** An order that was paid by card: from the cart to the gateway's webhook. */
export const boughtByCard = async (
  world: World,
  gateway: TestGateway,
  { event, type }: Sale,
  { quantity = 1, phone = newPhone() }: { quantity?: number; phone?: string } = {},
): Promise<Reservation> => {
  const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: quantity }), phone)
  const payment = await atGateway(world, order)
  gateway.charge(payment, Math.round(order.total_amount * 100))
  await deliverWebhook(world, { payment })
  return order
}
