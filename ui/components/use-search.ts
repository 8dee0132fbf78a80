import { useEffect, useState } from 'react'

export const MIN_SEARCH_CHARS = 3
export const SEARCH_DEBOUNCE_MS = 700

/** The list to request: the whole one, none while the text has one or two characters, or the matches of the text. */
type SearchScope = 'all' | 'too_short' | 'matches'

export interface Search {
  readonly text: string
  readonly setText: (text: string) => void
  readonly scope: SearchScope
  /** The text to search for; empty unless the scope is `matches`. */
  readonly term: string
  /** Whether the typed text is long enough but not submitted yet. */
  readonly waiting: boolean
  /** Submits the typed text without waiting for a pause. */
  readonly submit: () => void
}

const scopeOf = (text: string): SearchScope =>
  text === '' ? 'all' : text.length < MIN_SEARCH_CHARS ? 'too_short' : 'matches'

/**
 * The scope to request now. While a text of three characters or more is typed, the submitted one still applies; an
 * empty or too short text applies at once.
 */
export const searchScope = (typed: string, submitted: string): SearchScope => {
  const typedScope = scopeOf(typed)
  return typedScope === 'matches' ? scopeOf(submitted) : typedScope
}

/**
 * The search of every list: a request needs at least three characters and 700 ms without typing; an empty text
 * requests the whole list at once.
 */
export const useSearch = (start = ''): Search => {
  const [text, setText] = useState(start)
  const [submitted, setSubmitted] = useState(start)
  const typed = text.trim()
  const typedScope = scopeOf(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSubmitted(typed), typedScope === 'matches' ? SEARCH_DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [typed, typedScope])
  const scope = searchScope(typed, submitted)
  return {
    text,
    setText,
    scope,
    term: scope === 'matches' ? submitted : '',
    waiting: typedScope === 'matches' && submitted !== typed,
    submit: () => typedScope === 'matches' && setSubmitted(typed),
  }
}
