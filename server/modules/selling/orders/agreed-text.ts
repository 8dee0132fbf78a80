import { AGREED_TEXT } from '@kartis/domain/agreed-text.ts'

/**
 * What the buyer accepted by going on: the version of the sentence beside the button and its language. Part of the history entry
 * of that step, whose time is that of the consent.
 */
export interface Agreed {
  readonly text: number
  readonly lang: string
}

export const agreedIn = (lang: string): { readonly agreed: Agreed } => ({ agreed: { text: AGREED_TEXT, lang } })
