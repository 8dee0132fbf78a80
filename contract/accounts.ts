import { BILLING_ROLES } from '@kartis/domain/company.ts'
import { FEE_PAYERS } from '@kartis/domain/service-fee.ts'
import { z } from 'zod'
import { attachment } from './attachments.ts'
import { personName, role } from './auth.ts'
import {
  byUuid,
  data,
  endpoint,
  exportOf,
  instant,
  listQuery,
  numberText,
  page,
  shekels,
  showQuery,
  statusCasesAt,
  uuid,
} from './endpoint.ts'
import { textsWith } from './localized-text.ts'
import { line, lineOrNumber } from './text.ts'

const tag = 'accounts'

/** `buyers`: the fee is added to the producer’s price, and buyers see one price with it everywhere. */
export const feePayer = z.enum(FEE_PAYERS)

export const feeContract = z
  .object({
    handle_fee_cc_percent: z.number(),
    handle_fee_cc_special_percent: z.number(),
    handle_fee_cc_tourist_percent: z.number(),
    handle_fee_ticket_amount: shekels,
    ticket_fee_includes_vat: z.boolean(),
    /** The rate of VAT on the fees at the moment, in percent. */
    vat_percent: z.number(),
    /** Who bears the service fee of new events; each event can say otherwise. */
    fee_payer: feePayer,
    valid_from: instant,
  })
  .meta({ id: 'AccountsContract' })

/** Bank details as they may be shown: the account number masked but for its last four digits. */
export const bankView = z.object({
  type: z.literal('bank'),
  holder_name: z.string().nullable(),
  bank_number: z.int(),
  bank_branch_number: z.string(),
  bank_account_number: z.string(),
  check: z.enum(['valid', 'invalid', 'unknown']),
  updated_at: instant,
})

/** The names that buyers read, in English and Arabic. */
const accountTexts = textsWith({ name: line(120), vat_name: line(120) })

/** Who is billed. */
const billingRole = z.enum(BILLING_ROLES)

export const account = z
  .object({
    id: uuid,
    uuid,
    name: z.string(),
    /** Company details and the fee contract: null for a member who may not see them. */
    vat_name: z.string().nullable(),
    tax_id: z.string().nullable(),
    vat_number: z.string().nullable(),
    vat_type: z.string().nullable(),
    billing_role: billingRole.nullable(),
    address_city: z.string().nullable(),
    address_street: z.string().nullable(),
    address_street_number: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    email_billing: z.string().nullable(),
    role,
    payment_methods: z.array(bankView),
    attachments: z.array(attachment),
    accounts_contract: feeContract.nullable(),
    texts: accountTexts,
    /** The terms of use that the account accepted; null for a member who may not see its details. */
    terms: z.object({ version: z.string(), accepted_at: instant }).nullable(),
    created_at: instant,
    can: z.object({ edit: z.boolean(), bank: z.boolean() }),
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof account>

const companyFields = {
  name: line(120),
  vat_name: line(120),
  vat_number: lineOrNumber(20),
  address_city: line(80),
  address_street: line(80),
  address_street_number: lineOrNumber(20),
  contact_phone: lineOrNumber(32),
  contact_email: line(254),
  billing_email: line(254),
}

export const bankInput = z.strictObject({
  type: z.literal('bank').default('bank'),
  holder_name: line(120).optional(),
  bank_number: numberText(z.int()),
  bank_branch_number: lineOrNumber(10),
  bank_account_number: lineOrNumber(20),
})

/** Every reply has them. */
const accountRelations = ['payment_methods', 'attachments', 'accounts_contract'] as const

export const listAccounts = endpoint({
  method: 'GET',
  path: '/v1/account/accounts',
  access: 'user',
  tag,
  summary: 'The accounts of the signed-in user.',
  query: listQuery({ with: accountRelations }),
  reply: page(account),
})

export const exportAccounts = exportOf(listAccounts)
export const accountStatusCases = statusCasesAt('/v1/account/accounts/status_cases', tag)

export const createAccount = endpoint({
  method: 'POST',
  path: '/v1/account/accounts',
  access: 'user',
  tag,
  summary: 'Open a producer account: company, bank details, terms. Its creator becomes its owner.',
  body: z.strictObject({
    ...companyFields,
    texts: accountTexts.optional(),
    vat_type: line(20).default('hevra'),
    billing_role: billingRole.default('business'),
    payment_methods: z.array(bankInput).max(1).default([]),
    terms_version: line(20).optional(),
  }),
  reply: data(account),
  status: 201,
  refusals: ['signup_incomplete'],
})

export const showAccount = endpoint({
  method: 'GET',
  path: '/v1/account/accounts/:uuid',
  access: 'user',
  tag,
  summary: 'One account of the signed-in user.',
  params: byUuid,
  query: showQuery({ with: accountRelations }),
  reply: data(account),
})

export const updateAccount = endpoint({
  method: 'PATCH',
  path: '/v1/account/accounts/:uuid',
  access: { user: true, fresh: { fields: ['payment_methods'] } },
  tag,
  summary: 'Change company details (owner, manager) or bank details (finance too; with a fresh proof of who calls).',
  params: byUuid,
  body: z
    .strictObject({
      ...companyFields,
      texts: accountTexts,
      billing_role: billingRole,
      payment_methods: z.array(bankInput).max(1),
    })
    .partial(),
  reply: data(account),
  refusals: ['forbidden'],
})

export const addAccountFile = endpoint({
  method: 'POST',
  path: '/v1/account/accounts/:uuid/attachments',
  access: 'user',
  tag,
  summary: 'The account-ownership confirmation: multipart field `file`, pdf, jpg, jpeg, png or heic.',
  params: byUuid,
  requestType: 'multipart',
  reply: data(attachment),
  status: 201,
  refusals: ['forbidden', 'unsupported_media_type', 'payload_too_large', 'file_infected'],
})

export const member = z
  .object({
    uuid,
    role,
    status: z.enum(['active', 'pending', 'declined', 'cancelled']),
    phone_number: z.string(),
    user: z.object({ uuid, name: z.string() }).nullable(),
    /** The events that the membership is limited to; null: all events. */
    events: z.array(z.object({ uuid, name: z.string() })).nullable(),
    is_me: z.boolean(),
    created_at: instant,
    can: z.object({ change: z.boolean(), remove: z.boolean(), resend: z.boolean() }),
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof member>

const teamTag = 'team'

/** Events that a membership is limited to; null: all events. An owner is always a member of all. */
const eventUuids = z.array(uuid).min(1, { error: 'required' }).max(500).nullable()

export const listMembers = endpoint({
  method: 'GET',
  path: '/v1/account/members',
  access: { permission: 'team.list' },
  tag: teamTag,
  summary: 'The team of the workspace, pending invitations included.',
  query: listQuery({ filter: { status: z.enum(['active', 'pending']).optional() } }),
  reply: page(member),
})

export const inviteMember = endpoint({
  method: 'POST',
  path: '/v1/account/members',
  access: { permission: 'team.edit', fresh: true },
  tag: teamTag,
  summary: 'Invite a phone to the team by SMS. The same phone again sends the SMS again.',
  body: z.strictObject({
    role,
    phone_number: lineOrNumber(32),
    phone_country_code: lineOrNumber(6).optional(),
    event_uuids: eventUuids.default(null),
  }),
  reply: data(member),
  status: 201,
  refusals: ['already_member'],
})

export const updateMember = endpoint({
  method: 'PATCH',
  path: '/v1/account/members/:uuid',
  access: { permission: 'team.edit', fresh: true },
  tag: teamTag,
  summary: 'Change the role or the events of a member or of a pending invitation. Only owners make or change owners.',
  params: byUuid,
  body: z.strictObject({ role, event_uuids: eventUuids }).partial(),
  reply: data(member),
  refusals: ['last_manager'],
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/v1/account/members/:uuid',
  access: { permission: 'account.leave', fresh: true },
  tag: teamTag,
  summary:
    'Remove a member or cancel a pending invitation (owner, manager); or leave the team, by the uuid of the own membership or of the own user. The last owner stays.',
  params: byUuid,
  reply: data(z.object({ done: z.literal(true) })),
  refusals: ['forbidden', 'last_manager'],
})

export const accountInvite = z
  .object({
    uuid,
    role,
    account: z.object({ uuid, name: z.string() }),
    invited_by: z.string().nullable(),
    created_at: instant,
  })
  .meta({ id: 'AccountInvite' })

export const listInvites = endpoint({
  method: 'GET',
  path: '/v1/account/invites',
  access: 'user',
  tag: teamTag,
  summary: 'Invitations to teams that wait for the signed-in phone.',
  query: listQuery({}),
  reply: page(accountInvite),
})

export const acceptInvite = endpoint({
  method: 'POST',
  path: '/v1/account/invites/:uuid/accept',
  access: 'user',
  tag: teamTag,
  summary: 'Join the team. A person without a name may give one: members need no sign-up of their own.',
  params: byUuid,
  body: z.strictObject({ first_name: personName, last_name: personName }).partial().optional(),
  reply: data(z.object({ account: z.object({ uuid, name: z.string() }), role })),
  refusals: ['invite_closed'],
})

export const declineInvite = endpoint({
  method: 'POST',
  path: '/v1/account/invites/:uuid/decline',
  access: 'user',
  tag: teamTag,
  summary: 'Decline the invitation.',
  params: byUuid,
  reply: data(z.object({ done: z.literal(true) })),
  refusals: ['invite_closed'],
})
