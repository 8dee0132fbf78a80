import { useEffect, useState } from 'react'

/** Whether the app itself is stored on this device and this page reads it from there, so that it works without a network. */
export const useAppStored = (): boolean => {
  const [isStored, setIsStored] = useState(false)
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined
    let isOpen = true
    const wait = async () => {
      await navigator.serviceWorker.ready
      // It takes the page over that installed it.
      if (!navigator.serviceWorker.controller)
        await new Promise((taken) =>
          navigator.serviceWorker.addEventListener('controllerchange', taken, { once: true }),
        )
      if (isOpen) setIsStored(true)
    }
    void wait()
    return () => {
      isOpen = false
    }
  }, [])
  return isStored
}
