import { useEffect } from 'react'

/** Keeps the screen on while the code is shown; the browser may refuse, for example with a low battery. */
export const useWakeLock = (): void => {
  useEffect(() => {
    const held: { lock?: WakeLockSentinel; open: boolean } = { open: true }
    const release = () => {
      held.lock?.release().catch(() => undefined)
      delete held.lock
    }
    const request = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        held.lock = await navigator.wakeLock.request('screen')
        if (!held.open) release()
      } catch {
        // the code is shown all the same
      }
    }
    void request()
    // The browser releases the lock of a page that is hidden.
    const again = () => void request()
    document.addEventListener('visibilitychange', again)
    return () => {
      held.open = false
      document.removeEventListener('visibilitychange', again)
      release()
    }
  }, [])
}
