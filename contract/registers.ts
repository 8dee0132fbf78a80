import { z } from 'zod'
import { byUuid, data, endpoint, instant, listQuery, page, pageQuery, pageWith, shekels, uuid } from './endpoint.ts'
import { line, paragraph } from './text.ts'

// A register is a paired device of the box office. The names of the API are fixed: `device`, one path and the tag below keep
// their older words.
const tag = 'cashier'

export const service = z.enum(['sale', 'scan', 'pickup'])

const label = (maxChars: number) => line(maxChars).min(1, { error: 'required' })
/** An amount of cash in shekels. */
export const cash = shekels.min(0, { error: 'negative' }).max(1_000_000, { error: 'too_big' })

/** A register of a branch: one paired browser, with or without a card reader. */
export const register = z
  .object({
    uuid,
    label: z.string(),
    branch: z.string(),
    service,
    /** Name of the payment terminal that it charges on; null: the register accepts cash only. */
    terminal: z.string().nullable(),
    /** Number of its card reader at that payment terminal. */
    reader: z.string().nullable(),
    status: z.enum(['waiting', 'paired', 'revoked']),
    created_at: instant,
    paired_at: instant.nullable(),
    seen_at: instant.nullable(),
    /** Its open shift. */
    shift: z.object({ uuid, opened_at: instant }).nullable(),
  })
  .meta({ id: 'PosDevice' })
export type Register = z.infer<typeof register>

export const pairingCode = z.object({ code: z.string(), expires_at: instant }).meta({ id: 'PairingCode' })

const registerFields = {
  label: label(60),
  branch: label(60),
  service,
  terminal: line(80).nullable(),
  reader: line(40).nullable(),
}

export const listRegisters = endpoint({
  method: 'GET',
  path: '/v1/cashier/devices',
  access: { permission: 'register.setup' },
  tag,
  summary: 'Registers of the workspace, those in use first, and the credit terminals that they may charge on.',
  query: pageQuery,
  reply: pageWith(register, { terminals: z.array(z.string()) }),
})

export const createRegister = endpoint({
  method: 'POST',
  path: '/v1/cashier/devices',
  access: { permission: 'register.setup' },
  tag,
  summary: 'Add a register. Its pairing code is shown once and is valid for ten minutes.',
  body: z.strictObject({
    ...registerFields,
    service: service.default('sale'),
    terminal: registerFields.terminal.default(null),
    reader: registerFields.reader.default(null),
  }),
  reply: data(z.object({ device: register, pairing: pairingCode })),
  status: 201,
})

export const updateRegister = endpoint({
  method: 'PATCH',
  path: '/v1/cashier/devices/:uuid',
  access: { permission: 'register.setup' },
  tag,
  summary: 'Rename a register, or change its branch, service, terminal or reader.',
  params: byUuid,
  body: z.strictObject(registerFields).partial(),
  reply: data(register),
})

export const newPairingCode = endpoint({
  method: 'POST',
  path: '/v1/cashier/devices/:uuid/code',
  access: { permission: 'register.setup' },
  tag,
  summary:
    'Create a new pairing code and invalidate the earlier one. A paired browser stays paired until the new code is used.',
  params: byUuid,
  reply: data(pairingCode),
})

export const revokeRegister = endpoint({
  method: 'DELETE',
  path: '/v1/cashier/devices/:uuid',
  access: { permission: 'register.setup' },
  tag,
  summary: 'Revoke a register. Refused while its shift is open: the cash must be counted first.',
  params: byUuid,
  reply: data(register),
  refusals: ['shift_state'],
})

export const pairRegister = endpoint({
  method: 'POST',
  path: '/v1/cashier/pair',
  access: { permission: 'register.use' },
  tag,
  summary:
    'Pair this browser with the register of a code. Every request of the register sends `token` as `X-Device-Token`.',
  body: z.strictObject({ code: z.string().trim().max(20) }),
  reply: data(z.object({ device: register, token: z.string() })),
  refusals: ['code_wrong', 'code_expired'],
})

const moneyLine = z.object({ count: z.int(), total: shekels })

/** X while the shift is open, Z as it was frozen when it closed. */
export const shiftReport = z
  .object({
    kind: z.enum(['x', 'z']),
    sales: moneyLine,
    tickets_count: z.int(),
    free_count: z.int(),
    methods: z.array(
      z.object({ method: z.enum(['cash', 'terminal']), sales: moneyLine, refunds: moneyLine, net: shekels }),
    ),
    types: z.array(z.object({ event_name: z.string(), name: z.string(), count: z.int(), total: shekels })),
    opening_cash: shekels,
    expected_cash: shekels,
    counted_cash: shekels.nullable(),
    difference: shekels.nullable(),
  })
  .meta({ id: 'ShiftReport' })
export type ShiftReport = z.infer<typeof shiftReport>

export const shift = z
  .object({
    uuid,
    /** Numbers the shifts of the register. */
    number: z.int(),
    device: z.object({ uuid, label: z.string(), branch: z.string() }),
    opened_at: instant,
    opened_by: z.string().nullable(),
    closed_at: instant.nullable(),
    closed_by: z.string().nullable(),
    note: z.string(),
    opening_cash: shekels,
    report: shiftReport.optional(),
  })
  .meta({ id: 'Shift' })
export type Shift = z.infer<typeof shift>

export const showRegister = endpoint({
  method: 'GET',
  path: '/v1/cashier/till',
  access: { permission: 'register.use' },
  tag,
  summary: 'The register that this browser is paired with, and its open shift.',
  reply: data(z.object({ device: register, shift: shift.nullable(), seller: z.string() })),
  refusals: ['device_unpaired'],
})

export const openShift = endpoint({
  method: 'POST',
  path: '/v1/cashier/shifts',
  access: { permission: 'register.use' },
  tag,
  summary: 'Open the shift of this register with the cash in the drawer. A register has one open shift.',
  body: z.strictObject({ opening_cash: cash }),
  reply: data(shift),
  status: 201,
  refusals: ['device_unpaired', 'shift_state'],
})

export const listShifts = endpoint({
  method: 'GET',
  path: '/v1/cashier/shifts',
  access: { permission: 'shift.read' },
  tag,
  summary:
    'Shifts of the workspace, the newest first, closed ones with their Z. A seller sees the shifts of the own register.',
  query: listQuery({ filter: { device_uuid: uuid.optional(), state: z.enum(['open', 'closed']).optional() } }),
  reply: page(shift),
  refusals: ['device_unpaired'],
})

export const showShift = endpoint({
  method: 'GET',
  path: '/v1/cashier/shifts/:uuid',
  access: { permission: 'shift.read' },
  tag,
  summary: 'One shift with its report: X while it is open, Z after. A seller sees the shifts of the own register.',
  params: byUuid,
  reply: data(shift),
  refusals: ['device_unpaired'],
})

export const closeShift = endpoint({
  method: 'POST',
  path: '/v1/cashier/shifts/:uuid/close',
  access: { permission: 'register.use' },
  tag,
  summary: 'Close the shift with the cash that was counted; the Z is frozen. Refused while a card is being charged.',
  params: byUuid,
  body: z.strictObject({ counted_cash: cash, note: paragraph(500).default('') }),
  reply: data(shift),
  refusals: ['device_unpaired', 'shift_state'],
})
