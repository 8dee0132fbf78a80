import type { GateDevice, MissingScans } from '@kartis/contract/gate-devices.ts'
import { gateChoices } from '@kartis/domain/gate.ts'
import { gateDeviceState } from '@kartis/domain/gate-device.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { type GateDeviceRow, lifeOf } from './devices-queries.ts'

const text = (at: Date | null): string | null => at?.toISOString() ?? null

export const viewDevice = (
  row: GateDeviceRow,
  now: Date,
  missing: ReadonlyMap<string, MissingScans> = new Map(),
): GateDevice => ({
  uuid: row.id,
  label: row.label,
  helper: row.helper,
  role: row.role,
  gate: row.gate,
  stands_at: row.gate ?? row.stands_at,
  state: gateDeviceState(lifeOf(row), now),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  joined_at: text(row.joined_at),
  revoked_at: text(row.revoked_at),
  lost: row.lost,
  contact_at: text(row.contact_at),
  pending: row.pending,
  battery: row.battery,
  clock_off_ms: row.clock_off_ms,
  list_at: text(row.list_at),
  missing: missing.get(row.id) ?? null,
  model: row.model,
  heard_at: text(row.heard_at),
  closed_at: text(row.closed_at),
})

/** What a link is for. */
export const viewLink = (row: GateDeviceRow, event: EventRow, seatGates: readonly string[]) => ({
  event: {
    uuid: event.id,
    name: event.name,
    starts_at: event.starts_at.toISOString(),
    timezone: event.timezone,
  },
  label: row.label,
  role: row.role,
  gate: row.gate,
  gates:
    row.gate === null
      ? gateChoices(
          (event.settings?.gates ?? []).map(({ name }) => name),
          seatGates,
        )
      : [],
  expires_at: row.expires_at.toISOString(),
})
