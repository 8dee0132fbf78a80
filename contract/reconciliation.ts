import { EXCEPTION_KINDS, EXCEPTION_STATES, RECONCILIATION_LEVELS } from '@kartis/domain/reconciliation.ts'
import { z } from 'zod'
import {
  byUuid,
  calendarDay,
  data,
  endpoint,
  exportOf,
  instant,
  listQuery,
  page,
  pageQuery,
  shekels,
  uuid,
} from './endpoint.ts'
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
    /** What theirs have of it: the reference of the gateway or the card company, the last digits of the card, the approval, the time. */
    their_ref: z.string().nullable(),
    last_digits: z.string().nullable(),
    approval: z.string().nullable(),
    their_at: instant.nullable(),
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
    /** The number of an order or the gateway's of a charge, whole; a part of the name of an event or of who looks into it. */
    or: ['number', 'name'],
  }),
  reply: page(reconciliationException),
})

export const exportExceptions = exportOf(listExceptions)

/** Bytes of a report that is loaded at once: some hundred thousand transactions. */
export const MAX_REPORT_BYTES = 10 * 1024 * 1024

export const loadGatewayReport = endpoint({
  method: 'POST',
  path: '/v1/producer/exceptions/reports',
  access,
  tag,
  summary:
    'Loads the report of a gateway from a file and compares it with our books: multipart fields `file` (CSV with commas, semicolons or tabs, up to 10 MB), `terminal_uuid` (one of the account’s own) and, where headings are none of the gateway’s own names, `headings` (`ref=<heading>,amount=<heading>,day=<heading>,…`). Loading it again changes nothing. A line that cannot be read refuses the file: `validation` with `line`, `column` and `text`.',
  requestType: 'multipart',
  fields: z.object({ terminal_uuid: uuid, headings: z.string().max(2000).optional() }),
  reply: data(
    z.object({
      rows_count: z.int(),
      /** Without those that were loaded before and say the same. */
      new_count: z.int(),
      from: calendarDay,
      until: calendarDay,
      /** The last day that was compared; null where no day of the file is over. */
      compared_until: calendarDay.nullable(),
      differences_count: z.int(),
    }),
  ),
  refusals: ['payload_too_large', 'unsupported_media_type', 'too_many_requests'],
})

/** How many days back the charges of the levels go. */
export const LEVEL_DAYS = 31

const reconciliationLevel = z
  .object({
    level: z.enum(RECONCILIATION_LEVELS),
    /** Charges in the books of the other side, of the last 31 days. */
    rows_count: z.int(),
    rows_amount: shekels,
    /** Those of them that are found in ours. */
    matched_count: z.int(),
    matched_amount: shekels,
    /** Those that are not compared yet: charges of a day are compared once it is over. */
    waiting_count: z.int(),
    waiting_amount: shekels,
    /** When rows came last; null where none did in these days. */
    loaded_at: instant.nullable(),
    /** Differences of whatever day that are open, and what they come to, each without its sign. */
    open_count: z.int(),
    open_amount: shekels,
  })
  .meta({ id: 'ReconciliationLevel' })
export type ReconciliationLevelFigures = z.infer<typeof reconciliationLevel>

export const showReconciliationLevels = endpoint({
  method: 'GET',
  path: '/v1/producer/exceptions/levels',
  access,
  tag,
  summary:
    'What was compared of the account’s own terminals: with the gateways that list their charges, and with the acquirers that settle them.',
  query: pageQuery,
  reply: page(reconciliationLevel),
})

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
