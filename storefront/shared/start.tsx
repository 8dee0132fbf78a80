import { directionOf, LANGS } from '@kartis/i18n/lang.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { startTransition, StrictMode, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { LANG_COOKIE } from '../page-types.ts'
import { learnFromPage } from './clock.ts'
import { liveEmbedded } from './embed.ts'
import type { Embed } from './embed.ts'
import { PageProvider } from './page-context.tsx'
import { keepTypedEarly } from './early-input.ts'

/** What the server put into the page for its script. */
export interface PageState<View> {
  readonly lang: Lang
  readonly words: Readonly<Record<string, string>>
  /** Server's time in ms; 0 in pages that a cache may keep. */
  readonly now: number
  readonly embed: Embed | null
  readonly view: View
  readonly title: string
}

type Draw<View> = (view: View, onLang: (lang: Lang) => void) => ReactNode

const remember = (lang: Lang): void => {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing in Safari before 18.4
  document.cookie = `${LANG_COOKIE}=${lang}; path=/; max-age=31536000; samesite=lax`
}

const addressIn = (lang: Lang): URL => {
  const url = new URL(location.href)
  url.searchParams.set('lang', lang)
  return url
}

/** The same page in another language: only its words and texts come over, what is typed stays. */
const fetchIn = async <View,>(lang: Lang): Promise<PageState<View>> => {
  const url = addressIn(lang)
  url.searchParams.set('as', 'json')
  const answer = await fetch(url, { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`the page answered ${answer.status}`)
  return (await answer.json()) as PageState<View>
}

/** The document around the page follows; the page itself is drawn again with the new words. */
const speak = (lang: Lang, title: string, address: URL): void => {
  document.documentElement.lang = lang
  document.documentElement.dir = directionOf(lang)
  document.title = title
  history.replaceState(history.state, '', address)
}

function Page<View>({ first, draw }: { readonly first: PageState<View>; readonly draw: Draw<View> }) {
  const [state, setState] = useState(first)
  const change = async (lang: Lang) => {
    remember(lang)
    const url = addressIn(lang)
    try {
      const next = await fetchIn<View>(lang)
      speak(lang, next.title, url)
      // The server's clock stays the one of the first answer: timers are measured from there.
      setState({ ...next, now: first.now })
    } catch {
      location.assign(url)
    }
  }
  return (
    <PageProvider lang={state.lang} words={state.words} now={state.now} embed={state.embed}>
      {draw(state.view, (lang) => void change(lang))}
    </PageProvider>
  )
}

const asked = (): Lang | undefined => {
  const lang = new URLSearchParams(location.search).get('lang')
  return LANGS.find((each) => each === lang)
}

/** Calls once the page is alive. */
function Alive({ then }: { readonly then: () => void }) {
  useEffect(then, [then])
  return null
}

/** Brings a page to life from the state that the server left in it. `mend` may complete the state from the page itself. */
export const start = <View,>(draw: Draw<View>, mend: (view: View) => View = (view) => view): void => {
  const root = document.getElementById('page')
  const text = document.getElementById('state')?.textContent
  if (!root || !text) return
  const state = JSON.parse(text) as PageState<View>
  const lang = asked()
  // An organiser's page chooses for itself, not for the whole site.
  if (lang && !state.embed) remember(lang)
  liveEmbedded()
  if (state.now > 0) learnFromPage(state.now)
  const giveBack = keepTypedEarly(root)
  // In small steps: a thumb that touches the page meanwhile is heard at once.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <Page first={{ ...state, view: mend(state.view) }} draw={draw} />
        <Alive then={giveBack} />
      </StrictMode>,
    )
  })
}
