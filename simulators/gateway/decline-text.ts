import type { Translate } from '@kartis/i18n/server.ts'

/** Reasons of the declines that the simulator's cards meet. */
const REASONS: Record<string, string> = {
  '003': 'call_issuer',
  '004': 'refused',
  '006': 'id_or_cvv',
  '015': 'expired',
  '440': 'not_supported',
}

/** The text of a decline by its SHVA code. */
export const declineText = (t: Translate, code: string): string => t(`gateway:reasons.${REASONS[code] ?? 'other'}`)
