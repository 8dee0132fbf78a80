import type { Register } from '@kartis/contract/registers.ts'
import type { RegisterRow } from './registers-queries.ts'

const statusOf = (row: RegisterRow): Register['status'] => {
  if (row.revoked_at) return 'revoked'
  return row.secret_hash ? 'paired' : 'waiting'
}

export const viewRegister = (row: RegisterRow): Register => ({
  uuid: row.id,
  label: row.label,
  branch: row.branch,
  service: row.service,
  terminal: row.payment_terminal,
  reader: row.card_reader,
  status: statusOf(row),
  created_at: row.created_at.toISOString(),
  paired_at: row.paired_at?.toISOString() ?? null,
  seen_at: row.seen_at?.toISOString() ?? null,
  shift:
    row.shift_id && row.shift_opened_at ? { uuid: row.shift_id, opened_at: row.shift_opened_at.toISOString() } : null,
})
