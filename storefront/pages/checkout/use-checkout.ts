import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSecondsLeft } from '../../shared/clock.ts'
import { pathIn, toTop } from '../../shared/embed.ts'
import { forgetHold } from '../../shared/saved-hold.ts'
import { newKey } from '../../shared/new-key.ts'
import { usePage } from '../../shared/page-context.tsx'
import { useApi } from '../../shared/use-api.ts'
import type { CheckoutView } from '../../state/order-state.ts'
import { doingAfter, doingAtStart, isBefore, isBuying, stageOf } from './stage.ts'
import type { Doing, Stage } from './stage.ts'
import { useAnswers } from './use-answers.ts'
import type { Answers } from './use-answers.ts'
import { useFresh } from './use-refetch.ts'
import { forgetTyped, keepTyped, typedIn } from './typed-details.ts'
import { type PhoneStep, usePhoneStep } from './use-phone-step.ts'
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
  readonly phone: PhoneStep
  readonly pay: () => void
  /** Takes the code of the phone, and goes on to the payment; false when the code was not taken. */
  readonly prove: (code: string) => Promise<boolean>
  readonly edit: () => void
  readonly editPhone: () => void
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

const isUnproved = ({ phone }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(phone) && phone.includes('phone_unverified')

/** What comes of asking for the gateway's page. */
interface Ways {
  readonly begun: (payment: Payment) => void
  readonly unproved: () => Promise<void>
  readonly failed: (why: string) => void
}

/** Asks for the gateway's page. A repeat after a lost network carries the same key, so that no second payment begins. */
const useStart = ({ view, path, refresh }: Course, { begun, unproved, failed }: Ways) => {
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
    // The event has begun to limit tickets by phone since the details were saved.
    if (!answer.ok && isUnproved(answer.detail)) await unproved()
    else if (!answer.ok) failed(answer.text)
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
      forgetTyped(view.order.uuid)
      location.assign(pathIn(frame, `/order/${view.event.slug}`))
    } else {
      setProblem(answer.text)
      refresh()
    }
  }
}

/** Where this browser is in the course: by its address at first, then by each newer word of the server. */
const useDoing = (view: CheckoutView, order: BuyerOrder) => {
  const { embed } = usePage()
  const [doing, setDoing] = useState<Doing>('details')
  const [payment, setPayment] = useState<Payment>()
  useEffect(() => {
    const start = doingAtStart(view.order, tidyAddress(view.order.uuid, view.token, embed !== null))
    const isProving = view.order.phone_must_be_verified && typedIn(view.order.uuid).proving
    setDoing(start === 'details' && isProving ? 'code' : start)
    const open = view.order.payment
    if (start === 'paying' && open?.url) setPayment({ uuid: open.uuid, url: open.url })
    // Only once: later the state itself knows.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  useEffect(() => {
    setDoing((before) => doingAfter(order, before, payment?.uuid))
  }, [order, payment])
  const begin = (begun: Payment) => {
    setPayment(begun)
    setDoing('paying')
  }
  return { doing, setDoing, payment, begin }
}

/** The whole course of one checkout. Reloads, second tabs and the back button find the same order at the same step. */
export const useCheckout = (view: CheckoutView): Checkout => {
  const { now } = usePage()
  const [order, setOrder] = useState(view.order)
  const { doing, setDoing, payment, begin } = useDoing(view, order)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const answers = useAnswers(view, order)
  const { token } = view
  const path = `/public/orders/${order.uuid}`
  const stage = stageOf(order, doing)

  const take = useCallback((fresh: BuyerOrder) => setOrder(fresh), [])
  const { refresh, waited } = useFresh({ path, token, stage, take, until: order.expires_at })

  useEffect(() => {
    if (!isBuying(stage)) forgetHold(view.event.uuid)
    if (!isBefore(stage)) forgetTyped(view.order.uuid)
    if (stage !== 'details' && stage !== 'paying') toTop()
  }, [stage, view.event.uuid, view.order.uuid])
  useReturn(order.uuid, (outcome) => {
    setDoing(outcome === 'fail' ? 'failed' : 'waiting')
    refresh()
  })

  const course: Course = { view, path, refresh, setBusy, setProblem }
  const release = useRelease(course)
  const phone = usePhoneStep({ order, answers, take, go: setDoing, setProblem })
  const start = useStart(course, {
    begun: begin,
    unproved: phone.ask,
    failed: (why) => {
      setProblem(why)
      // The code is spent: the details are where one tries again.
      setDoing((before) => (before === 'code' ? 'details' : before))
    },
  })
  const pay = async (code?: string) => {
    if (busy) return true
    setProblem('')
    if (stage === 'details' && !answers.check()) return false
    setBusy(true)
    const saved = stage === 'failed' ? true : await phone.save(code)
    if (saved) await start()
    else refresh()
    setBusy(false)
    return saved
  }
  const edit = () => {
    setProblem('')
    keepTyped(order.uuid, { proving: false })
    setDoing('details')
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
    phone,
    pay: () => void pay(),
    prove: pay,
    edit,
    editPhone: () => {
      edit()
      answers.focus('phone')
    },
    refresh,
    release: () => void release(),
  }
}
