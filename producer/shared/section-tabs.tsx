import { useEffect, useRef } from 'react'
import { PathLink } from './links.tsx'
import style from './section-tabs.module.css'
import { Waits } from './waits.tsx'

export interface SectionTab {
  readonly path: string
  readonly text: string
  /** The screen on which the visitor is belongs to this tab. */
  readonly current: boolean
  /** How many things of it wait for the visitor, and that as a sentence. */
  readonly waits?: { readonly count: number; readonly text: string } | undefined
}

/** Tabs of a place: the screens of an event, or of the venues. On a phone they scroll, and show the current one. */
export function SectionTabs({ tabs, label }: { readonly tabs: readonly SectionTab[]; readonly label: string }) {
  const bar = useRef<HTMLElement>(null)
  const shown = tabs.find((tab) => tab.current)
  // Its count comes later than the tab, and makes it wider.
  const current = shown && `${shown.path} ${shown.waits?.count ?? 0}`
  useEffect(() => {
    const tab = current === undefined ? null : bar.current?.querySelector<HTMLElement>('[aria-current]')
    // scrolls the bar only: scrollIntoView may scroll the page as well
    if (bar.current && tab) bar.current.scrollLeft += centreOf(tab) - centreOf(bar.current)
  }, [current])
  return (
    <nav ref={bar} className={style.tabs} aria-label={label} data-section-tabs>
      {tabs.map((tab) => (
        <PathLink key={tab.path} path={tab.path} aria-current={tab.current ? 'page' : undefined}>
          {tab.text}
          {tab.waits !== undefined && tab.waits.count > 0 && <Waits {...tab.waits} />}
        </PathLink>
      ))}
    </nav>
  )
}

const centreOf = (element: HTMLElement): number => {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}
