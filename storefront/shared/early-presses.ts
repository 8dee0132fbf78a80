declare global {
  interface Window {
    /** Buttons that were pressed, while `public/early-presses-1.js` records. */
    earlyPresses?: Element[] | undefined
  }
}

/**
 * Ends the recording of presses that came before this script: React handles those that come from now on, also while it
 * hydrates. The returned function repeats the recorded ones, each in a task of its own, so that it meets the state that the
 * one before it left.
 */
export const takeEarlyPresses = (): (() => void) => {
  const pressed = window.earlyPresses ?? []
  window.earlyPresses = undefined
  return () => {
    for (const button of pressed.splice(0))
      setTimeout(() => {
        if (button instanceof HTMLElement && button.isConnected) button.click()
      })
  }
}
