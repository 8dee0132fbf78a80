const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Markup that is escaped already. */
export interface Html {
  readonly html: string
}

type Part = Html | string | number | undefined | false | readonly Html[]

const render = (part: Part): string => {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number')
    return String(part).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
  return 'html' in part ? part.html : part.map((piece) => piece.html).join('')
}

/** Builds markup; every interpolated text is escaped. */
export const html = (pieces: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: pieces.reduce((whole, piece, place) => whole + render(parts[place - 1]) + piece),
})
