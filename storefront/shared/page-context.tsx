import type { Lang } from '@kartis/i18n/lang.ts'
import { createContext, useContext, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Embed } from './embed.ts'
import { createTranslator } from './translator.ts'
import type { Translate } from './translator.ts'

/** What every component of a page can read. */
export interface PageContext {
  readonly lang: Lang
  readonly t: Translate
  /** Server time of the page, in ms: clocks of phones are often wrong. */
  readonly now: number
  /** Set inside an organiser's page. */
  readonly embed: Embed | null
}

const PageReactContext = createContext<PageContext>({ lang: 'he', t: (key) => key, now: 0, embed: null })

/** The language, translator, time and embedding of the page. */
export const usePageContext = () => useContext(PageReactContext)

interface Props {
  readonly lang: Lang
  readonly messages: Readonly<Record<string, string>>
  readonly now: number
  readonly embed?: Embed | null
  readonly children: ReactNode
}

export const PageProvider = ({ lang, messages, now, embed = null, children }: Props) => {
  const context = useMemo(
    () => ({ lang, now, embed, t: createTranslator(lang, messages) }),
    [lang, now, embed, messages],
  )
  return <PageReactContext value={context}>{children}</PageReactContext>
}
