import { asLang, directionOf, type Lang, pickLang } from '@kartis/i18n/lang.ts'
import type { FastifyRequest } from 'fastify'
import { escapeHtml } from '../notifications/email/email-message.ts'
import { cookieValue } from './cookie.ts'
import { pathOf } from './route-class.ts'

const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:1.05rem/1.6 Rubik,system-ui,sans-serif;background:#f6f5f2;color:#1d1b26}main{max-width:26rem;padding:2rem 1.5rem;text-align:center}h1{font-size:1.6rem;line-height:1.25;margin:0 0 .75rem}p{margin:0 0 1.5rem}a{display:inline-block;padding:.7rem 1.4rem;border-radius:.75rem;background:#1d1b26;color:#fff;text-decoration:none}@media(prefers-color-scheme:dark){body{background:#15141b;color:#f1eff6}a{background:#f1eff6;color:#15141b}}`

export interface PlainPage {
  readonly lang: Lang
  readonly title: string
  readonly text: string
  /** The way out; an empty address is the page itself. */
  readonly go: { readonly href: string; readonly text: string }
  /** Seconds after which it reloads itself. */
  readonly reloadAfter?: number
}

/** A heading, a sentence and a link, in one file: for replies that cannot rely on the built storefront. */
export const plainPage = ({ lang, title, text, go, reloadAfter }: PlainPage): string => {
  const [heading, sentence, link] = [title, text, go.text].map(escapeHtml)
  const reload = reloadAfter === undefined ? '' : `<meta http-equiv="refresh" content="${reloadAfter}">`
  return `<!doctype html><html lang="${lang}" dir="${directionOf(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">${reload}<title>${heading}</title><style>${STYLE}</style></head><body><main><h1>${heading}</h1><p>${sentence}</p><a href="${escapeHtml(go.href)}">${link}</a></main></body></html>`
}

/** Whether a browser asks for something to show: programs do not name HTML in `Accept`. */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '')

/** Whether a browser asks for a page of its own, and not for a file or a reply of the API. */
export const wantsSitePage = (request: FastifyRequest): boolean =>
  wantsPage(request) && !pathOf(request).startsWith('/api/')

/** The language of a page, without parsing its address: the query's, the cookie's, then the header's. */
export const plainPageLang = ({ headers, url }: FastifyRequest): Lang => {
  const chosen = /[?&]lang=(\w\w)/.exec(url)?.[1] ?? cookieValue(headers.cookie, 'kartis_lang')
  return asLang(chosen) ?? pickLang(headers['accept-language'])
}
