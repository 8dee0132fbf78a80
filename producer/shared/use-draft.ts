import { useCallback, useEffect, useRef } from 'react'
import { readStored, type StoredName, writeStored } from './storage.ts'

const WRITE_AFTER_MS = 300

/** Reads a stored draft merged over `start`, or `start` itself. */
export const readDraft = <T extends object>(name: string, start: T): T => {
  try {
    const stored: unknown = JSON.parse(readStored(`draft:${name}`) ?? 'null')
    return typeof stored === 'object' && stored !== null ? { ...start, ...stored } : start
  } catch {
    return start
  }
}

export const dropDraft = (name: string): void => writeStored(`draft:${name}`, undefined)

export const writeDraft = (name: string, values: object): void => writeStored(`draft:${name}`, JSON.stringify(values))

/**
 * Stores form values while they are typed, so that a reload loses nothing. Pass `keep` to a form's onValuesChange; call
 * `drop` after a successful submit.
 */
export const useDraft = (name: string): { readonly keep: (values: object) => void; readonly drop: () => void } => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<object>(undefined)
  const flush = useCallback(() => {
    clearTimeout(timer.current)
    if (waiting.current !== undefined) writeDraft(name, waiting.current)
    waiting.current = undefined
  }, [name])
  useEffect(() => {
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
  const keep = useCallback(
    (values: object) => {
      waiting.current = values
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, WRITE_AFTER_MS)
    },
    [flush],
  )
  const drop = useCallback(() => {
    clearTimeout(timer.current)
    waiting.current = undefined
    const stored: StoredName = `draft:${name}`
    writeStored(stored, undefined)
  }, [name])
  return { keep, drop }
}
