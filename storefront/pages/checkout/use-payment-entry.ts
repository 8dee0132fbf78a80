import { useEffect, useEffectEvent } from 'react'

/** The part of the Navigation API that is used; older browsers lack it. */
interface EntriesOfPage {
  readonly currentEntry: { readonly key: string } | null
  readonly traverseTo: (key: string) => { readonly committed: Promise<unknown>; readonly finished: Promise<unknown> }
}

/** The state of the entry of the payment. */
interface PaymentState {
  /** The key of the entry before it, that of the details; empty where the browser names none. */
  readonly kartis_details?: string
}

const stateOf = (): PaymentState => (history.state ?? {}) as PaymentState
const isPaymentEntry = (): boolean => stateOf().kartis_details !== undefined

const entriesOfPage = (): EntriesOfPage | undefined =>
  (globalThis as { readonly navigation?: EntriesOfPage }).navigation

const ignored = (): void => undefined

/**
 * Each page that the gateway shows in its frame is an entry of the history of the whole tab, and stays one without effect
 * once the frame is gone. The entry before all of them is the one to continue from.
 */
const returnToDetails = (): void => {
  const { kartis_details: key } = stateOf()
  if (!key) return
  const { committed, finished } = entriesOfPage()?.traverseTo(key) ?? {}
  committed?.catch(ignored)
  finished?.catch(ignored)
}

interface Options {
  readonly paying: boolean
  readonly onBack: () => void
  /** Forward has led to the entry of the payment again. */
  readonly onForward: () => void
}

/**
 * Gives the payment an entry of its own in the history, so that Back leads from it to the details and Forward to it again,
 * and leaves it when the payment has ended, so that Back leads to the page before the checkout at the first press.
 */
export const usePaymentEntry = ({ paying, onBack, onForward }: Options): void => {
  const handleBack = useEffectEvent(onBack)
  const handleForward = useEffectEvent(onForward)
  useEffect(() => {
    const goOn = () => {
      if (isPaymentEntry()) handleForward()
    }
    if (!paying) {
      addEventListener('popstate', goOn)
      return () => removeEventListener('popstate', goOn)
    }
    if (!isPaymentEntry()) {
      const details = entriesOfPage()?.currentEntry?.key ?? ''
      history.pushState({ ...stateOf(), kartis_details: details } satisfies PaymentState, '')
    }
    const { hash } = location
    const leave = () => {
      // The link to the main part adds an entry too.
      if (!isPaymentEntry() && location.hash === hash) handleBack()
    }
    addEventListener('popstate', leave)
    return () => {
      removeEventListener('popstate', leave)
      returnToDetails()
    }
  }, [paying])
}
