import { FAILURES_BEFORE_EMERGENCY } from '@kartis/domain/allocation.ts'
import { DOCUMENT_CODES } from '@kartis/domain/tax-document.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AllocationAuthority, AllocationReply, AllocationRequest } from './allocation-authority.ts'
import {
  type AllocationRow,
  insertAttempt,
  insertPending,
  lockAllocation,
  moveAllocation,
  readPending,
  takeEmergencyNumber,
} from './allocation-queries.ts'

export const ALLOCATE_JOB = 'documents.allocate'

/** Notes in the issuing transaction that invoices need a number. Without an interface of the Tax Authority the operator enters it. */
export const requestAllocations = async (platform: Platform, tx: Tx, documentIds: readonly string[]): Promise<void> => {
  if (documentIds.length === 0) return
  await insertPending(tx, documentIds, platform.clock())
  if (platform.settings.documents.taxAuthority) await platform.jobs.enqueue(tx, ALLOCATE_JOB, {})
}

const requestFor = (row: AllocationRow): AllocationRequest => ({
  invoiceId: `${DOCUMENT_CODES[row.type]}-${row.number}`,
  code: DOCUMENT_CODES[row.type],
  issuer: row.issuer_number,
  recipient: row.recipient_number,
  day: row.day,
  net: row.net,
  vat: row.vat,
  total: row.total,
})

/** Whether the document has a number or a decision now. */
const note = (platform: Platform, { document_id: id }: AllocationRow, reply: AllocationReply): Promise<boolean> =>
  inTransaction(platform.db, async (tx) => {
    const row = await lockAllocation(tx, id)
    // Another process was faster, or a person has decided.
    if (!row || row.state !== 'pending') return true
    const at = platform.clock()
    if (reply.kind === 'allocated') {
      await insertAttempt(tx, id, { outcome: 'allocated', code: '', message: '', at })
      return moveAllocation(tx, id, { to: 'allocated', number: reply.number, at, by: null })
    }
    const { kind, code, message } = reply
    await insertAttempt(tx, id, { outcome: kind, code, message, at })
    if (kind === 'refused') {
      platform.log.error({ document: id, code, message }, 'the Tax Authority refused an allocation number')
      return moveAllocation(tx, id, { to: 'refused', code, message, at, by: null })
    }
    if (row.failures + 1 < FAILURES_BEFORE_EMERGENCY) return false
    const number = await takeEmergencyNumber(tx, row.issuer_number, id)
    if (number === undefined) return false
    platform.log.warn({ document: id }, 'an emergency allocation number was used; report it to the Tax Authority')
    return moveAllocation(tx, id, { to: 'emergency', number, at, by: null })
  })

/** Requests the number of every invoice that waits for one. How many still wait. */
export const allocatePending = async (platform: Platform, authority: AllocationAuthority): Promise<number> => {
  let waiting = 0
  for (const row of await readPending(platform.db)) {
    const isSettled = await note(platform, row, await authority.request(requestFor(row)))
    if (!isSettled) waiting++
  }
  return waiting
}
