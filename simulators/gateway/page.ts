import { directionOf } from '@kartis/i18n/lang.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { CardErrors, CardField } from './card-form.ts'
import { SANDBOX_CARDS } from './cards.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'

/** Why a page takes no card; texts: `gateway:page.closed.<reason>`. */
export type ClosedReason = 'terminal' | 'handshake' | 'expired' | 'sum' | 'kind' | 'address' | 'done'

export const icon = (paths: string): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${{ html: paths }}</svg>`

const LOCK = icon('<rect x="5" y="10.5" width="14" height="10" rx="2.5"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5"/>')
const PHONE = icon('<rect x="7" y="3" width="10" height="18" rx="2.500"/><path d="M11 18h2"/>')
export const ALERT = icon('<path d="M12 4 3 19.5h18L12 4Z"/><path d="M12 10v4M12 16.8h.01"/>')
const FLASK = icon(
  '<path d="M9.5 3.5h5M10.5 3.5v6L5.2 18a2 2 0 0 0 1.700 3h10.200a2 2 0 0 0 1.700-3l-5.300-8.500v-6"/><path d="M8 15h8"/>',
)
export const DONE = icon('<path d="m5 12.5 4.500 4.500L19 7.500"/>')
const CHEVRON = icon('<path d="m6 9.500 6 6 6-6"/>')

export interface Frame {
  readonly lang: Lang
  readonly prefix: string
  readonly title: string
  readonly body: Html
}

export const frame = ({ lang, prefix, title, body }: Frame): string => {
  const t = translatorFor(lang)
  return html`<!doctype html>
    <html lang="${lang}" dir="${directionOf(lang)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="${prefix}/assets/tokens.css" />
        <link rel="stylesheet" href="${prefix}/assets/pay.css" />
        <script src="${prefix}/assets/pay.js" defer></script>
      </head>
      <body>
        <main aria-label="${title}">
          <div class="banner">
            ${FLASK}
            <p><strong>${t('gateway:page.banner')}</strong> <span>${t('gateway:page.banner_note')}</span></p>
          </div>
          <div class="column">${body}</div>
        </main>
      </body>
    </html> `.html
}

export interface FormPage {
  readonly lang: Lang
  readonly prefix: string
  readonly amount: number
  readonly maxPayments: number
  readonly bit: boolean
  readonly description: string
  /** What was typed before; card number and CVV are never filled in again. */
  readonly typed: Readonly<Record<string, string>>
  readonly errors: CardErrors
  /** Text of a decline that has just happened. */
  readonly declined?: string
  /** Parameters that came in a POST body; the form repeats them. */
  readonly carried: Readonly<Record<string, string>>
  /** Expiry and ID number that the list of test cards fills in. */
  readonly sample: { readonly expiry: string; readonly id: string }
}

/** The page with the card form. */
export const formPage = (page: FormPage): string => {
  const t = translatorFor(page.lang)
  const sum = moneyText(page.amount, page.lang)
  const title = t('gateway:page.title')
  const body = html` <header class="head">
      <div>
        <h1>${title}</h1>
        ${page.description !== '' && html`<p class="what"><bdi>${page.description}</bdi></p>`}
      </div>
      <p class="sum">${sum}</p>
    </header>
    ${
      page.declined !== undefined &&
      html`<div class="notice" role="alert">
        ${ALERT}
        <p>${t('gateway:page.declined', { reason: page.declined })}</p>
      </div>`
    }
    ${
      Object.keys(page.errors).length > 0 &&
      html`<div class="notice" role="alert">
        ${ALERT}
        <p>${t('gateway:page.check')}</p>
      </div>`
    }
    <form method="post" novalidate>
      ${hidden(page.carried)} ${fields(page, t)}
      <button type="submit" class="pay" data-busy="${t('gateway:page.busy')}">
        ${LOCK}<span>${t('gateway:page.pay', { sum })}</span>
      </button>
      ${page.bit && bitButton(t)}
    </form>
    ${testCards(page, t)}`
  return frame({ lang: page.lang, prefix: page.prefix, title, body })
}

const hidden = (fields: Readonly<Record<string, string>>): readonly Html[] =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)

/** After the button of the card: the first button of a form is the one that Enter presses. */
const bitButton = (t: Translate): Html =>
  html`<p class="or">${t('gateway:page.or')}</p>
    <button type="submit" name="method" value="bit" class="wallet" formnovalidate>
      ${PHONE}<span>${t('gateway:page.bit')}</span>
    </button>`

export interface ChallengePage {
  readonly lang: Lang
  readonly prefix: string
  readonly amount: number
  /** Fields of the card form and of the page; only test cards are accepted, so the page may repeat them. */
  readonly fields: Readonly<Record<string, string>>
}

/** The page of the card's issuer (3-D Secure): the buyer confirms the charge or does not. */
export const challengePage = (page: ChallengePage): string => {
  const t = translatorFor(page.lang)
  const title = t('gateway:page.three_ds.title')
  const body = html`<form method="post" class="state challenge">
    <span class="seal">${LOCK}</span>
    <h1>${title}</h1>
    <p>${t('gateway:page.three_ds.text', { sum: moneyText(page.amount, page.lang) })}</p>
    ${hidden(page.fields)}
    <button type="submit" name="three_ds" value="confirm" class="pay">
      <span>${t('gateway:page.three_ds.confirm')}</span>
    </button>
    <button type="submit" name="three_ds" value="reject" class="plain">${t('gateway:page.three_ds.reject')}</button>
  </form>`
  return frame({ lang: page.lang, prefix: page.prefix, title, body })
}

interface Field {
  readonly name: CardField
  readonly hint: string
  readonly mode: 'numeric' | 'text'
  readonly most: number
  readonly placeholder: string
}

const FIELDS: readonly Field[] = [
  { name: 'card_number', hint: '', mode: 'numeric', most: 24, placeholder: '' },
  { name: 'expiry', hint: 'expiry_hint', mode: 'text', most: 7, placeholder: '' },
  { name: 'cvv', hint: 'cvv_hint', mode: 'numeric', most: 4, placeholder: '' },
  { name: 'holder_id', hint: 'holder_id_hint', mode: 'numeric', most: 12, placeholder: '' },
]

const fields = (page: FormPage, t: Translate): Html => {
  const first = FIELDS.find((field) => page.errors[field.name])?.name
  return html`<div class="fields">
    ${FIELDS.map((field) => fieldPart(page, t, field, field.name === first))}${
      page.maxPayments > 1 && instalments(page, t)
    }
  </div>`
}

const REFILLED: readonly CardField[] = ['expiry', 'holder_id']

const fieldPart = (page: FormPage, t: Translate, field: Field, focused: boolean): Html => {
  const reason = page.errors[field.name]
  const note = reason ?? field.hint
  const value = REFILLED.includes(field.name) ? (page.typed[field.name] ?? '') : ''
  return html`<div class="field ${field.name}${reason !== undefined && ' wrong'}">
    <label for="${field.name}">${t(`gateway:page.${field.name}`)}</label
    ><input
      id="${field.name}"
      name="${field.name}"
      value="${value}"
      dir="ltr"
      inputmode="${field.mode}"
      maxlength="${field.most}"
      autocomplete="off"
      required${note !== '' && html` aria-describedby="${field.name}-note"`}${
        reason !== undefined && html` aria-invalid="true"`
      }${focused && html` autofocus`}
    />${note !== '' && noteOf(field.name, reason, t, note)}
  </div>`
}

const noteOf = (name: string, reason: string | undefined, t: Translate, note: string): Html =>
  html`<p class="note" id="${name}-note">
    ${reason !== undefined && ALERT}${t(reason === undefined ? `gateway:page.${note}` : `gateway:page.errors.${note}`)}
  </p>`

const instalments = (page: FormPage, t: Translate): Html => {
  const chosen = Number(page.typed['installments'] ?? '1')
  const options = Array.from({ length: page.maxPayments }, (_, place) => place + 1)
  return html`<div class="field">
    <label for="installments">${t('gateway:page.installments')}</label
    ><span class="select"
      ><select id="installments" name="installments">
        ${options.map(
          (count) =>
            html`<option value="${count}" ${count === chosen && html` selected`}>
              ${count === 1 ? t('gateway:page.one_payment') : t('gateway:page.payments', { count })}
            </option>`,
        )}</select
      >${CHEVRON}</span
    >
  </div>`
}

/** Grouped as on the card: 4-6-5 and 4-6-4 for fifteen and fourteen digits, else groups of four. */
const grouped = (number: string): string =>
  number.length === 14 || number.length === 15
    ? `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`
    : number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

const testCards = (page: FormPage, t: Translate): Html =>
  html`<details class="cards">
    <summary>${t('gateway:page.cards')}${CHEVRON}</summary>
    <p>${t('gateway:page.cards_note')}</p>
    <ul>
      ${SANDBOX_CARDS.filter((card) => card.label).map(
        (card) =>
          html`<li data-card="${card.number}" data-expiry="${page.sample.expiry}" data-id="${page.sample.id}">
            <span class="name">${t(`gateway:cards.${card.label}`)}</span>
            <bdi dir="ltr" class="number">${grouped(card.number)}</bdi>
          </li>`,
      )}
    </ul>
  </details>`

export interface ClosedPage {
  readonly lang: Lang
  readonly prefix: string
  readonly reason: ClosedReason
  /** The gateway's own error number, where it has one. */
  readonly code?: string
  readonly back?: string
}

/** The page that accepts no card, with the reason. */
export const closedPage = (page: ClosedPage): string => {
  const t = translatorFor(page.lang)
  const title = t(`gateway:page.closed.${page.reason}.title`)
  const body = html`<div class="state ${page.reason === 'done' ? 'good' : 'bad'}">
    <span class="seal">${page.reason === 'done' ? DONE : ALERT}</span>
    <h1>${title}</h1>
    <p>${t(`gateway:page.closed.${page.reason}.text`)}</p>
    ${
      page.code !== undefined && html`<p class="code">${t('gateway:page.code', { code: page.code })}</p>`
    }${page.back !== undefined && html`<a class="back" href="${page.back}">${t('gateway:page.back')}</a>`}
  </div>`
  return frame({ lang: page.lang, prefix: page.prefix, title, body })
}
