import { REFUND_RUN, REFUND_TRANSFER } from '@kartis/domain/limits.ts'
import { REFUND_TRANSFER_STATES } from '@kartis/domain/refund-transfer.ts'
import { z } from 'zod'
import { byUuid, data, endpoint, exportOf, instant, listQuery, numberText, page, shekels, uuid } from './endpoint.ts'
import { line, lineOrNumber, paragraph } from './text.ts'

const tag = 'refund transfers'
const access = { permission: 'refund.transfer' } as const

const status = z.enum(REFUND_TRANSFER_STATES)

const bank = z.object({
  holder_name: z.string(),
  bank_number: z.int(),
  bank_branch_number: z.string(),
  /** Masked but for its last four digits. */
  bank_account_number: z.string(),
  /** Whether the account can exist by the rules of its bank. */
  check: z.enum(['valid', 'invalid', 'unknown']),
})

/** A refund that the gateway has refused for good and that goes back by bank transfer. */
export const refundTransfer = z
  .object({
    uuid,
    event_uuid: uuid,
    event_name: z.string(),
    order_uuid: uuid,
    order_number: z.string(),
    buyer_name: z.string().nullable(),
    amount: shekels,
    status,
    /** When the buyer was sent the link last; null where a person handed the money back before. */
    requested_at: instant.nullable(),
    reminders: z.int(),
    /** By then the law wants the money returned. */
    due_at: instant,
    /** Null until the buyer has given them, and after they were erased. */
    bank: bank.nullable(),
    received_at: instant.nullable(),
    /** The file that it is in. */
    file: z.object({ uuid, number: z.int() }).nullable(),
    exported_at: instant.nullable(),
    /**
     * From whose bank account it is paid: that of its file; of what was noted without a file, the producer's. Null until then.
     * `operator`: the installation.
     */
    paid_by: z.enum(['producer', 'operator']).nullable(),
    done_at: instant.nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'RefundTransfer' })
export type RefundTransfer = z.infer<typeof refundTransfer>

export const listRefundTransfers = endpoint({
  method: 'GET',
  path: '/v1/producer/refund_transfers',
  access,
  tag,
  summary:
    'Refunds that the gateway has refused for good, open ones first, by the day on which they are due. Their buyers are asked for bank details.',
  query: listQuery({
    filter: { status: status.optional(), open: z.stringbool().optional() },
    /** The number of the order; a part of the name of event or buyer. */
    or: ['number', 'name'],
  }),
  reply: page(refundTransfer).extend({
    /** Over all of the account: open ones, and those that may be put into a file. */
    summary: z.object({
      open: z.int(),
      open_amount: shekels,
      received: z.int(),
      received_amount: shekels,
      /** The earliest day by which one must be returned; null where none is open. */
      due_at: instant.nullable(),
    }),
  }),
})

export const exportRefundTransfers = exportOf(listRefundTransfers)

export const showRefundTransfer = endpoint({
  method: 'GET',
  path: '/v1/producer/refund_transfers/:uuid',
  access,
  tag,
  summary:
    'One refund by bank transfer, with the whole account number where the producer pays it. Whoever reads that is in the security log.',
  params: byUuid,
  reply: data(refundTransfer),
})

export const requestBankDetails = endpoint({
  method: 'POST',
  path: '/v1/producer/refund_transfers/:uuid/ask',
  access,
  tag,
  summary:
    'Send the buyer the form again: because nothing came, the details are wrong, or the bank has returned the transfer. Details that were given are erased.',
  params: byUuid,
  body: z.strictObject({}),
  reply: data(refundTransfer),
  refusals: ['conflict'],
})

export const noteRefundTransfer = endpoint({
  method: 'POST',
  path: '/v1/producer/refund_transfers/:uuid/done',
  access,
  tag,
  summary:
    'Note that the money was handed back, by transfer or otherwise: the refund is recorded, once. Refused with `operator_pays` while it stands in a file of the operator.',
  params: byUuid,
  body: z.strictObject({ note: paragraph(REFUND_RUN.maxNoteChars).min(1, { error: 'required' }) }),
  reply: data(refundTransfer),
  refusals: ['conflict', 'operator_pays', 'refund_failed'],
})

const transferFile = z
  .object({ uuid, number: z.int(), transfers: z.int(), amount: shekels, made_at: instant })
  .meta({ id: 'RefundTransferFile' })

export const createRefundTransferFile = endpoint({
  method: 'POST',
  path: '/v1/producer/refund_transfers/files',
  access: { ...access, fresh: true },
  tag,
  summary:
    'Put every refund whose buyer has given bank details into a file for the bank, each once. Refused with `conflict` where there is none.',
  body: z.strictObject({}),
  reply: data(transferFile),
  status: 201,
  refusals: ['conflict'],
})

export const downloadRefundTransferFile = endpoint({
  method: 'GET',
  path: '/v1/producer/refund_transfers/files/:uuid',
  access,
  tag,
  summary: 'The file as CSV, the same bytes whenever it is read, until its bank details are erased.',
  params: byUuid,
  replyType: 'file',
  reply: z.unknown(),
  refusals: ['conflict', 'operator_pays'],
  logged: 'export',
})

/** The part of a link that names it, which browsers send to no server by themselves. */
const token = z.string().regex(/^[\w-]{20,100}$/)

/** What whoever has the link sees: never the number of the account. */
const requestView = z
  .object({
    event_name: z.string(),
    order_number: z.string(),
    amount: shekels,
    status,
    due_at: instant,
    /** Whether details are taken now. */
    open: z.boolean(),
    received_at: instant.nullable(),
    /** The last digits of the account; null while there is none. */
    account_tail: z.string().nullable(),
    /** The name of who returns the money. */
    producer_name: z.string(),
  })
  .meta({ id: 'BankDetailsRequest' })
export type BankDetailsRequest = z.infer<typeof requestView>

export const showBankDetailsRequest = endpoint({
  method: 'POST',
  path: '/v1/public/refund_transfers/show',
  access: 'public',
  tag,
  summary: 'What a link to the form for bank details is about. Looking at it changes nothing.',
  body: z.strictObject({ token }),
  reply: data(requestView),
  idempotent: false,
  refusals: ['not_found'],
})

export const giveBankDetails = endpoint({
  method: 'POST',
  path: '/v1/public/refund_transfers/details',
  access: 'public',
  tag,
  summary:
    'Give the bank account to which a refund goes that the card company has refused, or another one, until it is in a file for the bank. The buyer is notified by SMS and e-mail.',
  body: z.strictObject({
    token,
    holder_name: line(REFUND_TRANSFER.maxHolderChars),
    bank_number: numberText(z.number()),
    bank_branch_number: lineOrNumber(3),
    bank_account_number: lineOrNumber(20),
  }),
  reply: data(requestView),
  refusals: ['not_found', 'conflict'],
})
