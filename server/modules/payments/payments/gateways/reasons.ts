import type { DeclineReason } from '../gateway.ts'

/** SHVA response codes, grouped by what the buyer can do about them. */
const CODES: Record<Exclude<DeclineReason, 'other'>, readonly string[]> = {
  blocked: ['001', '002', '005'],
  call_issuer: ['003', '008'],
  refused: ['004', '010'],
  id_or_cvv: ['006', '026', '057', '058', '059'],
  expired: ['015', '036'],
  bad_number: ['033', '039', '447'],
  not_supported: ['012', '141', '304', '440'],
  installments: ['017', '308'],
  duplicate: ['425'],
  three_ds: ['900'],
  fraud: ['903'],
  busy: ['009'],
}

const REASON_OF = new Map(
  Object.entries(CODES).flatMap(([reason, codes]) => codes.map((code) => [code, reason as DeclineReason] as const)),
)

/** The reason of a decline by its SHVA code; 401 to 420 all concern instalment amounts. */
export const declineReason = (code: string): DeclineReason => {
  const number = Number(code)
  if (number >= 401 && number <= 420) return 'installments'
  return REASON_OF.get(code.padStart(3, '0')) ?? 'other'
}
