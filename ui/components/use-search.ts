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

/** What a text asks for by itself. */
const askOf = (text: string): Search['asks'] =>
  text === '' ? 'all' : text.length < SEARCH_LEAST ? 'nothing' : 'matches'

/** What to ask for now: while one types on, what was asked last stands, but fewer than three characters never do. */
export const asksFor = (wanted: string, asked: string): Search['asks'] =>
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
    const timer = setTimeout(() => setAsked(wanted), typed === 'matches' ? SEARCH_WAIT_MS : 0)
    return () => clearTimeout(timer)
  }, [wanted, typed])
  const asks = asksFor(wanted, asked)
  return {
    text,
    setText,
    asks,
    term: asks === 'matches' ? asked : '',
    waiting: typed === 'matches' && asked !== wanted,
    now: () => typed === 'matches' && setAsked(wanted),
  }
}
