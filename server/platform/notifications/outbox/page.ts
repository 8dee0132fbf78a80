import { momentShortText } from '@kartis/i18n/format.ts'
import { directionOf, type Lang } from '@kartis/i18n/lang.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { escapeHtml } from '../email/email-message.ts'
import type { MessageRow } from '../messages-queries.ts'
import { oneTimeCode } from './one-time-code.ts'

interface Reader {
  readonly lang: Lang
  readonly t: Translate
}

const icon = (paths: string): string =>
  `<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`

const ICONS = {
  sms: icon(
    '<path d="M4 6.5a2.5 2.5 0 0 1 2.5-2.5h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H10l-5 4v-4.2A2.5 2.5 0 0 1 4 13.5z"/><path d="M8.5 9h7M8.5 12h4"/>',
  ),
  email: icon('<rect x="3.5" y="5.5" width="17" height="13" rx="2.5"/><path d="m4.5 7.5 7.5 6 7.5-6"/>'),
  search: icon('<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>'),
  copy: icon(
    '<rect x="8.5" y="8.5" width="12" height="12" rx="2.5"/><path d="M15.5 5.5v-.5A1.5 1.5 0 0 0 14 3.5H5A1.5 1.5 0 0 0 3.5 5v9A1.5 1.5 0 0 0 5 15.5h.5"/>',
  ),
}

/** Plain text as HTML with links. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 ? `<a dir="ltr" href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')

const codeOf = (row: MessageRow, { t }: Reader): string => {
  const code = oneTimeCode(row)
  return code
    ? `<p class="code"><bdi dir="ltr">${escapeHtml(code)}</bdi><button type="button" data-copy="${escapeHtml(code)}" data-done="${escapeHtml(t('messages:outbox.copied'))}">${ICONS.copy}<span>${escapeHtml(t('messages:outbox.copy'))}</span></button></p>`
    : ''
}

const extrasOf = (row: MessageRow, { t }: Reader): string => {
  const links = [
    ...(row.html
      ? [
          `<a href="/dev/outbox/${row.id}/letter" target="_blank" rel="noopener">${escapeHtml(t('messages:outbox.show_html'))}</a>`,
        ]
      : []),
    ...(row.attachments ?? []).map(
      ({ name }, i) =>
        `<a href="/dev/outbox/${row.id}/attachments/${i}" target="_blank" rel="noopener">${escapeHtml(name)}</a>`,
    ),
  ]
  return links.length > 0 ? `<p class="extras">${links.join('')}</p>` : ''
}

const stateOf = ({ status, last_error }: MessageRow, { t }: Reader): string => {
  if (status === 'sent') return ''
  const text =
    status === 'queued' ? t('messages:outbox.queued') : t('messages:outbox.failed', { error: last_error ?? '' })
  return `<span class="state ${status}">${escapeHtml(text)}</span>`
}

const item = (row: MessageRow, reader: Reader): string => {
  const { lang, t } = reader
  const to = row.channel === 'sms' ? nationalPhone(row.to) : row.to
  return [
    `<li class="message ${row.channel}"><header><span class="channel" title="${escapeHtml(t(`messages:outbox.${row.channel}`))}">${ICONS[row.channel]}</span>`,
    `<div class="who"><a class="to" href="/dev/outbox?to=${encodeURIComponent(row.to)}"><bdi dir="ltr">${escapeHtml(to)}</bdi></a>`,
    `<time datetime="${row.created_at.toISOString()}">${escapeHtml(momentShortText(row.created_at, lang))}</time></div>`,
    `${stateOf(row, reader)}</header>`,
    row.subject ? `<h2 dir="auto">${escapeHtml(row.subject)}</h2>` : '',
    `<p class="text" dir="auto" lang="${escapeHtml(row.lang)}">${linked(row.text)}</p>`,
    codeOf(row, reader),
    extrasOf(row, reader),
    '</li>',
  ].join('')
}

/** The list of messages, which the page polls. */
export const outboxList = (rows: readonly MessageRow[], to: string, reader: Reader): string => {
  const { t } = reader
  if (rows.length > 0) return `<ol>${rows.map((row) => item(row, reader)).join('')}</ol>`
  return `<p class="empty">${ICONS.sms}${escapeHtml(to ? t('messages:outbox.empty_found', { to }) : t('messages:outbox.empty'))}</p>`
}

export const outboxPage = (rows: readonly MessageRow[], to: string, reader: Reader): string => {
  const { lang, t } = reader
  const label = (key: string): string => escapeHtml(t(`messages:outbox.${key}`))
  return [
    `<!doctype html><html lang="${lang}" dir="${directionOf(lang)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${label('title')} · ${escapeHtml(t('messages:brand'))}</title><link rel="stylesheet" href="/dev/outbox/outbox.css">`,
    '<script src="/dev/outbox/outbox.js" defer></script></head><body><main>',
    `<div class="head"><p class="brand">${escapeHtml(t('messages:brand'))}</p><h1>${label('title')}</h1><span class="live"><i></i>${label('live')}</span></div>`,
    `<p class="lead">${label('lead')}</p>`,
    `<form role="search" method="get" action="/dev/outbox"><label for="to">${label('search')}</label><div class="field">${ICONS.search}`,
    `<input id="to" name="to" type="search" dir="auto" autocomplete="off" value="${escapeHtml(to)}"><button>${label('find')}</button></div>`,
    to ? `<a class="clear" href="/dev/outbox">${label('clear')}</a>` : '',
    `</form><div id="list">${outboxList(rows, to, reader)}</div></main></body></html>`,
  ].join('')
}
