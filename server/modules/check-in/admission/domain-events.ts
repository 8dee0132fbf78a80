import type { ConflictReason, ConflictState } from '@kartis/domain/gate-conflict.ts'

/** The subject is the scan. */
export interface ScanEventData {
  'scan.recorded': {
    /** null where the scanned text named no ticket of the event. */
    readonly ticket: string | null
    readonly verdict: 'admitted' | 'refused' | 'undone' | 'conflict'
    /** S1 to S7 of a refused scan. */
    readonly refusal: string | null
  }
  /** The subject is the scan that came later to the server. */
  'check_in.conflict_moved': {
    readonly state: ConflictState
    readonly reason: ConflictReason
    /** The member or the device at the gate; null where the server found the explanation. */
    readonly by: string | null
  }
  /** The subject is the person who searched at the gate: whose orders were shown, never what was typed. */
  'check_in.searched': {
    readonly by: 'name' | 'phone' | 'number' | 'seat'
    readonly orders: readonly string[]
  }
}

declare module '../../../platform/domain-events/event-types.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- adds the events of scans
  interface DomainEventData extends ScanEventData {}
}
