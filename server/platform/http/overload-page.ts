import { asLang, DEFAULT_LANG, directionOf, type Lang, LANGS, pickLang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '@kartis/domain/refusal.ts'
import { refusalReply } from './error-handler.ts'

/** Seconds after which a client retries: different ones, so that they do not all return at once. */
const WAITS = [2, 3, 4, 5, 6] as const

const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:1.05rem/1.6 Rubik,system-ui,sans-serif;background:#f6f5f2;color:#1d1b26}main{max-width:26rem;padding:2rem 1.5rem;text-align:center}h1{font-size:1.6rem;line-height:1.25;margin:0 0 .75rem}p{margin:0 0 1.5rem}a{display:inline-block;padding:.7rem 1.4rem;border-radius:.75rem;background:#1d1b26;color:#fff;text-decoration:none}@media(prefers-color-scheme:dark){body{background:#15141b;color:#f1eff6}a{background:#f1eff6;color:#15141b}}`

const render = (lang: Lang, wait: number): string => {
  const t = translatorFor(lang)
  return `<!doctype html><html lang="${lang}" dir="${directionOf(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><meta http-equiv="refresh" content="${wait}"><title>${t('busy:title')}</title><style>${STYLE}</style></head><body><main><h1>${t('busy:title')}</h1><p>${t('busy:text')}</p><a href="">${t('busy:again')}</a></main></body></html>`
}

interface OverloadReply {
  readonly wait: string
  readonly page: Buffer
  readonly json: Buffer
}

const prepare = (lang: Lang, wait: number): OverloadReply => ({
  wait: String(wait),
  page: Buffer.from(render(lang, wait)),
  json: Buffer.from(JSON.stringify(refusalReply(refuse('overloaded', { detail: { retry_after: wait } }), lang).body)),
})

/** The replies to refused requests, prepared in advance so that they cost nothing under load. */
export const overloadReplies = () => {
  const all = new Map(LANGS.map((lang) => [lang, WAITS.map((wait) => prepare(lang, wait))]))
  return (lang: Lang): OverloadReply => {
    const choice = all.get(lang) ?? []
    const reply = choice[Math.floor(Math.random() * choice.length)]
    return reply ?? prepare(DEFAULT_LANG, WAITS[0])
  }
}

/** The language of a refused request, without parsing its address: the query's, the cookie's, then the header's. */
export const overloadLang = (request: FastifyRequest, isPage: boolean): Lang => {
  const { headers, url } = request
  if (!isPage) return pickLang(headers['accept-language'])
  const chosen = /[?&]lang=(\w\w)/.exec(url)?.[1] ?? /\bkartis_lang=(\w\w)/.exec(headers.cookie ?? '')?.[1]
  return asLang(chosen) ?? pickLang(headers['accept-language'])
}
