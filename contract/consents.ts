import { z } from 'zod'
import { byUuid, endpoint, instant, page, pageQuery, uuid } from './endpoint.ts'

const tag = 'customer'

/** What a phone allowed one organiser to send it beyond its tickets. */
export const consent = z
  .object({
    /** The organiser's account. */
    uuid,
    organiser: z.string(),
    given_at: instant,
  })
  .meta({ id: 'MarketingConsent' })
export type Consent = z.infer<typeof consent>

export const listMyConsents = endpoint({
  method: 'GET',
  path: '/v1/customer/consents',
  access: 'user',
  tag,
  summary: 'Organisers who may send news to the signed-in phone.',
  query: pageQuery,
  reply: page(consent),
})

export const withdrawConsent = endpoint({
  method: 'DELETE',
  path: '/v1/customer/consents/:uuid',
  access: 'user',
  tag,
  summary:
    'Take back the consent that an organiser has; once more changes nothing. The reply is the list without it, from its beginning.',
  params: byUuid,
  reply: page(consent),
})
