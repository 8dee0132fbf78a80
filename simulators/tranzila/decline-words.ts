import type { Translate } from '@kartis/i18n/server.ts'

/** The refusals that the simulator's own cards can meet. */
const REASONS: Record<string, string> = {
  '003': 'call_issuer',
  '004': 'refused',
  '006': 'id_or_cvv',
  '015': 'expired',
  '440': 'not_supported',
}

export const declineWords = (words: Translate, code: string): string =>
  words(`gateway:reasons.${REASONS[code] ?? 'other'}`)
