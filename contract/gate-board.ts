import { CONFLICT_ANSWERS, CONFLICT_REASONS, CONFLICT_STATES } from '@kartis/domain/gate-conflict.ts'
import { MANUAL_REASONS } from '@kartis/domain/admission.ts'
import { GATE_DEVICE_ROLES } from '@kartis/domain/gate-device.ts'
import { CONFLICT_KINDS } from '@kartis/domain/scan-upload.ts'
import { z } from 'zod'
import { byUuid, data, endpoint, instant, uuid } from './endpoint.ts'
import { scanStatistics } from './event-figures.ts'
import { missingScans } from './gate-devices.ts'
import { line } from './text.ts'

const tag = 'admission'

/** An entry of a conflict: when, where and by which device. */
const conflictEntry = z.object({ scanned_at: instant, gate: z.string().nullable(), device: z.string().nullable() })

/** An entry that a device made by itself and that does not fit what the server knows. */
const gateConflict = z
  .object({
    scan_uuid: uuid,
    kind: z.enum(CONFLICT_KINDS),
    state: z.enum(CONFLICT_STATES),
    /** The number that is printed on the ticket; null where the code named none. */
    ticket_number: z.string().nullable(),
    /** The ticket as it is now, without its guest; null where the code named none. */
    ticket: z
      .object({
        /** Of its type. */
        name: z.string(),
        status: z.enum(['valid', 'cancelled']),
        /** Null while it has not entered. */
        redeemed_at: instant.nullable(),
      })
      .nullable(),
    /** An entry that was not recorded for its time, of a ticket that has not entered: `…/admit` lets it in. */
    can_admit: z.boolean(),
    /** The entry that came later to the server. */
    entry: conflictEntry,
    /** The entry of the same ticket that it met, of a `double`. */
    other: conflictEntry.nullable(),
    /** What somebody said of it; null while it is open, and where it was explained before there were reasons. */
    reason: z.enum(CONFLICT_REASONS).nullable(),
    note: z.string().nullable(),
    explained_at: instant.nullable(),
    closed_at: instant.nullable(),
  })
  .meta({ id: 'GateConflict' })
export type GateConflict = z.infer<typeof gateConflict>

const boardGate = z.object({
  /** Null: scans that named no gate. */
  name: z.string().nullable(),
  /** Entries, second ones of a ticket included, and those that were undone left out. */
  entered: z.int(),
  /** Mean of the last five full minutes. */
  rate: z.number(),
  state: z.enum(['silent', 'busy', 'flowing', 'quiet']),
  devices: z.int(),
  /** Its devices are without contact: what they have let in since then is in no figure. */
  unknown_since: instant.nullable(),
  /** One number for each minute from `flow.from`; the last minute is not over. */
  per_minute: z.array(z.int()),
})

const boardDevice = z.object({
  /** Null: the phone of a member, which names itself. */
  uuid: uuid.nullable(),
  name: z.string(),
  role: z.enum(GATE_DEVICE_ROLES).nullable(),
  gate: z.string().nullable(),
  /** `silent`: without contact for a minute and a half; `seen`: the phone of a member that has left the gate, or of which only scans are known. */
  state: z.enum(['online', 'silent', 'seen']),
  contact_at: instant.nullable(),
  /** Entries and exits that waited on it when it last reported. */
  pending: z.int().nullable(),
  /** Of a silent one, when it last reported: nobody knows of scans that it made since. */
  unknown_since: instant.nullable(),
  /** Scans that it no longer has and that never arrived. */
  missing: missingScans.nullable(),
  /** In percent. */
  battery: z.int().nullable(),
  clock_off_ms: z.int().nullable(),
  /** Scans whose time shows that somebody set its clock. */
  clock_jumps: z.int(),
  /** Every scan, refused and undone ones included. */
  scans: z.int(),
  /** Entries that it made. */
  entries: z.int(),
  /** Scans that it refused. */
  refusals: z.int(),
})

/** A device whose permission is over, until it has said that nothing waits on it, or a manager has closed it. */
const endedDevice = z.object({
  uuid,
  name: z.string(),
  gate: z.string().nullable(),
  ended_at: instant,
  cause: z.enum(['revoked', 'expired']),
  /** Entries and exits that it had not sent when it last reported; refusals let nobody in. */
  pending: z.int(),
  /** It has not been heard of since its end: scans that it made since then are not known. */
  unknown_since: instant.nullable(),
  /** Until when it may still send them; null where it was revoked as lost, or the time is over: they do not come any more. */
  sends_until: instant.nullable(),
  /** Scans that it no longer has and that never arrived. */
  missing: missingScans.nullable(),
})

export const gateBoard = z
  .object({
    as_of: instant,
    event: z.object({
      uuid,
      name: z.string(),
      starts_at: instant,
      ends_at: instant,
      timezone: z.string(),
    }),
    counters: scanStatistics,
    flow: z.object({
      /** The first minute that is shown, and the number of minutes. */
      from: instant,
      minutes: z.int(),
      /** Entries per minute at all gates, mean of the last five full minutes. */
      rate: z.number(),
    }),
    /** The busiest twelve, most entries first; what others have admitted is in the flow of the last, without a name. */
    gates: z.array(boardGate),
    /** If the present rate stays; null once the event has begun, hours before it, and when everybody is inside. */
    forecast: z
      .object({
        /** How many will have entered at the start, and how many will not. */
        entered: z.int(),
        outside: z.int(),
        all_at: instant.nullable(),
        remedy: z
          .discriminatedUnion('kind', [
            z.object({ kind: z.literal('add'), gate: z.string().nullable(), devices: z.int(), at: instant }),
            z.object({ kind: z.literal('late'), at: instant }),
          ])
          .nullable(),
      })
      .nullable(),
    ticket_types: z.array(z.object({ uuid, name: z.string(), total: z.int(), entered: z.int() })),
    devices: z.array(boardDevice),
    ended_devices: z.array(endedDevice),
    /** Devices, at work or not, of whose scans nobody knows since then; null where every device has reported. */
    unknown: z.object({ devices: z.int(), since: instant }).nullable(),
    /** By the code of the refusal, most first. */
    refusals: z.array(z.object({ code: z.string(), count: z.int() })),
    conflicts: z.object({
      open: z.int(),
      explained: z.int(),
      /** The latest of those that are not closed, open ones first. */
      items: z.array(gateConflict),
    }),
  })
  .meta({ id: 'GateBoard' })
export type GateBoard = z.infer<typeof gateBoard>

export const showGateBoard = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/check_in/board',
  access: { permission: 'gate.board', of: 'event', device: true },
  tag,
  summary:
    'The entrance at a glance: who is inside, entries per gate and minute, a forecast to the start, devices, refusals by reason, and conflicts to explain. Made to be asked every few seconds; a reply may be two seconds old (`as_of`).',
  params: byUuid,
  reply: data(gateBoard),
})

const conflictParams = z.object({ uuid, scan_uuid: uuid })

export const explainConflict = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/check_in/conflicts/:scan_uuid/explain',
  access: { permission: 'gate.board', of: 'event', device: true },
  tag,
  summary:
    'Say what happened at an entry that is in conflict. An explanation may be corrected until the conflict is closed (`conflict`); `other` needs a note.',
  params: conflictParams,
  body: z
    .strictObject({ reason: z.enum(CONFLICT_ANSWERS), note: line(200).nullable().optional() })
    .refine(({ reason, note }) => reason !== 'other' || Boolean(note), { path: ['note'], error: 'required' }),
  reply: data(gateConflict),
  refusals: ['conflict'],
})

export const admitOfConflict = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/check_in/conflicts/:scan_uuid/admit',
  access: { permission: 'gate.board', of: 'event', device: true },
  tag,
  summary:
    'Let the ticket of a scan in by hand that was not recorded for its time (`untimely`), such as one of a revoked device: its guest is inside. The entry is of now, whatever the hours, with who let it in and why, and explains the conflict (`admitted`). Again it changes nothing; `conflict` for any other conflict and one that is closed.',
  params: conflictParams,
  body: z.strictObject({ reason: z.enum(MANUAL_REASONS), note: line(200).nullable().optional() }),
  reply: data(gateConflict),
  refusals: ['conflict', 'S2', 'S3'],
})

export const closeConflict = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/check_in/conflicts/:scan_uuid/close',
  access: { permission: 'gate.close_conflict', of: 'event' },
  tag,
  summary: 'Close a conflict that has been explained (`conflict` for one that has not). It stays in the log of scans.',
  params: conflictParams,
  body: z.strictObject({}),
  reply: data(gateConflict),
  refusals: ['conflict'],
})
