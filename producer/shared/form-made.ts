import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** Tabs of this site tell each other of new forms: a form is made in a tab of its own, beside the event it is for. */
const CHANNEL = 'form-made'

/** In the address of a new form: it was opened from the step of an event, which is still open. */
export const FOR_EVENT = 'for=event'

export const useIsForEvent = (): boolean => useLocation({ select: ({ searchStr }) => searchStr.includes(FOR_EVENT) })

export const announceForm = (): void => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('made') // oxlint-disable-line unicorn/require-post-message-target-origin -- of windows only
  channel.close()
}

/** Calls when another tab has made a form, and when this one is looked at again: a tab that slept may have missed it. */
export const useFormMade = (onMade: () => void): void => {
  const made = useEffectEvent(onMade)
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    const look = () => made()
    channel.addEventListener('message', look)
    window.addEventListener('focus', look)
    return () => {
      channel.close()
      window.removeEventListener('focus', look)
    }
  }, [])
}
