import { useEffect, useState } from 'react'

/** Whether the app itself is stored on this device, so that a reload works without a network. */
export const useAppStored = (): boolean => {
  const [isStored, setIsStored] = useState(false)
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined
    let isOpen = true
    const wait = async () => {
      await navigator.serviceWorker.ready
      if (isOpen) setIsStored(true)
    }
    void wait()
    return () => {
      isOpen = false
    }
  }, [])
  return isStored
}
