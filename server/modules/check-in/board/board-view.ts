import type { GateBoard } from '@kartis/contract/gate-board.ts'
import type { MissingScans } from '@kartis/contract/gate-devices.ts'
import type { scanCounters } from '@kartis/domain/admission.ts'
import { GATE_DEVICE } from '@kartis/domain/gate-device.ts'
import {
  entryRate,
  type EntryForecast,
  forecastEntry,
  type GateFlow,
  gateState,
  minuteStart,
} from '@kartis/domain/gate-flow.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { type BoardFacts, type DeviceFacts, type EndedFacts, seriesOf } from './board-queries.ts'

interface Shown {
  readonly from: number
  readonly last: number
}

interface BoardSource {
  readonly event: EventRow
  readonly now: Date
  readonly shown: Shown
  readonly facts: BoardFacts
  readonly counters: ReturnType<typeof scanCounters>
  readonly conflicts: GateBoard['conflicts']
  /** What never arrived of devices, by their ids. */
  readonly missing: ReadonlyMap<string, MissingScans>
}

const isSilent = ({ contact_at, joined_at }: DeviceFacts, now: Date): boolean =>
  now.getTime() - Date.parse(contact_at ?? joined_at ?? '') > GATE_DEVICE.silentSeconds * 1000

const text = (at: string): string => new Date(at).toISOString()

/** Since when nobody knows what a device at work has scanned; null while it reports, and of phones that report nothing. */
const unknownSince = (device: DeviceFacts, now: Date): string | null =>
  device.reported_at !== null && isSilent(device, now) ? text(device.reported_at) : null

const earliest = (times: readonly (string | null)[]): string | null => {
  const given = times.flatMap((at) => (at === null ? [] : [text(at)]))
  return given.toSorted()[0] ?? null
}

const viewDevice = (device: DeviceFacts, { now, missing }: BoardSource): GateBoard['devices'][number] => ({
  uuid: device.uuid,
  name: device.name,
  role: device.role,
  gate: device.gate,
  state: device.reported_at === null ? 'seen' : isSilent(device, now) ? 'silent' : 'online',
  contact_at: device.contact_at === null ? null : text(device.contact_at),
  pending: device.pending,
  unknown_since: unknownSince(device, now),
  missing: missing.get(device.device_id) ?? null,
  battery: device.battery,
  clock_off_ms: device.clock_off_ms,
  clock_jumps: device.clock_jumps,
  scans: device.scans,
  entries: device.entries,
  refusals: device.refusals,
})

const viewEnded = (device: EndedFacts, { now, missing }: BoardSource): GateBoard['ended_devices'][number] => {
  const { uuid, name, gate, pending, lost, unknown_since: unknown } = device
  const endedAt = new Date(device.ended_at)
  const until = new Date(endedAt.getTime() + GATE_DEVICE.lastUploadHours * 3_600_000)
  const sends_until = lost || until <= now ? null : until.toISOString()
  return {
    uuid,
    name,
    gate,
    ended_at: endedAt.toISOString(),
    cause: device.revoked ? 'revoked' : 'expired',
    pending,
    unknown_since: unknown === null ? null : text(unknown),
    sends_until,
    missing: missing.get(uuid) ?? null,
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Every gate with what it admits per minute; the entries of gates that are not listed stand at the end. */
const gatesOf = ({ facts, shown, now }: BoardSource) => {
  const named = facts.gates.map((gate, place) => ({ ...gate, series: seriesOf(facts, place, shown) }))
  const others = seriesOf(facts, null, shown)
  const all = facts.others > 0 ? [...named, { name: null, entered: facts.others, series: others }] : named
  return all.map(({ name, entered, series }) => {
    const devices = facts.devices.filter(({ gate }) => gate === name)
    const reporting = devices.filter(({ reported_at: at }) => at !== null)
    const silent = reporting.filter((device) => isSilent(device, now)).length
    const flow: GateFlow = { name, rate: entryRate(series), devices: devices.length - silent, silent }
    const own = facts.ended.filter(({ gate }) => gate === name)
    const since = earliest([
      ...reporting.map((device) => unknownSince(device, now)),
      ...own.map(({ unknown_since: at }) => at),
    ])
    return { flow, entered, series, devices: devices.length, since }
  })
}

/** Every figure of the board is without what these have scanned since. */
const unknownOf = ({ facts, now }: BoardSource): GateBoard['unknown'] => {
  const times = [
    ...facts.devices.map((device) => unknownSince(device, now)),
    ...facts.ended.map(({ unknown_since: at }) => at),
  ].filter((at) => at !== null)
  const since = earliest(times)
  return since === null ? null : { devices: times.length, since }
}

const viewForecast = ({ entered, outside, allAt, remedy }: EntryForecast): GateBoard['forecast'] => ({
  entered,
  outside,
  all_at: allAt?.toISOString() ?? null,
  remedy: remedy && { ...remedy, at: remedy.at.toISOString() },
})

export const viewBoard = (source: BoardSource): GateBoard => {
  const { event, now, shown, facts, counters, conflicts } = source
  const gates = gatesOf(source)
  const rate = sum(gates.map(({ flow }) => flow.rate))
  const forecast = forecastEntry({
    now,
    startsAt: event.starts_at,
    entered: counters.total_scanned,
    left: counters.total_unscanned,
    rate,
    gates: gates.map(({ flow }) => flow),
  })
  return {
    as_of: now.toISOString(),
    event: {
      uuid: event.id,
      name: event.name,
      starts_at: event.starts_at.toISOString(),
      ends_at: event.ends_at.toISOString(),
      timezone: event.timezone,
    },
    counters,
    flow: { from: minuteStart(shown.from).toISOString(), minutes: shown.last - shown.from + 1, rate },
    gates: gates.map(({ flow, entered, series, devices, since }) => ({
      name: flow.name,
      entered,
      rate: flow.rate,
      state: gateState(flow),
      devices,
      unknown_since: since,
      per_minute: series,
    })),
    forecast: forecast ? viewForecast(forecast) : null,
    ticket_types: [...facts.types],
    devices: facts.devices.map((device) => viewDevice(device, source)),
    ended_devices: facts.ended.map((device) => viewEnded(device, source)),
    unknown: unknownOf(source),
    refusals: [...facts.refusals],
    conflicts,
  }
}
