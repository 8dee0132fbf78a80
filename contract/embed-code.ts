/** What stands on an organiser's page in place of an event's sale page. */
export interface EmbedCode {
  /** Where the sale site is, without a slash at the end. */
  readonly site: string
  /** Slug or uuid. */
  readonly event: string
  readonly lang: 'he' | 'en' | 'ar'
  /** What the link says that stands there until the frame does, and where no script runs. */
  readonly text: string
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const safe = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => MARKS[mark] ?? mark)

/** The embed code of an event, as an organiser pastes it into his page. */
export const embedCode = ({ site, event, lang, text }: EmbedCode): string =>
  [
    `<div class="kartis-event" data-event="${safe(event)}" data-lang="${lang}">`,
    `  <a href="${safe(`${site}/order/${encodeURIComponent(event)}?lang=${lang}`)}">${safe(text)}</a>`,
    '</div>',
    `<script async src="${safe(site)}/embed.js"></script>`,
  ].join('\n')
