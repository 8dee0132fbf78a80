import { EVENT } from '@kartis/domain/limits.ts'
import { z } from 'zod'
import { textsWith } from './localized-text.ts'
import { line, lineOrNumber, paragraph } from './text.ts'

export const accessibilityNote = paragraph(EVENT.maxAccessibilityChars)
export const eventName = line(140)
const countOf = (text: string, character: string): number => text.split(character).length - 1

export const eventDescription = z
  .string()
  .max(EVENT.maxDescriptionChars)
  .refine((html) => countOf(html, '<') <= EVENT.maxDescriptionBrackets, { error: 'too_long' })
  .refine((html) => countOf(html, '&') <= EVENT.maxDescriptionAmpersands, { error: 'too_long' })
export const placeName = lineOrNumber(200)
export const street = lineOrNumber(80)
export const city = lineOrNumber(80)
/** The texts of an event in English and Arabic. Texts of the place that are missing are those of its venue. */
export const eventTexts = textsWith({
  name: eventName,
  description: eventDescription,
  accessibility: accessibilityNote,
  address_description: placeName,
  address_street: street,
  address_city: city,
})

export const artistName = line(120).min(1)
/** An artist with the name in English and Arabic. */
export const artist = z.strictObject({ name: artistName, texts: textsWith({ name: line(120) }) })
