import { useEffect, useState } from 'react'

export const SEARCH_LEAST = 3
export const SEARCH_WAIT_MS = 700

export interface Search {
  readonly text: string
  readonly setText: (text: string) => void
  /** What to ask for: everything, nothing (one or two characters), or what matches `term`. */
  readonly asks: 'all' | 'nothing' | 'matches'
  readonly term: string
  /** Typed but not asked for yet. */
  readonly waiting: boolean
  readonly now: () => void
}

/** The search rules of every list: three characters at least, 700 ms of quiet before a call; empty is the whole list at once. */
export const useSearch = (start = ''): Search => {
  const [text, setText] = useState(start)
  const [asked, setAsked] = useState(start)
  const wanted = text.trim()
  const asks = wanted === '' ? 'all' : wanted.length < SEARCH_LEAST ? 'nothing' : 'matches'
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), asks === 'matches' ? SEARCH_WAIT_MS : 0)
    return () => clearTimeout(timer)
  }, [wanted, asks])
  return {
    text,
    setText,
    asks,
    term: asks === 'matches' ? asked : '',
    waiting: asks === 'matches' && asked !== wanted,
    now: () => asks === 'matches' && setAsked(wanted),
  }
}
