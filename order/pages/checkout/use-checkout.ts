import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSecondsLeft } from '../../shared/clock.ts'
import { pathIn, toTop } from '../../shared/embed.ts'
import { forgetHold } from '../../shared/hold-memory.ts'
import { newKey } from '../../shared/new-key.ts'
import { usePage } from '../../shared/page-context.tsx'
import { useApi } from '../../shared/use-api.ts'
import type { CheckoutView } from '../../state/order-state.ts'
import { doingAfter, doingAtStart, stageOf } from './stage.ts'
import type { Doing, Stage } from './stage.ts'
import { useAnswers } from './use-answers.ts'
import type { Answers } from './use-answers.ts'
import { useFresh } from './use-fresh.ts'
import { tidyAddress, useReturn } from './use-return.ts'

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

interface Payment {
  readonly uuid: string
  readonly url: string
}

interface Started {
  readonly payment: Payment | null
}

interface Course {
  readonly view: CheckoutView
  readonly path: string
  readonly refresh: () => void
  readonly setBusy: (busy: boolean) => void
  readonly setProblem: (text: string) => void
}

/** Asks for the gateway's page. A repeat after a lost network carries the same key, so that no second payment begins. */
const useStart = ({ view, path, refresh, setProblem }: Course, begun: (payment: Payment) => void) => {
  const { lang } = usePage()
  const api = useApi()
  const key = useRef('')
  return async () => {
    key.current ||= newKey()
    const answer = await api<Started>(`${path}/payment`, {
      method: 'POST',
      body: { lang },
      orderToken: view.token,
      idempotencyKey: key.current,
    })
    if (answer.ok || answer.status !== 0) key.current = ''
    if (!answer.ok) setProblem(answer.text)
    else if (answer.data.payment) begun(answer.data.payment)
    refresh()
  }
}

/** Gives the tickets back and returns to the event. */
const useRelease = ({ view, path, refresh, setBusy, setProblem }: Course) => {
  const api = useApi()
  const frame = usePage()
  return async () => {
    setBusy(true)
    const answer = await api(path, { method: 'DELETE', orderToken: view.token })
    setBusy(false)
    if (answer.ok) {
      forgetHold(view.event.uuid)
      location.assign(pathIn(frame, `/order/${view.event.slug}`))
    } else {
      setProblem(answer.text)
      refresh()
    }
  }
}

/** The whole course of one checkout. Reloads, second tabs and the back button find the same order at the same step. */
export const useCheckout = (view: CheckoutView): Checkout => {
  const { now, embed } = usePage()
  const [order, setOrder] = useState(view.order)
  const [doing, setDoing] = useState<Doing>('details')
  const [payment, setPayment] = useState<Payment>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const answers = useAnswers(view, order)
  const { token } = view
  const path = `/public/orders/${order.uuid}`
  const stage = stageOf(order, doing)

  const take = useCallback((fresh: BuyerOrder) => setOrder(fresh), [])
  const { refresh, waited } = useFresh({ path, token, stage, take, until: order.expires_at })

  useEffect(() => {
    const start = doingAtStart(view.order, tidyAddress(view.order.uuid, token, embed !== null))
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
    if (stage !== 'details' && stage !== 'paying') toTop()
  }, [stage, view.event.uuid])
  useReturn(order.uuid, (outcome) => {
    setDoing(outcome === 'fail' ? 'failed' : 'waiting')
    refresh()
  })

  const course: Course = { view, path, refresh, setBusy, setProblem }
  const release = useRelease(course)
  const start = useStart(course, (begun) => {
    setPayment(begun)
    setDoing('paying')
  })
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
    release: () => void release(),
  }
}
