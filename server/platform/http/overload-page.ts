import { DEFAULT_LANG, type Lang, LANGS, pickLang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '@kartis/domain/refusal.ts'
import { refusalReply } from './error-handler.ts'
import { plainPage, plainPageLang } from './plain-page.ts'

/** Seconds after which a client retries: different ones, so that they do not all return at once. */
const WAITS = [2, 3, 4, 5, 6] as const

const render = (lang: Lang, wait: number): string => {
  const t = translatorFor(lang)
  const go = { href: '', text: t('busy:again') }
  return plainPage({ lang, title: t('busy:title'), text: t('busy:text'), go, reloadAfter: wait })
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

/** The language of a refused request. */
export const overloadLang = (request: FastifyRequest, isPage: boolean): Lang =>
  isPage ? plainPageLang(request) : pickLang(request.headers['accept-language'])
