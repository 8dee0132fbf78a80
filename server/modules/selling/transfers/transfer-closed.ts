import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { TransferReason } from '@kartis/domain/ticket-transfer.ts'

export const transferClosed = (reason: TransferReason): Refusal => refuse('transfer_closed', { detail: { reason } })
