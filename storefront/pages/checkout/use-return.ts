import { useEffect, useRef } from 'react'
import { rememberKey } from '../../shared/saved-hold.ts'
import type { ReturnMessage } from '../return/start-return.ts'

/**
 * Takes the token and the gateway's result out of the address: neither belongs into a history or a screenshot. Inside a
 * stranger's page nobody sees the address, and nothing but the address would open the order again after a reload.
 */
export const tidyAddress = (order: string, token: string, embedded: boolean): string | null => {
  const url = new URL(location.href)
  const result = url.searchParams.get('result')
  if (embedded) return result
  rememberKey(order, token)
  if (result !== null || url.searchParams.has('token')) {
    url.searchParams.delete('token')
    url.searchParams.delete('result')
    history.replaceState(history.state, '', url)
  }
  return result
}

/** Hears the gateway's way back, which opens inside our own frame. */
export const useReturn = (order: string, heard: (outcome: ReturnMessage['outcome']) => void): void => {
  const latest = useRef(heard)
  useEffect(() => {
    latest.current = heard
  })
  useEffect(() => {
    const listen = (message: MessageEvent) => {
      const word = message.data as Partial<ReturnMessage> | null
      if (message.origin !== location.origin || word?.kartis !== 'payment-return' || word.order !== order) return
      latest.current(word.outcome === 'fail' ? 'fail' : 'success')
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [order])
}
