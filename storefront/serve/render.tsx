import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { documentOf } from '../document.ts'
import type { PageKind, SaleReply, SaleRequest } from '../page-types.ts'
import { embedOf } from '../shared/embed.ts'
import { PageProvider } from '../shared/page-context.tsx'
import type { PageState } from '../shared/hydrate.tsx'
import { allMessages, messagesUnder } from '../state/messages.ts'
import type { Head } from '../state/head.ts'
import { type HydratedPage, PAGE_MESSAGES } from '../state/page-messages.ts'

interface PageContent<View> {
  readonly kind: PageKind
  readonly head: Head
  readonly content: ReactNode
  readonly status?: number
  readonly cache?: SaleReply['cache']
  readonly framed?: boolean
  /** Rendered without the script of its kind: nothing on it can be used. */
  readonly withoutScript?: boolean
  /** For pages that hydrate: what their script starts from. */
  readonly hydration?: { readonly page: HydratedPage; readonly view: View }
}

/** Pages of a purchase inside another site; the message page says there that an event is gone. */
const EMBEDDABLE: ReadonlySet<PageKind> = new Set<PageKind>([
  'event',
  'compact',
  'seats',
  'wait',
  'checkout',
  'message',
])

const asJson = (request: SaleRequest): boolean => request.query.as === 'json'

/** Renders a page as a reply: HTML, or its state alone when the browser changes the language. */
export const renderPage = <View,>(request: SaleRequest, page: PageContent<View>): SaleReply => {
  const { kind, head, content, hydration } = page
  const cache = page.cache ?? 'private'
  // A cached page must not change until its content does.
  const now = cache === 'shared' ? 0 : request.now.getTime()
  const status = page.status ?? 200
  const embed = embedOf(request.query)
  const state =
    hydration &&
    ({
      lang: request.lang,
      messages: messagesUnder(request.lang, ...PAGE_MESSAGES[hydration.page]),
      now,
      embed,
      view: hydration.view,
      title: head.title,
    } satisfies PageState<View>)
  if (state && asJson(request)) return { status, type: 'json', cache, body: JSON.stringify(state) }
  const html = renderToString(
    <PageProvider lang={request.lang} messages={allMessages(request.lang)} now={now} embed={embed}>
      {content}
    </PageProvider>,
  )
  const body = documentOf({
    lang: request.lang,
    head,
    assets: page.withoutScript
      ? { ...request.assets(kind), script: undefined, early: undefined, modules: [] }
      : request.assets(kind),
    publicUrl: request.publicUrl,
    content: html,
    state,
    embed,
  })
  return { status, type: 'html', cache, body, framed: page.framed ?? (embed !== null && EMBEDDABLE.has(kind)) }
}
