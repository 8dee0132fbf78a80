import { GATE_DEVICE, GATE_DEVICE_ROLES, GATE_DEVICE_STATES, GATE_TOKEN } from '@kartis/domain/gate-device.ts'
import { MAX_LANES } from '@kartis/domain/lanes.ts'
import { z } from 'zod'
import { byUuid, data, endpoint, instant, pageQuery, pageWith, uuid } from './endpoint.ts'
import { line, lineOrNumber } from './text.ts'

const tag = 'admission'

/** Scans of a device that are on it no more and never arrived. */
export const missingScans = z.object({
  count: z.int(),
  /** The first and the last missing number of its sequence; null where the device alone says that scans are lost. */
  numbers: z.object({ first: z.int(), last: z.int() }).nullable(),
  /** Times of the first and the last of them, as far as the device knows. */
  from: instant.nullable(),
  to: instant.nullable(),
})
export type MissingScans = z.infer<typeof missingScans>

/** A phone that scans at the gate of one event without an account. */
export const gateDevice = z
  .object({
    uuid,
    /** What the manager called it. */
    label: z.string(),
    /** The name that the helper typed. */
    helper: z.string().nullable(),
    role: z.enum(GATE_DEVICE_ROLES),
    /** The only gate that it scans at; null where its link names none. */
    gate: z.string().nullable(),
    /** `gate`, or the one that its helper chose. */
    stands_at: z.string().nullable(),
    state: z.enum(GATE_DEVICE_STATES),
    created_at: instant,
    expires_at: instant,
    joined_at: instant.nullable(),
    revoked_at: instant.nullable(),
    /** Whether it was revoked as lost: nothing is taken from it any more. */
    lost: z.boolean(),
    /** When it last reported, and what: scans that wait, battery in percent, how far its clock is off, its list's time. */
    contact_at: instant.nullable(),
    pending: z.int().nullable(),
    battery: z.int().nullable(),
    clock_off_ms: z.int().nullable(),
    list_at: instant.nullable(),
    /** Scans that it no longer has and that never arrived. */
    missing: missingScans.nullable(),
    model: z.string().nullable(),
    /** When it said what waits on it, after its end; null while it has not been heard of. */
    heard_at: instant.nullable(),
    /** When a manager took it off the board without that. */
    closed_at: instant.nullable(),
  })
  .meta({ id: 'GateDevice' })
export type GateDevice = z.infer<typeof gateDevice>

/** The device that answers the others where there is no network. */
export const gateHub = z
  .object({
    /** From its start to its end. */
    hub: z.string().regex(/^[0-9a-f]{16}$/),
    name: z.string(),
    device_id: z.string(),
    started_at: instant,
  })
  .meta({ id: 'GateHub' })

export const listGateDevices = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/gate_devices',
  access: { permission: 'gate.devices', of: 'event' },
  tag,
  summary:
    'Phones that scan at the gate of the event without an account, the latest first, with what each last reported.',
  params: byUuid,
  query: pageQuery,
  reply: pageWith(gateDevice, {
    as_of: instant,
    /** Lanes that several devices say they have: one ticket may enter at each of them without a network. */
    shared_lanes: z.array(z.object({ lane: z.int(), devices: z.array(z.string()) })),
    hub: gateHub.nullable(),
  }),
})

export const createGateDevice = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/gate_devices',
  access: { permission: 'gate.devices', of: 'event' },
  tag,
  summary:
    'Make a link that turns the first phone that opens it into a device at the gate. The link and its QR are in this reply alone, and in an SMS where the phone of the helper is given: the server keeps a hash.',
  params: byUuid,
  body: z.strictObject({
    label: line(60).min(1, { error: 'required' }),
    role: z.enum(GATE_DEVICE_ROLES).default('scan'),
    /** The only gate that it scans at; null: its helper chooses. */
    gate: line(80).min(1, { error: 'required' }).nullable().default(null),
    /** At most 31 days from now. */
    expires_at: instant,
    /** The phone of the helper: gets the link by SMS. */
    phone_number: lineOrNumber(32).nullable().optional(),
    phone_country_code: lineOrNumber(6).optional(),
  }),
  reply: data(
    z.object({
      device: gateDevice,
      link: z.string(),
      /** The link as a QR code: modules along a side, and the dark ones as one path. */
      qr: z.object({ size: z.int(), path: z.string() }),
    }),
  ),
  status: 201,
  refusals: ['conflict'],
})

export const revokeGateDevices = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/gate_devices/revoke',
  access: { permission: 'gate.devices', of: 'event' },
  tag,
  summary:
    'End devices at once. Each may send the scans that wait on it for another day, and wipes its list; with `lost` nothing is taken from it any more.',
  params: byUuid,
  body: z.strictObject({
    device_uuids: z.array(uuid).min(1, { error: 'required' }).max(GATE_DEVICE.max),
    lost: z.boolean().default(false),
  }),
  reply: z.object({ data: z.array(gateDevice) }),
})

export const closeGateDevices = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/gate_devices/close',
  access: { permission: 'gate.devices', of: 'event' },
  tag,
  summary:
    'Take devices whose permission is over off the board, with the reason why nobody waits for their scans any longer. One that is heard of later, with scans that wait, comes back. Devices at work are left as they are.',
  params: byUuid,
  body: z.strictObject({
    device_uuids: z.array(uuid).min(1, { error: 'required' }).max(GATE_DEVICE.max),
    note: line(200).min(1, { error: 'required' }),
  }),
  reply: z.object({ data: z.array(gateDevice) }),
})

/** The part of a link that names it, which the browser sends to no server by itself. */
const secret = z.string().regex(/^[\w-]{20,100}$/)

const invitation = z.object({
  event: z.object({ uuid, name: z.string(), starts_at: instant, timezone: z.string() }),
  label: z.string(),
  role: z.enum(GATE_DEVICE_ROLES),
  gate: z.string().nullable(),
  /** Where the link names no gate, those that the event lists, or else those of its hall: the helper says once at which one the phone stands. */
  gates: z.array(z.string()),
  expires_at: instant,
})

export const showGateLink = endpoint({
  method: 'POST',
  path: '/v1/public/gate/link',
  access: 'public',
  tag,
  summary:
    'What a link to the gate is for. Looking at it takes nothing: a preview of the link by a messenger changes nothing.',
  body: z.strictObject({ secret }),
  reply: data(invitation),
  idempotent: false,
  refusals: ['not_found', 'gate_link_used', 'gate_device_ended'],
})

export const joinGate = endpoint({
  method: 'POST',
  path: '/v1/public/gate/join',
  access: 'public',
  tag,
  summary:
    'Turn this phone into the device of a link. The phone makes its own token (`gate_` and 64 hex digits), which is the bearer token of its calls; the same phone may repeat this, another one is refused.',
  body: z.strictObject({
    secret,
    token: z.string().regex(GATE_TOKEN),
    name: line(60).min(1, { error: 'required' }),
    model: line(60).nullable().optional(),
    /** The gate that its helper chose, where the link names none. */
    gate: line(80).nullable().optional(),
  }),
  reply: data(invitation.extend({ uuid, account_uuid: uuid })),
  idempotent: false,
  refusals: ['not_found', 'gate_link_used', 'gate_device_ended'],
})

/** What a device says of scans that may never arrive. */
const lossReport = {
  /** Its sequence at this event: the first number, the last one below which nothing waits on it, and numbers without a scan. */
  sequence: z
    .strictObject({
      first: z.int().min(1).max(1_000_000_000),
      through: z.int().min(0).max(1_000_000_000),
      unused: z.array(z.int().min(1).max(1_000_000_000)).max(200).default([]),
    })
    .nullable()
    .optional(),
  /** Entries and exits of this event that its browser has thrown away, since the device began. */
  lost: z
    .strictObject({ count: z.int().min(1).max(1_000_000), from: instant, to: instant })
    .nullable()
    .optional(),
}

export const reportGateDevice = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/check_in/contact',
  access: { permission: 'ticket.scan', of: 'event', device: true },
  tag,
  summary:
    'What a device at the gate says of itself, about twice a minute. The reply has its role, gate and end, who else has its lane, the hub of the event, which of its entries another device has made too, and which of its conflicts are settled; of a member’s phone its lane, its gate and what waits on it are stored.',
  params: byUuid,
  body: z.strictObject({
    /** Entries and exits that wait to be sent. */
    pending: z.int().min(0).max(1_000_000),
    /** In percent; null where the browser does not say. */
    battery: z.int().min(0).max(100).nullable(),
    /** By the device's clock. */
    sent_at: instant,
    list_at: instant.nullable(),
    /** The gate that is chosen on it. */
    gate: line(80).nullable().optional(),
    /** The lane that it says it has, where the event has lanes. */
    lane: z.int().min(1).max(MAX_LANES).nullable().optional(),
    /** Of a member's phone: what names it to others. */
    device_id: line(120).nullable().optional(),
    name: line(120).nullable().optional(),
    /** Of a member’s phone: its page of the gate is left, and nothing waits on it. */
    leaving: z.boolean().default(false),
    /** Its scans in conflict that it still shows. */
    doubts: z.array(uuid).max(100).default([]),
    ...lossReport,
  }),
  reply: data(
    z.object({
      /** Null for a member's phone. */
      device: gateDevice.nullable(),
      /** Other devices that say they have the same lane. */
      lane_shared_with: z.array(z.string()),
      hub: gateHub.nullable(),
      /** Entries that this device made and another one as well, which nobody has explained yet: the latest twenty. */
      met: z.array(
        z.object({
          scan_uuid: uuid,
          ticket_number: z.string(),
          scanned_at: instant,
          /** The entry of the other device. */
          other: z.object({ scanned_at: instant, gate: z.string().nullable(), device: z.string().nullable() }),
        }),
      ),
      /** Of `doubts`, those whose conflict somebody has explained or closed. */
      settled: z.array(uuid),
      as_of: instant,
    }),
  ),
  idempotent: false,
})

export const handOverGateScans = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/check_in/handover',
  access: { permission: 'ticket.scan', of: 'event', device: 'upload' },
  tag,
  summary:
    'How many entries and exits wait on a device whose permission is over: before it sends them, and again once it has. With none it is off the board. `conflict` for a device at work, which reports, and for members.',
  params: byUuid,
  body: z.strictObject({ waiting: z.int().min(0).max(1_000_000), ...lossReport }),
  reply: data(z.object({ as_of: instant })),
  idempotent: false,
  refusals: ['conflict'],
})

export const leaveGate = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/check_in/leave',
  access: { permission: 'ticket.scan', of: 'event', device: true },
  tag,
  summary:
    'End the permission of the calling device, by whoever holds it. It has sent all of its scans before, so that nothing waits on it. `conflict` for members, who sign out.',
  params: byUuid,
  body: z.strictObject({ waiting: z.literal(0) }),
  reply: data(z.object({ as_of: instant })),
  idempotent: false,
  refusals: ['conflict'],
})

export const startGateHub = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/check_in/hub',
  access: { permission: 'ticket.override_lane', of: 'event', device: true },
  tag,
  summary:
    'Make the calling device the hub of the event, which answers the other devices where there is no network; with `on: false` it is that no longer. An event has one hub: while another one has not ended this is `conflict` (detail `hub`), unless `replace` says that that one is gone.',
  params: byUuid,
  body: z.strictObject({
    hub: z.string().regex(/^[0-9a-f]{16}$/),
    on: z.boolean().default(true),
    replace: z.boolean().default(false),
    device_id: line(120).min(1, { error: 'required' }),
    name: line(120).min(1, { error: 'required' }),
  }),
  /** Null once it has ended. */
  reply: data(gateHub.nullable()),
  idempotent: false,
  refusals: ['conflict'],
})
