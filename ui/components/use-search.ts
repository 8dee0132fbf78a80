import { useEffect, useState } from 'react'

export const MIN_SEARCH_CHARS = 3
export const SEARCH_DEBOUNCE_MS = 700

export interface Search {
  readonly text: string
  readonly setText: (text: string) => void
  /** What to ask for: everything, nothing (one or two characters), or what matches `term`. */
  readonly scope: 'all' | 'nothing' | 'matches'
  readonly term: string
  /** Typed but not asked for yet. */
  readonly waiting: boolean
  readonly now: () => void
}

/** What a text asks for by itself. */
const askOf = (text: string): Search['scope'] =>
  text === '' ? 'all' : text.length < MIN_SEARCH_CHARS ? 'nothing' : 'matches'

/** What to ask for now: while one types on, what was asked last stands, but fewer than three characters never do. */
export const searchScope = (wanted: string, asked: string): Search['scope'] =>
  askOf(wanted) === 'matches' ? askOf(asked) : askOf(wanted)

/**
 * The search rules of every list: three characters at least, 700 ms of quiet before a call; empty is the whole list at
 * once.
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
