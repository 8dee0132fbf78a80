import { useEffect } from 'react'

/** Loads parts of the page that are needed when there is no network, while there is one. `load` is the same every time. */
export const usePreloaded = (load: () => Promise<unknown>): void => {
  useEffect(() => {
    load().catch(() => undefined) // it is loaded again when it is needed
  }, [load])
}
