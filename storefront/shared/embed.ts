import type { Lang } from '@kartis/i18n/lang.ts'

/** Inside an organiser's own page: no head, no foot, and nothing kept in cookies, which browsers refuse there. */
export interface Embed {
  /** `auto` follows the reader's device. */
  readonly theme: 'light' | 'dark' | 'auto'
}

export const embedOf = (query: Readonly<Record<string, string | undefined>>): Embed | null => {
  if (query.embed !== '1') return null
  return { theme: query.theme === 'light' || query.theme === 'dark' ? query.theme : 'auto' }
}

/**
 * The address of another page of the site. Inside a stranger's page it carries all that a cookie would carry elsewhere:
 * language, theme, and the key of the order.
 */
export const pathIn = (frame: { readonly embed: Embed | null; readonly lang: Lang }, path: string, token?: string) => {
  const { embed, lang } = frame
  if (!embed) return path
  const query = new URLSearchParams({ embed: '1', lang })
  if (embed.theme !== 'auto') query.set('theme', embed.theme)
  if (token) query.set('token', token)
  return `${path}?${query.toString()}`
}

/** What the page inside tells the page around it: how tall it is, and that its reader should see its top. */
const tell = (word: { readonly kartis: 'height'; readonly height: number } | { readonly kartis: 'top' }): void => {
  // Whose page it is around us is nothing we know; a height is nothing to hide.
  if (window.parent !== window) window.parent.postMessage(word, '*')
}

/** Up to the beginning, inside a stranger's page as well. */
export const toTop = (): void => {
  scrollTo({ top: 0 })
  if (document.documentElement.dataset.embed !== undefined) tell({ kartis: 'top' })
}

const leadsOut = (link: HTMLAnchorElement): boolean =>
  /^https?:$/.test(link.protocol) && !new URLSearchParams(link.search).has('embed') && !link.hasAttribute('download')

/** Keeps the frame as tall as its page, and opens all that is no step of buying beside the organiser's page. */
export const liveEmbedded = (): void => {
  const page = document.documentElement
  if (page.dataset.embed === undefined) return
  new ResizeObserver(() => tell({ kartis: 'height', height: page.getBoundingClientRect().height })).observe(page)
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
