import { useCallback, useEffect, useRef } from 'react'

const WRITE_AFTER_MS = 300

export interface DebouncedSave<T> {
  /** Schedules the values; the latest win. */
  readonly save: (values: T) => void
  /** Forgets values that are not saved yet. */
  readonly cancel: () => void
}

/** Saves values once typing pauses, and at once when the page is hidden or the component unmounts. */
export const useDebouncedSave = <T>(write: (values: T) => void): DebouncedSave<T> => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pending = useRef<{ readonly values: T }>(undefined)
  const latestWrite = useRef(write)
  useEffect(() => {
    latestWrite.current = write
  })
  const cancel = useCallback(() => {
    clearTimeout(timer.current)
    pending.current = undefined
  }, [])
  const flush = useCallback(() => {
    const waiting = pending.current
    cancel()
    if (waiting) latestWrite.current(waiting.values)
  }, [cancel])
  useEffect(() => {
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
  const save = useCallback(
    (values: T) => {
      pending.current = { values }
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, WRITE_AFTER_MS)
    },
    [flush],
  )
  return { save, cancel }
}
