import { useEffect, useState } from 'react'
import { lastContact } from '../../shared/offline/last-contact.ts'

/**
 * Since when this device is left to itself: when the server last answered it, so that a page that was loaded again without
 * a network, or a camera that was opened again, says no later time. Undefined while somebody answers.
 */
export const useAloneSince = (isAlone: boolean): { readonly at: string; readonly asOf: string } | undefined => {
  const [since, setSince] = useState<{ at: string; asOf: string }>()
  useEffect(() => {
    if (!isAlone) return undefined
    const timer = setTimeout(() => {
      const now = Date.now()
      const at = Math.min(now, lastContact().onlineAt?.getTime() ?? now)
      setSince({ at: new Date(at).toISOString(), asOf: new Date(now).toISOString() })
    })
    return () => {
      clearTimeout(timer)
      setSince(undefined)
    }
  }, [isAlone])
  return since
}
