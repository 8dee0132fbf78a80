import { SECURITY_ACT_NAMES, SECURITY_KINDS } from '@kartis/domain/security-log.ts'
import { z } from 'zod'
import { endpoint, instant, listQuery, page, uuid } from './endpoint.ts'

const RESULTS = ['done', 'refused'] as const

export const securityLogEntry = z
  .object({
    uuid,
    act: z.enum(SECURITY_ACT_NAMES),
    result: z.enum(RESULTS),
    /** Null: nobody is known by the phone that tried. */
    by: z.object({ uuid, name: z.string().nullable() }).nullable(),
    /** Keyed hash of the network: equal ones are the same network. */
    address: z.string().nullable(),
    /** Uuid of what was changed, or the endpoint of an export or a denied call. */
    target: z.string().nullable(),
    /** The person whom the act concerns, where it concerns one. */
    target_name: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()),
    at: instant,
  })
  .meta({ id: 'SecurityLogEntry' })
export type SecurityLogEntry = z.infer<typeof securityLogEntry>

export const listSecurityLog = endpoint({
  method: 'GET',
  path: '/v1/account/security_log',
  access: { permission: 'security_log.read' },
  tag: 'security',
  summary:
    'Sign-ins, denied calls, exports, refunds and changes of bank details, members, sessions, passkeys and terminals, newest first.',
  query: listQuery({
    filter: {
      kind: z.enum(SECURITY_KINDS).optional(),
      result: z.enum(RESULTS).optional(),
      user_uuid: uuid.optional(),
    },
  }),
  reply: page(securityLogEntry),
})
