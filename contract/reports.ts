import { daysOf } from '@kartis/domain/period.ts'
import { REPORT } from '@kartis/domain/limits.ts'
import { z } from 'zod'
import { adjustments, salesByMeans } from './event-figures.ts'
import { eventStatus } from './events.ts'
import { byUuid, calendarDay, data, endpoint, instant, listQuery, page, shekels, uuid } from './endpoint.ts'

const tag = 'reports'

/** Calendar days of Jerusalem, both included. */
const period = z.object({ from: calendarDay, to: calendarDay }).meta({ id: 'Period' })

interface DayRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const isInOrder = ({ from, to }: DayRange): boolean => from === undefined || to === undefined || from <= to
const isBounded = ({ from, to }: DayRange): boolean =>
  from === undefined || to === undefined || daysOf({ from, to }) <= REPORT.maxDays

/** Left out, `from` is the day of the first sale or event and `to` is today. */
const days = { from: calendarDay.optional(), to: calendarDay.optional() }
const WRONG_ORDER = { error: 'end_before_start', path: ['to'] }
const TOO_LONG = { error: 'too_big', path: ['from'] }

/** What was sold in a period: each order with its tickets and money on the day that it was paid. */
export const salesFigures = z
  .object({
    /** Valid tickets. */
    tickets: z.int(),
    /** Paid, free and invited ones that were not cancelled as a whole. */
    orders: z.int(),
    /** The part of `tickets` that belongs to invitations, which are no sales. */
    invited_tickets: z.int(),
    /** The part of `orders` that is invitations. */
    invited_orders: z.int(),
    /** The revenue: captured less refunds since. */
    total_amount: shekels,
    /** What has gone back to buyers of the period, whenever it did. */
    refunds_amount: shekels,
  })
  .meta({ id: 'SalesFigures' })
export type SalesFigures = z.infer<typeof salesFigures>

/** The payout reports of the events that ended in a period, added up: never rounded anew. */
export const settlement = z
  .object({
    events: z.int(),
    orders: z.object({ total_amount: shekels }),
    /** The part of it, in the prices of valid tickets, that buyers paid as the service fee. */
    service_fee: shekels,
    orders_by_cc: z.object({
      total_amount: shekels,
      total_amount_regular: shekels,
      total_amount_special: shekels,
      total_amount_tourist: shekels,
    }),
    by_means: salesByMeans,
    handle_fee_cc: z.object({ regular: shekels, special: shekels, tourist: shekels, total: shekels }),
    /** Fee for free tickets. */
    handle_fee: shekels,
    free_tickets: z.int(),
    /** The fee for one of them; null where the events of the period had different ones. */
    ticket_fee: shekels.nullable(),
    fees_total: shekels,
    /** Null where events of the period had different rates. */
    vat_percent: z.number().nullable(),
    vat: shekels,
    deductions_total: shekels,
    adjustments,
    neto_deposit: shekels,
    /**
     * The net sum by where it stands; the four sum to it. `paid`: as the statements of the events settled it, and was sent to the bank;
     * `since`: what has changed in these events after their statements.
     */
    payouts: z.object({ paid: shekels, since: shekels, pending: shekels, not_due: shekels }),
  })
  .meta({ id: 'Settlement' })
export type Settlement = z.infer<typeof settlement>

const typeSales = z.object({
  name: z.string(),
  /** Events that sold a type of this name. */
  events: z.int(),
  /** Valid tickets that were sold; `free` of them for nothing. */
  count: z.int(),
  free: z.int(),
  /** Valid tickets of invitations, which are no sales. */
  invited: z.int(),
  /** What was paid for its valid tickets. */
  total_amount: shekels,
})

export const accountReport = z
  .object({
    period,
    /** The equal period before it; null where there is none: the whole time. */
    previous: period.nullable(),
    grouped_by: z.enum(['day', 'month']),
    sales: z.object({ current: salesFigures, previous: salesFigures.nullable() }),
    /** Every day or month of the period, oldest first; `day` is the first day of its month then. */
    series: z.array(salesFigures.extend({ day: calendarDay })),
    /** By name over all events, the most money first. */
    ticket_types: z.array(typeSales),
    /** The remaining ticket types, summed in one line. */
    other_ticket_types: typeSales.omit({ name: true, events: true }).extend({ types: z.int() }).nullable(),
    /** The part of the revenue that stays of cancelled tickets; with the ticket types it sums to the revenue. */
    retained_amount: shekels,
    settlement: z.object({ current: settlement, previous: settlement.nullable() }),
    generated_at: instant,
  })
  .meta({ id: 'AccountReport' })
export type AccountReport = z.infer<typeof accountReport>

export const showReport = endpoint({
  method: 'GET',
  path: '/v1/producer/reports',
  access: { permission: 'report.account' },
  tag,
  summary: 'Sales of a period over all events of the workspace, and the payouts of those that ended in it.',
  query: z
    .strictObject({
      ...days,
      /** Left out: by day up to three months, by month above. More than 400 days are always by month. */
      group: z.enum(['day', 'month']).optional(),
    })
    .refine(isInOrder, WRONG_ORDER)
    .refine(isBounded, TOO_LONG),
  reply: data(accountReport),
})

export const reportEvent = z
  .object({
    uuid,
    name: z.string(),
    starts_at: instant,
    ends_at: instant,
    timezone: z.string(),
    status: eventStatus,
    /** A run of refunds cancelled it: it is no draft like others. */
    cancelled: z.boolean(),
    sales: salesFigures,
    /** Null for an event that did not end in the period. */
    settlement: z
      .object({
        fees_total: shekels,
        vat: shekels,
        deductions_total: shekels,
        neto_deposit: shekels,
        /** `nothing`: its net is 0; `debt`: below 0, which statements offset. */
        payout: z.enum(['not_due', 'pending', 'paid', 'nothing', 'debt']),
        /** When it was sent to the bank. */
        paid_at: instant.nullable(),
      })
      .nullable(),
    /** What fees with VAT and net will be if nothing more happens, as in the balance; null for an event that has ended. */
    expected: z.object({ deductions_total: shekels, neto_deposit: shekels }).nullable(),
  })
  .meta({ id: 'ReportEvent' })
export type ReportEvent = z.infer<typeof reportEvent>

export const listReportEvents = endpoint({
  method: 'GET',
  path: '/v1/producer/reports/events',
  access: { permission: 'report.account' },
  tag,
  summary: 'The events that sold or ended in a period, each with its part of the report; the most money first.',
  query: listQuery({ sort: ['starts_at', 'total_amount', 'tickets'] })
    .extend(days)
    .refine(isInOrder, WRONG_ORDER)
    .refine(isBounded, TOO_LONG),
  reply: page(reportEvent),
})

export const reportExport = z
  .object({
    uuid,
    format: z.enum(['xlsx', 'pdf']),
    period,
    status: z.enum(['queued', 'running', 'ready', 'failed']),
    /** Percent. */
    progress: z.int().min(0).max(100),
    name: z.string(),
    bytes: z.int().nullable(),
    /** Valid for an hour; each request of the list returns a new one. Null until the file is ready. */
    url: z.string().nullable(),
    created_at: instant,
    /** When the file is deleted. */
    expires_at: instant,
  })
  .meta({ id: 'ReportExport' })
export type ReportExport = z.infer<typeof reportExport>

export const createReportExport = endpoint({
  method: 'POST',
  path: '/v1/producer/reports/exports',
  access: { permission: 'report.account' },
  tag,
  summary:
    'Ask for the report as a file. A short one is ready in the answer; a long one is made meanwhile. Asking again for what is being made gives the same.',
  body: z
    .strictObject({ ...days, format: z.enum(['xlsx', 'pdf']) })
    .refine(isInOrder, WRONG_ORDER)
    .refine(isBounded, TOO_LONG),
  reply: data(reportExport),
  status: 202,
  logged: 'export',
})

export const listReportExports = endpoint({
  method: 'GET',
  path: '/v1/producer/reports/exports',
  access: { permission: 'report.account' },
  tag,
  summary: 'The files of the last week, the newest first.',
  query: listQuery({}),
  reply: page(reportExport),
})

const eventFileOf = <const Type extends 'pdf' | 'xlsx'>(replyType: Type) =>
  endpoint({
    method: 'GET',
    path: `/v1/producer/events/:uuid/report.${replyType}`,
    access: { permission: 'report.read', of: 'event' },
    tag,
    summary: `The payout report of an event as .${replyType}, as of now.`,
    params: byUuid,
    replyType,
    reply: z.unknown(),
    logged: 'export',
  })

export const eventReportPdf = eventFileOf('pdf')
export const eventReportXlsx = eventFileOf('xlsx')

export const showReportExport = endpoint({
  method: 'GET',
  path: '/v1/producer/reports/exports/:uuid',
  access: { permission: 'report.account' },
  tag,
  summary: 'How far a file is.',
  params: byUuid,
  reply: data(reportExport),
})

export const reportExportFile = endpoint({
  method: 'GET',
  path: '/v1/producer/reports/exports/:uuid/file',
  access: 'public',
  tag,
  summary: 'The file itself, by the signed address that `url` gives.',
  params: byUuid,
  query: z.strictObject({ until: z.string().max(20), sig: z.string().max(200) }),
  replyType: 'file',
  reply: z.unknown(),
})
