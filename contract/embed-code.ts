/** Options of the code that embeds an event's sale page into an organiser's page. */
export interface EmbedCode {
  /** Where the sale site is, without a slash at the end. */
  readonly site: string
  /** Slug or uuid. */
  readonly event: string
  readonly lang: 'he' | 'en' | 'ar'
  /** A small box in place of the whole sale page. */
  readonly compact?: boolean
  /** Text of the link that is shown until the frame has loaded, and without scripts. */
  readonly text: string
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const safe = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => MARKS[mark] ?? mark)

/** The embed code of an event, to be pasted into the organiser's page. */
export const embedCode = ({ site, event, lang, text, compact }: EmbedCode): string =>
  [
    `<div class="kartis-event" data-event="${safe(event)}" data-lang="${lang}"${compact ? ' data-size="compact"' : ''}>`,
    `  <a href="${safe(`${site}/order/${encodeURIComponent(event)}?lang=${lang}`)}">${safe(text)}</a>`,
    '</div>',
    `<script async src="${safe(site)}/embed.js"></script>`,
  ].join('\n')
