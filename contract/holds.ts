import { z } from 'zod'
import { byUuid, data, endpoint, instant, uuid } from './endpoint.ts'

export const extendHold = endpoint({
  method: 'POST',
  path: '/v1/public/orders/:uuid/extend',
  access: 'order-token',
  tag: 'buying',
  summary:
    'More time for a buyer who needs it: in the last three minutes of a reservation, once, up to twenty minutes in all. Asking earlier or again changes nothing (`extended` is false).',
  params: byUuid,
  reply: data(z.object({ uuid, expires_at: instant, extended: z.boolean() })),
  refusals: ['order_state', 'hold_expired'],
})
