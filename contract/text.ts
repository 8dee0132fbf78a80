import { isOneLine, isPlainText, withoutInvisible } from '@kartis/domain/text.ts'
import { z } from 'zod'

const NOT_A_LINE = { error: 'invalid_text' }

const cleanLine = (text: string): string => withoutInvisible(text).replaceAll('\t', ' ')

/**
 * One line that a person typed: a name, a street, a phone. Trimmed; a tab becomes a space, and invisible characters
 * are removed (`withoutInvisible`). Refused as `invalid_text` with any other control character or a line break: such a line
 * is written into SMS, e-mail headers, file names and CSV, where a line break would add text of its own.
 */
export const line = (maxChars: number) =>
  z.string().overwrite(cleanLine).trim().max(maxChars).refine(isOneLine, NOT_A_LINE)

/** A number as its digits: "01" is never one, so that nothing is lost. Anything else is left to the schema to refuse. */
const digitsOf = (value: unknown): unknown => (Number.isSafeInteger(value) ? String(value) : value)

/** As `line`, for what consists of digits: programs may send it as a number. */
export const lineOrNumber = (maxChars: number) => z.preprocess(digitsOf, line(maxChars))

/** A text of several lines. `invalid_text` with control characters other than line breaks and tabs. */
export const paragraph = (maxChars: number) =>
  z.string().overwrite(withoutInvisible).trim().max(maxChars).refine(isPlainText, NOT_A_LINE)
