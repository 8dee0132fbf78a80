import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApi } from '../../shared/api.ts'
import { useSecondsLeft } from '../../shared/clock.ts'
import type { CouponEntry } from '../../shared/coupon-field.tsx'
import { pathIn, toTop } from '../../shared/embed.ts'
import type { MoreTime } from '../../shared/hold-strip.tsx'
import { useMoreTime } from '../../shared/use-more-time.ts'
import { usePageContext } from '../../shared/page-context.tsx'
import { saveBuyer, savesBuyer } from '../../shared/saved-buyer.ts'
import { endPurchase, removeHold } from '../../shared/saved-hold.ts'
import { storedToken } from '../../shared/session.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import type { CheckoutView } from '../../state/order-state.ts'
import { readDraft, removeDraft, saveDraft } from './checkout-draft.ts'
import { markPaying } from './mark-paying.ts'
import { forgetReturned, readReturned, saveReturned } from './returned-payment.ts'
import {
  type BuyerStep,
  initialStep,
  isBefore,
  isBuying,
  isRefusedPayment,
  nextStep,
  type Stage,
  stageOf,
} from './stage.ts'
import { type Answers, type BuyerDetails, type PhoneProof, useAnswers } from './use-answers.ts'
import { useOrderCoupon } from './use-order-coupon.ts'
import { usePaymentEntry } from './use-payment-entry.ts'
import { type PhoneStep, usePhoneStep } from './use-phone-step.ts'
import { useRefetch } from './use-refetch.ts'
import { cleanAddress, useReturn } from './use-return.ts'

export interface Checkout {
  readonly order: BuyerOrder
  readonly token: string
  readonly stage: Stage
  /** The stage has changed since the page was loaded. */
  readonly moved: boolean
  /** Seconds left of the hold. */
  readonly seconds: number
  /** More time, for who asks shortly before the end; undefined once the order has had it. */
  readonly more: MoreTime | undefined
  readonly answers: Answers
  /** Consent to equal seats, if a late payment finds these taken; undefined of orders without seats or price. */
  readonly equalSeats: { readonly chosen: boolean; readonly choose: (chosen: boolean) => void } | undefined
  readonly busy: boolean
  readonly problem: string
  /** The gateway's page while the buyer pays. */
  readonly url: string
  /** How long the outcome of the payment has been awaited, in seconds. */
  readonly waited: number
  readonly phone: PhoneStep
  /** Undefined while the coupon cannot change. */
  readonly coupon: CouponEntry | undefined
  readonly pay: () => void
  /** Goes on to the payment with the code that verifies the phone; resolves with false when it was refused. */
  readonly verify: (code: string) => Promise<boolean>
  readonly edit: () => void
  readonly editPhone: () => void
  readonly refresh: () => void
  readonly release: () => void
}

interface Payment {
  readonly uuid: string
  readonly url: string
}

interface CheckoutContext {
  readonly view: CheckoutView
  readonly refresh: () => void
  readonly onOrder: (order: BuyerOrder) => void
  readonly setBusy: (busy: boolean) => void
  readonly setProblem: (text: string) => void
}

const hasSeats = ({ items }: BuyerOrder): boolean => items.some((item) => item.seat_uuids !== undefined)

/** Saves the details, if there are any to save, and starts a payment. */
const useStartPayment = ({ view, refresh, onOrder }: CheckoutContext) => {
  const { lang } = usePageContext()
  const api = useApi()
  return async (details: BuyerDetails | undefined, equalSeats: boolean | undefined) => {
    const result = await api('POST', '/v1/public/orders/:uuid/payment', {
      params: { uuid: view.order.uuid },
      body: {
        lang,
        ...(details && { details }),
        ...(equalSeats !== undefined && { accepts_equal_seats: equalSeats }),
      },
      orderToken: view.token,
      // A buyer who is signed in with this phone need not verify it again.
      bearer: storedToken(),
    })
    if (result.ok && details) {
      const { name = '', phone = '', email } = details
      const saves = readDraft(view.order.uuid).saves ?? savesBuyer()
      saveBuyer(saves ? { name, phone, email: email ?? '' } : undefined)
    }
    if (result.ok && result.data.order) onOrder(result.data.order)
    else refresh()
    return result
  }
}

/** Releases the tickets and returns to the event. */
const useRelease = ({ view, refresh, setBusy, setProblem }: CheckoutContext) => {
  const api = useApi()
  const frame = usePageContext()
  const [, release] = useSubmit(async () => {
    setBusy(true)
    const result = await api('DELETE', '/v1/public/orders/:uuid', {
      params: { uuid: view.order.uuid },
      orderToken: view.token,
    })
    setBusy(false)
    if (result.ok) {
      removeHold(view.event.uuid)
      removeDraft(view.order.uuid)
      location.assign(pathIn(frame, `/order/${view.event.slug}`))
    } else {
      setProblem(result.text)
      refresh()
    }
    return result.ok
  })
  return release
}

/** The buyer's step in this browser: from the address at first, then from each newer state of the order. */
const useBuyerStep = (view: CheckoutView, order: BuyerOrder) => {
  const { embed } = usePageContext()
  const [step, setStep] = useState<BuyerStep>('details')
  const [payment, setPayment] = useState<Payment>()
  const restore = useEffectEvent(() => {
    const result = cleanAddress(view.order.uuid, view.token, embed !== null)
    if (result === 'success') saveReturned(view.order.uuid, view.order.payment?.uuid)
    const initial = initialStep(view.order, result, readReturned(view.order.uuid))
    const isVerifying = view.order.phone_must_be_verified && readDraft(view.order.uuid).proving
    setStep(initial === 'details' && isVerifying ? 'code' : initial)
    const { payment: open } = view.order
    if (initial === 'paying' && open?.url) setPayment({ uuid: open.uuid, url: open.url })
  })
  // oxlint-disable-next-line react/set-state-in-effect -- the address and the draft are known only in the browser
  useEffect(() => restore(), [])
  const next = nextStep(order, step, payment?.uuid)
  if (next !== step) setStep(next)
  const startPaying = (started: Payment) => {
    forgetReturned(view.order.uuid)
    setPayment(started)
    setStep('paying')
  }
  return { step, setStep, payment, startPaying }
}

/** The newest state of the order. A change of the language loads the page's own again, with the names in that language. */
const useOrderOf = (view: CheckoutView) => {
  const [order, setOrder] = useState(view.order)
  const [loaded, setLoaded] = useState(view.order)
  if (loaded !== view.order) {
    setLoaded(view.order)
    setOrder(view.order)
  }
  return [order, setOrder] as const
}

/** What each stage leaves in this browser, and where the page is scrolled to. */
const useStageEffects = ({ event, order }: CheckoutView, stage: Stage): void => {
  useEffect(() => {
    if (stage === 'done') endPurchase(event.uuid)
    else if (isBuying(stage) || stage === 'waiting') markPaying(event.uuid, order.uuid, stage === 'waiting')
    else removeHold(event.uuid)
    if (!isBefore(stage)) removeDraft(order.uuid)
    if (stage !== 'details' && stage !== 'paying') toTop()
  }, [stage, event.uuid, order.uuid])
}

/** Consent to equal seats: a question only where there is something to pay for seats. */
const useEqualSeats = (order: BuyerOrder) => {
  const [chosen, choose] = useState(false)
  const isOffered = hasSeats(order) && order.total_amount > 0
  return { answer: isOffered ? chosen : undefined, entry: isOffered ? { chosen, choose } : undefined }
}

/** More time before the hold of an order ends that is not at the gateway. */
const useMoreTimeFor = ({ event, token }: CheckoutView, order: BuyerOrder, onOrder: (order: BuyerOrder) => void) => {
  const { uuid, created_at: createdAt, expires_at: expires } = order
  const held = { event: event.uuid, order: uuid, token, createdAt, expires }
  return useMoreTime(order.status === 'reserved' ? held : undefined, (expires_at) => onOrder({ ...order, expires_at }))
}

/** One checkout from the details to its end. Reloads, second tabs and the back button find the order at the same step. */
export const useCheckout = (view: CheckoutView): Checkout => {
  const { now } = usePageContext()
  const [order, setOrder] = useOrderOf(view)
  const { step, setStep, payment, startPaying } = useBuyerStep(view, order)
  const [busy, setBusy] = useState(false)
  // Set at once: the second click of two comes before `busy` is rendered.
  const paying = useRef(false)
  const [problem, setProblem] = useState('')
  const answers = useAnswers(view, order)
  const { token } = view
  const stage = stageOf(order, step)
  const [loaded] = useState(stage)
  const { refresh, waited } = useRefetch({ order, token, stage, onOrder: setOrder })

  useStageEffects(view, stage)
  useReturn(order.uuid, (outcome) => {
    if (outcome === 'success') saveReturned(order.uuid, payment?.uuid)
    setStep(outcome === 'fail' ? 'failed' : 'waiting')
    refresh()
  })

  const context: CheckoutContext = { view, refresh, onOrder: setOrder, setBusy, setProblem }
  const release = useRelease(context)
  const phone = usePhoneStep({ order, stage, answers, onStep: setStep, setProblem })
  const coupon = useOrderCoupon({ order, token, stage, onOrder: setOrder })
  const startPayment = useStartPayment(context)
  const equalSeats = useEqualSeats(order)
  const start = async (proof: PhoneProof | undefined) => {
    // After a payment that bought nothing the details are saved already.
    const details = isRefusedPayment(stage) ? undefined : answers.details(proof)
    const result = await startPayment(details, equalSeats.answer)
    if (!result.ok) await phone.onRefused(result, proof)
    else if (result.data.payment) startPaying(result.data.payment)
    return result.ok
  }
  const pay = async (code?: string) => {
    if (paying.current) return true
    setProblem('')
    if (stage === 'details' && !answers.check()) return false
    paying.current = true
    setBusy(true)
    const isStarted = (await coupon.applyTyped()) && (await start(phone.proofOf(code)))
    paying.current = false
    setBusy(false)
    return isStarted
  }
  const edit = () => {
    setProblem('')
    saveDraft(order.uuid, { proving: false })
    setStep('details')
  }
  usePaymentEntry({
    paying: stage === 'paying',
    onBack: edit,
    onForward: () => {
      if (stage === 'details') void pay()
    },
  })

  return {
    order,
    token,
    stage,
    moved: stage !== loaded,
    seconds: useSecondsLeft(order.expires_at, now),
    more: useMoreTimeFor(view, order, setOrder),
    answers,
    busy,
    problem,
    url: payment?.url ?? '',
    waited,
    phone,
    coupon: coupon.entry,
    equalSeats: equalSeats.entry,
    pay: () => void pay(),
    verify: pay,
    edit,
    editPhone: () => {
      edit()
      answers.focus('phone')
    },
    refresh,
    release: () => release(),
  }
}
