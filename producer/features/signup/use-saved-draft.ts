import { useCallback, useEffect, useRef } from 'react'

const WRITE_AFTER_MS = 300

/** Keeps what is typed a moment after the last key, and at once when the page or the step is left. */
export const useKept = <T>(keep: (values: T) => void): ((values: T) => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<{ readonly values: T }>(undefined)
  const write = useRef(keep)
  useEffect(() => {
    write.current = keep
  })
  const flush = useCallback(() => {
    clearTimeout(timer.current)
    if (waiting.current) write.current(waiting.current.values)
    waiting.current = undefined
  }, [])
  useEffect(() => {
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
  return useCallback(
    (values) => {
      waiting.current = { values }
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, WRITE_AFTER_MS)
    },
    [flush],
  )
}
