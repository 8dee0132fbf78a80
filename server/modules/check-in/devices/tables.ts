import type { GateDeviceRole } from '@kartis/domain/gate-device.ts'
import type { Generated } from 'kysely'
import type { Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

/** Phones that scan at the gate of one event without an account. Written by `devices` alone. */
export interface GateDevicesTable {
  event_id: string
  id: string
  account_id: string
  label: string
  /** The name that the helper typed; erased some time after the event. */
  helper: string | null
  role: GateDeviceRole
  /** The only gate that it scans at. */
  gate: string | null
  /** The gate that its helper chose, where its link names none. */
  stands_at: string | null
  link_hash: string
  /** Set once, by the first phone that opens the link. */
  token_hash: string | null
  created_by: string | null
  created_at: Stamp
  expires_at: Stamp
  joined_at: StampOrNull
  revoked_at: StampOrNull
  /** Nothing is taken from it any more. */
  lost: Generated<boolean>
  /** What it last reported. */
  contact_at: StampOrNull
  pending: number | null
  battery: number | null
  /** Its clock minus that of the server. */
  clock_off_ms: number | null
  list_at: StampOrNull
  model: string | null
  /** When it said what waits on it, after its end; null while it has not been heard of. */
  heard_at: StampOrNull
  /** When and why a manager took it off the board. */
  closed_at: StampOrNull
  closed_by: string | null
  closing_note: string | null
}

/** The hub of an event, of which there is one. */
export interface GateHubsTable {
  event_id: string
  /** The hub from its start to its end, as it names itself. */
  hub: string
  device_id: string
  name: string
  started_at: Stamp
  ended_at: StampOrNull
}

/** The lane that a device at the gate last said it has, and what a member's phone last said of itself. */
export interface GateLanesTable {
  event_id: string
  device_id: string
  lane: number | null
  name: string
  contact_at: Stamp
  /** Of a member's phone. */
  pending: number | null
  gate: string | null
  /** It scans no more, and nothing waited on it. */
  left_at: StampOrNull
}

/** Which numbers of a device's sequence arrived, and what it says of itself: what is missing never arrived. */
export interface GateSequencesTable {
  event_id: string
  device_id: string
  /** Numbers that arrived, or that the device gave to no scan. */
  received: Generated<string>
  /** The first number that it gave at this event, and the last below which nothing waits on it. */
  first: number | null
  through: number | null
  /** Entries and exits that its browser has thrown away, by what it says, and their times. */
  lost: Generated<number>
  lost_from: StampOrNull
  lost_to: StampOrNull
  noted_at: Stamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    gate_devices: GateDevicesTable
    gate_hubs: GateHubsTable
    gate_lanes: GateLanesTable
    gate_sequences: GateSequencesTable
  }
}
