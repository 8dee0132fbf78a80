import type { Lang } from '@kartis/i18n/lang.ts'
import { createContext, useContext, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Embed } from './embed.ts'
import { sayer } from './messages.ts'
import type { Say } from './messages.ts'

/** What every page knows about itself. */
export interface PageFrame {
  readonly lang: Lang
  readonly say: Say
  /** Server's time when the page was made, in ms: clocks on buyers' phones are wrong too often. */
  readonly now: number
  /** Set while the page stands inside an organiser's own page. */
  readonly embed: Embed | null
}

const Frame = createContext<PageFrame>({ lang: 'he', say: (word) => word, now: 0, embed: null })

export const usePage = () => useContext(Frame)

interface Props {
  readonly lang: Lang
  readonly words: Readonly<Record<string, string>>
  readonly now: number
  readonly embed?: Embed | null
  readonly children: ReactNode
}

export const PageProvider = ({ lang, words, now, embed = null, children }: Props) => {
  const frame = useMemo(() => ({ lang, now, embed, say: sayer(lang, words) }), [lang, now, embed, words])
  return <Frame value={frame}>{children}</Frame>
}
