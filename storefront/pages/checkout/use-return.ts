import { useEffect, useEffectEvent } from 'react'
import { saveOrderToken } from '../../shared/saved-hold.ts'

/** What the gateway's return page posts to the checkout that holds its frame. */
export interface ReturnMessage {
  readonly kartis: 'payment-return'
  readonly order: string
  readonly outcome: 'success' | 'fail'
}

/**
 * Removes the token and the gateway's result from the address: neither belongs into a history or a screenshot. An embedded
 * page keeps them: nobody sees its address, and after a reload nothing else opens the order. Returns the result.
 */
export const cleanAddress = (order: string, token: string, embedded: boolean): string | null => {
  const url = new URL(location.href)
  const result = url.searchParams.get('result')
  if (embedded) return result
  saveOrderToken(order, token)
  if (result !== null || url.searchParams.has('token')) {
    url.searchParams.delete('token')
    url.searchParams.delete('result')
    history.replaceState(history.state, '', url)
  }
  return result
}

/** Listens for the gateway's return page, which opens inside the checkout's frame. */
export const useReturn = (order: string, onReturn: (outcome: ReturnMessage['outcome']) => void): void => {
  const handleReturn = useEffectEvent(onReturn)
  useEffect(() => {
    const listen = ({ origin, data }: MessageEvent) => {
      const message = data as Partial<ReturnMessage> | null
      if (origin !== location.origin || message?.kartis !== 'payment-return' || message.order !== order) return
      handleReturn(message.outcome === 'fail' ? 'fail' : 'success')
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [order])
}
