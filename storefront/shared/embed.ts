import type { Lang } from '@kartis/i18n/lang.ts'

/** Set on pages inside an organiser's page: no header, no footer, and no cookies, which browsers refuse there. */
export interface Embed {
  /** `auto` follows the reader's device. */
  readonly theme: 'light' | 'dark' | 'auto'
  /** The event page is a small box, whose ticket types open in place. */
  readonly compact: boolean
}

export const embedOf = (query: Readonly<Record<string, string | undefined>>): Embed | null => {
  if (query.embed !== '1') return null
  const theme = query.theme === 'light' || query.theme === 'dark' ? query.theme : 'auto'
  return { theme, compact: query.compact === '1' }
}

/**
 * The address of another page of the site. For an embedded page it contains what otherwise is in cookies: language, theme and
 * the token of the order.
 */
export const pathIn = (frame: { readonly embed: Embed | null; readonly lang: Lang }, path: string, token?: string) => {
  const { embed, lang } = frame
  if (!embed) return path
  const query = new URLSearchParams({ embed: '1', lang })
  if (embed.theme !== 'auto') query.set('theme', embed.theme)
  if (embed.compact) query.set('compact', '1')
  if (token) query.set('token', token)
  return `${path}?${query.toString()}`
}

type HostMessage =
  | { readonly kartis: 'height'; readonly height: number }
  | { readonly kartis: 'top' }
  /** What the host's own button says while the compact box is out of sight; empty: there is no button. */
  | { readonly kartis: 'offer'; readonly text: string }

/** Posts the page's height, a scroll to its top, or its offer to the embedding page. */
export const postToHost = (message: HostMessage): void => {
  // The origin of the embedding page is unknown, and nothing of this is confidential.
  if (window.parent !== window) window.parent.postMessage(message, '*')
}

/** Calls a function when the embedding page requests it. Returns the function that stops listening. */
export const onHostRequest = (request: 'open', then: () => void): (() => void) => {
  const listen = ({ source, data }: MessageEvent): void => {
    if (source === window.parent && (data as { kartis?: unknown } | null)?.kartis === request) then()
  }
  addEventListener('message', listen)
  return () => removeEventListener('message', listen)
}

/** Scrolls to the top, inside an embedding page as well. */
export const toTop = (): void => {
  scrollTo({ top: 0 })
  if (document.documentElement.dataset.embed !== undefined) postToHost({ kartis: 'top' })
}

const leadsOut = (link: HTMLAnchorElement): boolean =>
  /^https?:$/.test(link.protocol) && !new URLSearchParams(link.search).has('embed') && !link.hasAttribute('download')

/** Keeps the frame as tall as its page, and opens links that leave the purchase in a new tab. */
export const setUpEmbedding = (): void => {
  const page = document.documentElement
  if (page.dataset.embed === undefined) return
  // The page before may have had something to sell.
  postToHost({ kartis: 'offer', text: '' })
  new ResizeObserver(() => postToHost({ kartis: 'height', height: page.getBoundingClientRect().height })).observe(page)
  document.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link && leadsOut(link)) {
        link.target = '_blank'
        link.rel = 'noopener'
      }
    },
    { capture: true },
  )
}
