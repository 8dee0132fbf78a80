import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSecondsLeft } from '../../shared/clock.ts'
import { forgetHold, rememberKey } from '../../shared/hold-memory.ts'
import { newKey } from '../../shared/new-key.ts'
import { usePage } from '../../shared/page-context.tsx'
import { useApi } from '../../shared/use-api.ts'
import type { CheckoutView } from '../../state/order-state.ts'
import type { ReturnWord } from '../return/start-return.ts'
import { doingAfter, doingAtStart, stageOf } from './stage.ts'
import type { Doing, Stage } from './stage.ts'
import { useAnswers } from './use-answers.ts'
import type { Answers } from './use-answers.ts'
import { useFresh } from './use-fresh.ts'

export interface Checkout {
  readonly order: BuyerOrder
  readonly token: string
  readonly stage: Stage
  readonly seconds: number
  readonly answers: Answers
  readonly busy: boolean
  readonly problem: string
  /** The gateway's page while one pays. */
  readonly url: string
  /** How long the gateway's word has been awaited, in seconds. */
  readonly waited: number
  readonly pay: () => void
  readonly edit: () => void
  readonly refresh: () => void
  readonly release: () => void
}

interface Started {
  readonly status: BuyerOrder['status']
  readonly payment: { readonly uuid: string; readonly url: string } | null
}

/** Takes the token and the gateway's result out of the address: neither belongs into a history or a screenshot. */
const tidyAddress = (order: string, token: string): string | null => {
  const url = new URL(location.href)
  const result = url.searchParams.get('result')
  rememberKey(order, token)
  if (result !== null || url.searchParams.has('token')) {
    url.searchParams.delete('token')
    url.searchParams.delete('result')
    history.replaceState(history.state, '', url)
  }
  return result
}

/** Hears the gateway's way back, which opens inside our own frame. */
const useReturn = (order: string, heard: (outcome: ReturnWord['outcome']) => void): void => {
  const latest = useRef(heard)
  useEffect(() => {
    latest.current = heard
  })
  useEffect(() => {
    const listen = (message: MessageEvent) => {
      const word = message.data as Partial<ReturnWord> | null
      if (message.origin !== location.origin || word?.kartis !== 'payment-return' || word.order !== order) return
      latest.current(word.outcome === 'fail' ? 'fail' : 'success')
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [order])
}

/** The whole course of one checkout. Reloads, second tabs and the back button find the same order at the same step. */
export const useCheckout = (view: CheckoutView): Checkout => {
  const { now, lang } = usePage()
  const api = useApi()
  const [order, setOrder] = useState(view.order)
  const [doing, setDoing] = useState<Doing>('details')
  const [payment, setPayment] = useState<{ uuid: string; url: string }>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const key = useRef('')
  const answers = useAnswers(view, order)
  const { token } = view
  const path = `/public/orders/${order.uuid}`
  const stage = stageOf(order, doing)

  const take = useCallback((fresh: BuyerOrder) => setOrder(fresh), [])
  const { refresh, waited } = useFresh({ path, token, stage, take, until: order.expires_at })

  useEffect(() => {
    const start = doingAtStart(view.order, tidyAddress(view.order.uuid, token))
    setDoing(start)
    const open = view.order.payment
    if (start === 'paying' && open?.url) setPayment({ uuid: open.uuid, url: open.url })
    // Only once: later the state itself knows.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  useEffect(() => {
    setDoing((before) => doingAfter(order, before, payment?.uuid))
  }, [order, payment])
  useEffect(() => {
    if (stage !== 'details' && stage !== 'paying' && stage !== 'failed') forgetHold(view.event.uuid)
    if (stage !== 'details' && stage !== 'paying') scrollTo({ top: 0 })
  }, [stage, view.event.uuid])
  useReturn(order.uuid, (outcome) => {
    setDoing(outcome === 'fail' ? 'failed' : 'waiting')
    refresh()
  })

  const start = async () => {
    key.current ||= newKey()
    const answer = await api<Started>(`${path}/payment`, {
      method: 'POST',
      body: { lang },
      orderToken: token,
      idempotencyKey: key.current,
    })
    if (answer.ok || answer.status !== 0) key.current = ''
    if (!answer.ok) setProblem(answer.text)
    else if (answer.data.payment) {
      setPayment(answer.data.payment)
      setDoing('paying')
    }
    refresh()
  }

  const pay = async () => {
    if (busy) return
    setProblem('')
    if (stage !== 'failed' && !answers.check()) return
    setBusy(true)
    const saved = stage === 'failed' ? true : await answers.save(setProblem, take)
    if (saved) await start()
    else refresh()
    setBusy(false)
  }

  return {
    order,
    token,
    stage,
    seconds: useSecondsLeft(order.expires_at, now),
    answers,
    busy,
    problem,
    url: payment?.url ?? '',
    waited,
    pay: () => void pay(),
    edit: () => {
      setProblem('')
      setDoing('details')
    },
    refresh,
    release: () => {
      setBusy(true)
      void api(path, { method: 'DELETE', orderToken: token }).then((answer) => {
        setBusy(false)
        if (answer.ok) location.assign(`/order/${view.event.slug}`)
        else {
          setProblem(answer.text)
          refresh()
        }
      })
      forgetHold(view.event.uuid)
    },
  }
}
