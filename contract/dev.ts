import { z } from 'zod'
import { instant, uuid } from './endpoint.ts'

/** `GET /api/dev/messages?to=`: what was sent, while messages are kept in the outbox. Never in production. */
export const devMessages = z.object({
  data: z.array(
    z.object({
      uuid,
      channel: z.enum(['sms', 'email']),
      to: z.string(),
      subject: z.string().nullable(),
      text: z.string(),
      code: z.string().optional(),
      created_at: instant,
    }),
  ),
})
