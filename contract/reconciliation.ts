import { EXCEPTION_KINDS, EXCEPTION_STATES, RECONCILIATION_LEVELS } from '@kartis/domain/reconciliation.ts'
import { z } from 'zod'
import { byUuid, calendarDay, data, endpoint, exportOf, instant, listQuery, page, shekels, uuid } from './endpoint.ts'
import { line, paragraph } from './text.ts'

const tag = 'reconciliation'
const access = { permission: 'report.account' } as const

/** Characters of an explanation. */
const MAX_NOTE = 500

export const reconciliationException = z
  .object({
    uuid,
    level: z.enum(RECONCILIATION_LEVELS),
    kind: z.enum(EXCEPTION_KINDS),
    status: z.enum(EXCEPTION_STATES),
    /** Of the charge or deposit, in Israel. */
    day: calendarDay,
    /** What our books say, and theirs; 0 where one has nothing. */
    ours_amount: shekels,
    theirs_amount: shekels,
    event_uuid: uuid.nullable(),
    event_name: z.string().nullable(),
    order_uuid: uuid.nullable(),
    order_number: z.string().nullable(),
    /** Who looks into it, and what was found. */
    owner: z.string().nullable(),
    note: z.string().nullable(),
    opened_at: instant,
    changed_at: instant,
    /** Who changed it last; null for the comparison itself. */
    changed_by: z.string().nullable(),
  })
  .meta({ id: 'ReconciliationException' })
export type ReconciliationException = z.infer<typeof reconciliationException>

export const listExceptions = endpoint({
  method: 'GET',
  path: '/v1/producer/exceptions',
  access,
  tag,
  summary:
    'Differences between our books and those of the gateways and acquirers of the account’s own terminals, the newest day first.',
  query: listQuery({
    filter: {
      status: z.enum(EXCEPTION_STATES).optional(),
      kind: z.enum(EXCEPTION_KINDS).optional(),
      level: z.enum(RECONCILIATION_LEVELS).optional(),
    },
  }),
  reply: page(reconciliationException),
})

export const exportExceptions = exportOf(listExceptions)

export const decideException = endpoint({
  method: 'PATCH',
  path: '/v1/producer/exceptions/:uuid',
  access,
  tag,
  summary: 'Says who looks into a difference, or what came of it. `conflict` where its state does not allow that.',
  params: byUuid,
  body: z
    .strictObject({
      status: z.enum(['explained', 'fixed', 'written_off']).optional(),
      owner: line(80).optional(),
      note: paragraph(MAX_NOTE).optional(),
    })
    .refine(({ status, note }) => status === undefined || Boolean(note), { error: 'required', path: ['note'] }),
  reply: data(reconciliationException),
  refusals: ['conflict'],
})
