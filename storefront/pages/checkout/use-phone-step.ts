import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { nationalPhone, parsePhone } from '@kartis/domain/phone.ts'
import { useState } from 'react'
import type { Refused } from '../../shared/api.ts'
import { serverTime } from '../../shared/clock.ts'
import type { Sent } from '../../shared/resend.tsx'
import { useApi } from '../../shared/use-api.ts'
import { limitOf, type PhoneLimit } from '../../shared/limit-text.ts'
import type { Doing } from './stage.ts'
import { type Answers, ISRAEL } from './use-answers.ts'
import { keepTyped, useTyped } from './typed-details.ts'
import { useSignedPhone } from './use-signed-phone.ts'

/** The phone that the limits of the event count against: the code that proves it, and what it may still buy. */
export interface PhoneStep {
  /** A code will be asked for: the event limits by phone, and the phone that is typed is not the one of the sign-in. */
  readonly asks: boolean
  readonly sent: Sent | undefined
  /** Why the last code was not taken. */
  readonly wrong: string | undefined
  readonly typed: () => void
  readonly resent: (sent: Sent) => void
  /** More tickets than the phone may buy. */
  readonly over: PhoneLimit | undefined
  /** Sends the phone a code, unless one is on its way. */
  readonly ask: () => Promise<void>
  /** True once the details are saved and the order may be paid. */
  readonly save: (code?: string) => Promise<boolean>
}

interface Options {
  readonly order: BuyerOrder
  readonly answers: Answers
  readonly take: (order: BuyerOrder) => void
  readonly go: (doing: Doing) => void
  readonly setProblem: (text: string) => void
}

/** Saves the details. Where the event limits tickets by phone, the code is asked for on the way. */
export const usePhoneStep = ({ order, answers, take, go: goTo, setProblem }: Options): PhoneStep => {
  const api = useApi()
  const { sent } = useTyped(order.uuid)
  const [wrong, setWrong] = useState<string>()
  const [over, setOver] = useState<PhoneLimit>()
  const signed = useSignedPhone(order.phone_must_be_verified)
  const typed = parsePhone(ISRAEL, answers.buyer.phone)
  const keep = (next: Sent | undefined) => keepTyped(order.uuid, { sent: next })
  const go = (doing: Doing) => {
    keepTyped(order.uuid, { proving: doing === 'code' })
    goTo(doing)
  }

  const ask = async () => {
    if (!typed.ok) return
    setWrong(undefined)
    const shown = nationalPhone(typed.e164)
    // Back from the details, to the code that is on its way.
    if (sent?.shown === shown && new Date(sent.resend_at).getTime() > serverTime()) return go('code')
    const number = answers.buyer.phone.trim()
    const answer = await api<Pick<Sent, 'phones_id' | 'resend_at'>>('/login', {
      method: 'POST',
      body: { phone_country_code: ISRAEL, phone_number: number },
    })
    if (!answer.ok) return setProblem(answer.text)
    keep({ ...answer.data, code: ISRAEL, number, shown })
    return go('code')
  }
  const refusedWith = async (refused: Refused, proved: boolean): Promise<void> => {
    if (refused.code === 'phone_unverified') return ask()
    const tooMany = refused.code === 'purchase_limit' ? limitOf(refused.detail) : undefined
    if (tooMany) {
      setOver(tooMany)
      // A code that was taken is spent: the next try needs a new one.
      keep(undefined)
      return go('limit')
    }
    if (proved && refused.code !== 'validation') return setWrong(refused.text)
    setProblem(refused.text)
    return go('details')
  }

  return {
    asks: order.phone_must_be_verified && !(typed.ok && typed.e164 === signed),
    sent,
    wrong,
    typed: () => setWrong(undefined),
    resent: (fresh) => {
      setWrong(undefined)
      keep(fresh)
    },
    over,
    ask,
    save: async (code) => {
      const proof = code !== undefined && sent ? { method_id: sent.phones_id, code } : undefined
      const refused = await answers.save(take, proof)
      if (refused) await refusedWith(refused, proof !== undefined)
      return refused === undefined
    },
  }
}
