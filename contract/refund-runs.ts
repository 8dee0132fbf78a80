import { REFUND_RUN } from '@kartis/domain/limits.ts'
import {
  BY_HAND_REASONS,
  STAY_REASONS,
  REFUND_FEES,
  REFUND_ITEM_STATES,
  REFUND_RUN_KINDS,
  REFUND_RUN_STATES,
  REFUND_WAYS,
} from '@kartis/domain/refund-run.ts'
import { z } from 'zod'
import { byUuid, data, endpoint, exportOf, instant, listQuery, page, shekels, uuid } from './endpoint.ts'
import { payoutAfter } from './event-figures.ts'
import { paragraph } from './text.ts'

const tag = 'refund runs'

export const refundRunKind = z.enum(REFUND_RUN_KINDS)
export const refundRunState = z.enum(REFUND_RUN_STATES)
export const refundItemState = z.enum(REFUND_ITEM_STATES)
export const pauseReason = z.enum(['person', 'event_published'])

const share = { orders: z.int(), amount: shekels }

/** What a run does to the orders of its event, before anything is refunded. */
export const refundRunPreview = z
  .object({
    orders: z.int(),
    tickets: z.int(),
    /** What buyers get back. */
    amount: shekels,
    /** Lawful fees that are kept of it. */
    fee: shekels,
    /** By the way the money goes back. */
    by_way: z.array(z.object({ way: z.enum([...REFUND_WAYS, 'free']), ...share })),
    /** Orders that cannot be refunded by themselves; a person hands the money back. */
    by_hand: z.array(z.object({ reason: z.enum(BY_HAND_REASONS), ...share })),
  })
  .meta({ id: 'RefundRunPreview' })
export type RefundRunPreview = z.infer<typeof refundRunPreview>

export const refundRun = z
  .object({
    uuid,
    event_uuid: uuid,
    event_name: z.string(),
    kind: refundRunKind,
    fees: z.enum(REFUND_FEES),
    state: refundRunState,
    /** Until when buyers may choose; null where nobody is asked. */
    deadline: instant.nullable(),
    message: z.string(),
    created_at: instant,
    prepared_by: z.string(),
    approved_at: instant.nullable(),
    approved_by: z.string().nullable(),
    finished_at: instant.nullable(),
    /** Why it stands still; null while it does not. `event_published`: the event went on sale again. */
    pause_reason: pauseReason.nullable(),
    /**
     * By then the law wants the money returned: fourteen days from the approval, or from the first choice of a buyer whose refund
     * is still open.
     */
    refund_due_at: instant.nullable(),
    preview: refundRunPreview,
    /** Orders by their outcome so far; states that no order has are missing. */
    progress: z.array(z.object({ state: refundItemState, ...share })),
    /**
     * The payout report of the event once all that the run still has to refund is refunded: of a run that asks buyers, to all who
     * have not chosen to stay. Null in lists of all events.
     */
    payout_after: payoutAfter.nullable(),
    /** What waits for bank transfers of its orders; of a cancelled event of all of its orders. */
    waiting: z.object(share),
    /** Why the caller may not approve it now: another person must. Null where the caller may, or nothing is to approve. */
    approval_needs: z.enum(['second_person']).nullable(),
  })
  .meta({ id: 'RefundRun' })
export type RefundRun = z.infer<typeof refundRun>

export const createRefundRun = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/refund_runs',
  access: { permission: 'order.cancel', of: 'event' },
  tag,
  summary:
    'Preview the refund of all orders of an event. Refunds and messages nothing; a preview that was not approved is replaced.',
  params: byUuid,
  body: z.strictObject({
    kind: refundRunKind,
    /** `keep` withholds the lawful cancellation fee. */
    fees: z.enum(REFUND_FEES).default('return'),
    /** Until when buyers may choose; 14 days, but not longer than until the event begins, unless given. */
    deadline: instant.optional(),
    /** Added to what buyers read, in e-mails and on the page where they choose. */
    message: paragraph(REFUND_RUN.maxMessageChars).default(''),
  }),
  reply: data(refundRun),
  status: 201,
  refusals: ['conflict'],
})

export const listAccountRefundRuns = endpoint({
  method: 'GET',
  path: '/v1/producer/refund_runs',
  access: { permission: 'report.account' },
  tag,
  summary: 'The refund runs of all events of the workspace, the newest first.',
  query: listQuery({ filter: { state: refundRunState.optional() }, or: ['name'] }),
  reply: page(refundRun),
})

export const exportAccountRefundRuns = exportOf(listAccountRefundRuns)

export const listRefundRuns = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/refund_runs',
  access: { permission: 'payment.list', of: 'event' },
  tag,
  summary: 'The refund runs of an event, the newest first.',
  params: byUuid,
  query: listQuery({}),
  reply: page(refundRun),
})

/** A run is found by its own uuid; a path that also names the event finds it in that event only. */
const runParams = z.object({ uuid, event_uuid: uuid.optional() })
const OF_EVENT = '/v1/producer/events/:event_uuid/refund_runs/:uuid'

export const showRefundRun = endpoint({
  method: 'GET',
  path: '/v1/producer/refund_runs/:uuid',
  aliases: [OF_EVENT],
  access: { permission: 'payment.list', of: 'refund_run' },
  tag,
  summary: 'One refund run with its preview and progress.',
  params: runParams,
  reply: data(refundRun),
})

export const approveRefundRun = endpoint({
  method: 'POST',
  path: '/v1/producer/refund_runs/:uuid/approve',
  aliases: [`${OF_EVENT}/approve`],
  access: { permission: 'order.cancel', of: 'refund_run', fresh: true },
  tag,
  summary:
    'Approve a previewed run, with a fresh proof of who calls: a cancelled event goes off sale and its refunds begin; otherwise its buyers are asked. Where the orders changed since the preview, it is made again and refused with `refund_run_changed`.',
  params: runParams,
  reply: data(refundRun),
  refusals: ['conflict', 'refund_run_changed', 'second_person_needed'],
})

export const pauseRefundRun = endpoint({
  method: 'POST',
  path: '/v1/producer/refund_runs/:uuid/pause',
  aliases: [`${OF_EVENT}/pause`],
  access: { permission: 'order.cancel', of: 'refund_run' },
  tag,
  summary: 'Stop a run: refunds that are at the gateway end, no other begins.',
  params: runParams,
  reply: data(refundRun),
  refusals: ['conflict'],
})

export const resumeRefundRun = endpoint({
  method: 'POST',
  path: '/v1/producer/refund_runs/:uuid/resume',
  aliases: [`${OF_EVENT}/resume`],
  access: { permission: 'order.cancel', of: 'refund_run' },
  tag,
  summary: 'Go on with a paused run. Refused with `conflict` while a cancelled event is on sale.',
  params: runParams,
  reply: data(refundRun),
  refusals: ['conflict'],
})

export const refundRunItem = z
  .object({
    order_uuid: uuid,
    order_number: z.string(),
    buyer_name: z.string().nullable(),
    buyer_phone: z.string().nullable(),
    state: refundItemState,
    /** Why its buyer has nothing to choose: other people hold all that could be refunded. Its tickets and sums are 0. */
    stays_because: z.enum(STAY_REASONS).nullable(),
    tickets: z.int(),
    amount: shekels,
    fee: shekels,
    by_way: z.array(z.object({ way: z.enum(REFUND_WAYS), amount: shekels })),
    by_hand: z.enum(BY_HAND_REASONS).nullable(),
    /**
     * The gateway's code of a refund that was refused or is not known yet; `already_refunded` of one that is done because
     * somebody had made it in the gateway's console.
     */
    gateway_code: z.string().nullable(),
    /** How a person handed the money back. */
    note: z.string().nullable(),
    chosen_at: instant.nullable(),
    updated_at: instant,
  })
  .meta({ id: 'RefundRunItem' })
export type RefundRunItem = z.infer<typeof refundRunItem>

export const settleRefundRunItem = endpoint({
  method: 'POST',
  path: '/v1/producer/refund_runs/:uuid/items/:order_uuid/done',
  access: { permission: 'order.cancel', of: 'refund_run' },
  tag,
  summary: 'Note that a person handed the money of an order back. Only for orders that wait for a person.',
  params: z.object({ uuid, order_uuid: uuid }),
  body: z.strictObject({
    note: paragraph(REFUND_RUN.maxNoteChars).min(1, { error: 'required' }),
    register_uuid: uuid.nullable().optional().meta({
      description:
        'The register from whose drawer the money was taken: the reports of its open shift expect less cash. Null: from none, as by bank transfer. Without it a refund of a sale in cash counts in the shift of its sale.',
    }),
  }),
  reply: data(refundRun),
  refusals: ['conflict', 'operator_pays', 'refund_failed', 'charge_disputed', 'shift_state'],
})

export const listRefundRunItems = endpoint({
  method: 'GET',
  path: '/v1/producer/refund_runs/:uuid/items',
  aliases: [`${OF_EVENT}/items`],
  access: { permission: 'payment.list', of: 'refund_run' },
  tag,
  summary: 'One outcome for each order of a run, in the order of the order numbers.',
  params: runParams,
  query: listQuery({
    filter: {
      state: refundItemState.optional(),
      by_hand: z.enum(BY_HAND_REASONS).optional(),
      needs_person: z.stringbool().optional(),
    },
    or: ['number', 'name', 'phone'],
  }),
  reply: page(refundRunItem),
})

export const exportRefundRunItems = exportOf(listRefundRunItems)
