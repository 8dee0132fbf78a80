import { moneyText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { SANDBOX_CARDS } from '../gateway/cards.ts'
import { html, type Html } from '../gateway/html.ts'
import { ALERT, DONE, frame, icon } from '../gateway/page.ts'

const WAVES = icon(
  '<path d="M6.5 9.500a4 4 0 0 1 0 5M10 7a8 8 0 0 1 0 10M13.500 4.500a12 12 0 0 1 0 15M17 2.500a16 16 0 0 1 0 19"/>',
)

export type ReaderState =
  | { readonly kind: 'open'; readonly amount: number }
  | { readonly kind: 'approved' }
  | { readonly kind: 'declined'; readonly reason: string }
  | { readonly kind: 'closed' }

export interface ReaderPage {
  readonly lang: Lang
  readonly prefix: string
  /** The reader's number at the terminal, where it has one. */
  readonly reader: string
  readonly state: ReaderState
}

const cards = (lang: Lang): Html => {
  const t = translatorFor(lang)
  return html`<form method="post" class="taps">
    ${SANDBOX_CARDS.filter(({ label }) => label && label !== 'late' && label !== 'thrice').map(
      (card) =>
        html`<button
          type="submit"
          name="card_number"
          value="${card.number}"
          class="tap ${card.response !== '000' && 'refused'}"
        >
          ${t(`gateway:cards.${card.label}`)}
        </button>`,
    )}
  </form>`
}

const result = (lang: Lang, state: Exclude<ReaderState, { kind: 'open' }>): Html => {
  const t = translatorFor(lang)
  const reason = state.kind === 'declined' ? state.reason : ''
  return html`<div class="state ${state.kind === 'approved' ? 'good' : 'bad'}" role="status">
    <span class="seal">${state.kind === 'approved' ? DONE : ALERT}</span>
    <h1>${t(`gateway:reader.${state.kind}`)}</h1>
    <p>${t(`gateway:reader.${state.kind}_text`, { reason })}</p>
  </div>`
}

const asking = (lang: Lang, amount: number): Html => {
  const t = translatorFor(lang)
  return html`<div class="screen">
      <p class="sum">${moneyText(amount, lang)}</p>
      <h1>${WAVES}${t('gateway:reader.present')}</h1>
    </div>
    <p class="what">${t('gateway:reader.note')}</p>
    ${cards(lang)}`
}

/** The screen of the simulated card reader. */
export const readerPage = ({ lang, prefix, reader, state }: ReaderPage): string => {
  const t = translatorFor(lang)
  const title = reader === '' ? t('gateway:reader.title') : t('gateway:reader.device', { reader })
  return frame({
    lang,
    prefix,
    title,
    body: html`<div class="reader">
      <p class="name">${title}</p>
      ${state.kind === 'open' ? asking(lang, state.amount) : result(lang, state)}
    </div>`,
  })
}
