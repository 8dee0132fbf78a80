import { directionOf, LANG_COOKIE, LANG_COOKIE_SECONDS, LANGS } from '@kartis/i18n/lang.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { startTransition, StrictMode, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { syncClockWithPage } from './clock.ts'
import { setUpEmbedding } from './embed.ts'
import type { Embed } from './embed.ts'
import { PageProvider } from './page-context.tsx'
import { preserveEarlyInput } from './early-input.ts'

declare global {
  interface Window {
    /** Read by `public/early-presses-1.js`, which may load last. */
    isHydrated?: true
    /** Of `public/early-presses-1.js`: ends the recording of presses and repeats them. */
    repeatEarlyPresses?: () => void
  }
}

/** The state that the server embeds in the page for its script. */
export interface PageState<View> {
  readonly lang: Lang
  readonly messages: Readonly<Record<string, string>>
  /** Server time in ms; 0 in pages that may be cached. */
  readonly now: number
  readonly embed: Embed | null
  readonly view: View
  readonly title: string
}

type Render<View> = (view: View, onLang: (lang: Lang) => void) => ReactNode

const saveLanguage = (lang: Lang): void => {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing in Safari before 18.4
  document.cookie = `${LANG_COOKIE}=${lang}; path=/; max-age=${LANG_COOKIE_SECONDS}; samesite=lax`
}

const addressIn = (lang: Lang): URL => {
  const url = new URL(location.href)
  url.searchParams.set('lang', lang)
  return url
}

/** The state of the page in another language; what is typed stays. */
const fetchIn = async <View,>(lang: Lang): Promise<PageState<View>> => {
  const url = addressIn(lang)
  url.searchParams.set('as', 'json')
  const response = await fetch(url, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`the page answered ${response.status}`)
  return (await response.json()) as PageState<View>
}

/** Sets language, direction, title and address of the document. */
const applyLanguage = (lang: Lang, title: string, address: URL): void => {
  document.documentElement.lang = lang
  document.documentElement.dir = directionOf(lang)
  document.title = title
  history.replaceState(history.state, '', address)
}

function Page<View>({ first, render }: { readonly first: PageState<View>; readonly render: Render<View> }) {
  const [state, setState] = useState(first)
  const change = async (lang: Lang) => {
    saveLanguage(lang)
    const url = addressIn(lang)
    try {
      const next = await fetchIn<View>(lang)
      applyLanguage(lang, next.title, url)
      // Timers count from the server time of the first page.
      setState({ ...next, now: first.now })
    } catch {
      location.assign(url)
    }
  }
  return (
    <PageProvider lang={state.lang} messages={state.messages} now={state.now} embed={state.embed}>
      {render(state.view, (lang) => void change(lang))}
    </PageProvider>
  )
}

const requestedLang = (): Lang | undefined => {
  const lang = new URLSearchParams(location.search).get('lang')
  return LANGS.find((each) => each === lang)
}

/** Runs a function once the page is hydrated. */
function AfterHydration({ then }: { readonly then: () => void }) {
  useEffect(then, [then])
  return null
}

/** Hydrates the page from the state that the server embedded in it. `complete` may add to the state from the page itself. */
export const hydratePage = <View,>(render: Render<View>, complete: (view: View) => View = (view) => view): void => {
  const root = document.getElementById('page')
  const text = document.getElementById('state')?.textContent
  if (!root || !text) return
  const state = JSON.parse(text) as PageState<View>
  const lang = requestedLang()
  // The language of an embedded page is the organiser's choice, not the visitor's.
  if (lang && !state.embed) saveLanguage(lang)
  setUpEmbedding()
  if (state.now > 0) syncClockWithPage(state.now)
  const restoreInput = preserveEarlyInput(root)
  const restore = () => {
    restoreInput()
    window.isHydrated = true
    window.repeatEarlyPresses?.()
  }
  // Hydrates in small steps, so that taps are handled meanwhile.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <Page first={{ ...state, view: complete(state.view) }} render={render} />
        <AfterHydration then={restore} />
      </StrictMode>,
    )
  })
}
