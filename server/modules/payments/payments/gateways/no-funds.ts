import { NO_FUNDS } from '@kartis/domain/refund-run.ts'
import type { RefundFact } from '../gateway.ts'

/**
 * No gateway publishes how it refuses a refund because its terminal has too little money. A refusal that says so in plain text is
 * recognised in the languages in which they reply; codes without text are named in the settings (`REFUND_EMPTY_CODES`).
 */
const SAYS_SO = [
  /\b(?:insufficient|not[ _-]enough|no)[ _-](?:available[ _-]|terminal[ _-]|merchant[ _-])?(?:funds|balance|money)\b/i,
  /\b(?:funds|balance)[ _-](?:is[ _-]|are[ _-])?(?:insufficient|not[ _-]enough|too[ _-]low)\b/i,
  /אין (?:מספיק |די )?(?:יתרה|כסף)|יתרה (?:לא|אינה|בלתי) מספ|חוסר ביתרה/,
]

export interface Refused {
  /** The gateway's own code, or its text where it has no code. */
  readonly code: string
  readonly text?: string | undefined
}

/** A refusal as a fact: for good, unless the terminal only lacks the money or the gateway is busy. */
export const refusedFact = (
  { code, text = '' }: Refused,
  { emptyCodes, retry }: { readonly emptyCodes: readonly string[]; readonly retry: boolean },
): RefundFact =>
  emptyCodes.includes(code) || SAYS_SO.some((pattern) => pattern.test(text))
    ? { ok: false, code: NO_FUNDS, retry: true }
    : { ok: false, code, retry }
