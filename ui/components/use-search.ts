import { useEffect, useState } from 'react'

export const MIN_SEARCH_CHARS = 3
export const SEARCH_DEBOUNCE_MS = 700

export interface Search {
  readonly text: string
  readonly setText: (text: string) => void
  /** Which list is requested: the whole one, none (one or two characters) or the matches of `term`. */
  readonly scope: 'all' | 'nothing' | 'matches'
  readonly term: string
  /** Typed but not requested yet. */
  readonly waiting: boolean
  readonly now: () => void
}

const askOf = (text: string): Search['scope'] =>
  text === '' ? 'all' : text.length < MIN_SEARCH_CHARS ? 'nothing' : 'matches'

/**
 * The scope to request now: while a longer text is typed the last submitted one stands, but a text of one or two
 * characters requests nothing.
 */
export const searchScope = (wanted: string, asked: string): Search['scope'] =>
  askOf(wanted) === 'matches' ? askOf(asked) : askOf(wanted)

/**
 * The search of every list: at least three characters and 700 ms without typing before a request; an empty text is the
 * whole list at once.
 */
export const useSearch = (start = ''): Search => {
  const [text, setText] = useState(start)
  const [asked, setAsked] = useState(start)
  const wanted = text.trim()
  const typed = askOf(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), typed === 'matches' ? SEARCH_DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [wanted, typed])
  const scope = searchScope(wanted, asked)
  return {
    text,
    setText,
    scope,
    term: scope === 'matches' ? asked : '',
    waiting: typed === 'matches' && asked !== wanted,
    now: () => typed === 'matches' && setAsked(wanted),
  }
}
