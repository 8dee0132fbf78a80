// The font has no glyphs for bidirectional isolates: they would print as boxes.
const ISOLATES = /[\u2066-\u2069]/g

/** A text as the PDF can print it. */
export const printable = (text: string): string => text.replace(ISOLATES, '').trim()
