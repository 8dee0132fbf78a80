import type { Lang } from '@kartis/i18n/lang.ts'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import type { Embed } from '../shared/embed.ts'
import { PageProvider } from '../shared/page-context.tsx'
import { allMessages } from '../state/messages.ts'

export interface ReceivedRequest {
  readonly method: string
  /** Under `/api/v1`, query included. */
  readonly path: string
  readonly headers: Headers
  readonly body: unknown
}

type Reply = unknown
type Respond = (request: ReceivedRequest) => Reply

/** A refusal as the API sends it. */
export const refusal = (status: number, code: string, detail: object = {}): Response =>
  Response.json({ error: { code, description: `refused: ${code}`, detail } }, { status })

/**
 * Replaces `fetch` by an API of one function: it returns the data of the reply, a whole Response, or throws for a network
 * failure. Returns the requests that it received. Undo with `vi.unstubAllGlobals`.
 */
export const serve = (respond: Respond): ReceivedRequest[] => {
  const requests: ReceivedRequest[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const request = {
      method: init.method ?? 'GET',
      path: url.replace('/api/v1', ''),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body,
    }
    requests.push(request)
    const reply = respond(request)
    return reply instanceof Response ? reply : Response.json({ data: reply })
  })
  return requests
}

/** The frame of a page, English unless another language is named. */
export const inPage =
  (embed: Embed | null = null, lang: Lang = 'en') =>
  ({ children }: { readonly children: ReactNode }) => (
    <PageProvider lang={lang} messages={allMessages(lang)} now={Date.now()} embed={embed}>
      {children}
    </PageProvider>
  )
