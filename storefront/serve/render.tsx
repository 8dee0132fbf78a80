import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { documentOf } from '../document.ts'
import type { PageKind, SaleReply, SaleRequest } from '../page-types.ts'
import { embedOf } from '../shared/embed.ts'
import { PageProvider } from '../shared/page-context.tsx'
import type { PageState } from '../shared/start.tsx'
import { allWords, wordsUnder } from '../state/catalogues.ts'
import type { Head } from '../state/head.ts'

interface Drawing<View> {
  readonly kind: PageKind
  readonly head: Head
  readonly content: ReactNode
  readonly status?: number
  readonly cache?: SaleReply['cache']
  readonly framed?: boolean
  /** For pages that come to life: what the script starts from and which words it needs. */
  readonly live?: { readonly view: View; readonly words: readonly string[] }
}

const asJson = (request: SaleRequest): boolean => request.query.as === 'json'

/** A drawn page as a reply: HTML, or for a change of language its state alone. */
export const drawn = <View,>(request: SaleRequest, drawing: Drawing<View>): SaleReply => {
  const { kind, head, content, live } = drawing
  const cache = drawing.cache ?? 'private'
  // A kept page must be the same to the letter until something in it changes.
  const now = cache === 'shared' ? 0 : request.now.getTime()
  const status = drawing.status ?? 200
  const embed = embedOf(request.query)
  const state =
    live &&
    ({
      lang: request.lang,
      words: wordsUnder(request.lang, 'sale.site', ...live.words),
      now,
      embed,
      view: live.view,
      title: head.title,
    } satisfies PageState<View>)
  if (state && asJson(request)) return { status, type: 'json', cache, body: JSON.stringify(state) }
  const html = renderToString(
    <PageProvider lang={request.lang} words={allWords(request.lang)} now={now} embed={embed}>
      {content}
    </PageProvider>,
  )
  const body = documentOf({
    lang: request.lang,
    head,
    assets: request.assets(kind),
    publicUrl: request.publicUrl,
    content: html,
    state,
    embed,
  })
  return { status, type: 'html', cache, body, framed: drawing.framed ?? embed !== null }
}

/** A fault behind the page: told to the server, which logs it and shows its page for that. */
export const broken = (what: string, status: number): Error => new Error(`${what} answered ${status}`)
