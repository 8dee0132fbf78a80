import type { DisputeState } from '@kartis/domain/dispute.ts'
import type { ChipProps } from '@kartis/ui/components/chip.tsx'

export const DISPUTE_CHIP: Readonly<Record<DisputeState, NonNullable<ChipProps['state']>>> = {
  notified: 'warn',
  evidence_due: 'bad',
  sent: 'info',
  won: 'good',
  lost: 'quiet',
  accepted: 'quiet',
}

/** A day without a time, at noon: it is the same day in every zone of ours. */
export const atNoon = (day: string): string => `${day}T12:00:00Z`
