import { guardNewPage, watchPresses } from '@kartis/ui/components/double-press.ts'
import type { RouterHistory } from '@tanstack/react-router'

/** Keeps the second press of a double click from the page that the first one opened; other parameters are the same page. */
export const guardNewPages = (history: RouterHistory): void => {
  watchPresses()
  let shown = history.location.pathname
  history.subscribe(({ location: { pathname }, action: { type } }) => {
    const isNew = pathname !== shown
    shown = pathname
    if (isNew && (type === 'PUSH' || type === 'REPLACE')) guardNewPage()
  })
}
