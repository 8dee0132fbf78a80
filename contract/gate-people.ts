import { z } from 'zod'
import { byUuid, data, endpoint, instant } from './endpoint.ts'
import { line } from './text.ts'

const tag = 'admission'

/** `hub`: for the device that answers the others; who leads the gate may have it whatever the event's setting says. */
const purpose = z.enum(['scan', 'hub']).default('scan')

export const gatePeople = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/check_in/people',
  access: { permission: 'ticket.scan', of: 'event', device: true },
  tag,
  summary:
    'Names and last four digits of phones of the event’s guests, by order and by transferred ticket, in one sealed file (AES-256-GCM) for devices that search without a network. Nobody reads it without the key of `check_in/people_key`. Refused as `conflict` where the event does not allow it (`people_offline`) or is over.',
  params: byUuid,
  query: z.strictObject({ as: purpose }),
  replyType: 'file',
  reply: z.unknown(),
  refusals: ['conflict', 'too_many_requests'],
})

export const gatePeopleKey = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/check_in/people_key',
  access: { permission: 'ticket.scan', of: 'event', device: true },
  tag,
  summary:
    'The key of the sealed file of guests. It changes when a device of the event is revoked, and may be used until `ends_at`. Each key that is given is in the security log.',
  params: byUuid,
  body: z.strictObject({ device_id: line(120).min(1, { error: 'required' }), as: purpose }),
  reply: data(
    z.object({
      /** AES-256, in base64url. */
      key: z.string(),
      generation: z.int(),
      ends_at: instant,
    }),
  ),
  refusals: ['conflict', 'too_many_requests'],
})
