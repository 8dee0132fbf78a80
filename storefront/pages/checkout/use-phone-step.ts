import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { nationalPhone, parsePhone } from '@kartis/domain/phone.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Refused, useApi } from '../../shared/api.ts'
import { serverTime } from '../../shared/clock.ts'
import { type ExceededLimit, readExceededLimit } from '../../shared/limit-text.ts'
import type { SentCode } from '../../shared/resend.tsx'
import { storedToken, useUserApi } from '../../shared/session.ts'
import { saveDraft, useDraft } from './checkout-draft.ts'
import type { BuyerStep } from './stage.ts'
import { type Answers, ISRAEL } from './use-answers.ts'

/** Verification of the phone that the event's ticket limits count against. */
export interface PhoneStep {
  /** A code is required: the event limits by phone, and the typed phone is not the signed-in one. */
  readonly needsCode: boolean
  readonly sent: SentCode | undefined
  /** Why the last code was refused. */
  readonly wrong: string | undefined
  readonly clearWrong: () => void
  readonly onResent: (sent: SentCode) => void
  /** The limit that the order exceeds. */
  readonly limit: ExceededLimit | undefined
  /** Sends the phone a code, unless one is on its way. */
  readonly sendCode: () => Promise<void>
  /** Resolves with true when the details are saved and the order may be paid. */
  readonly save: (code?: string) => Promise<boolean>
}

interface Options {
  readonly order: BuyerOrder
  readonly answers: Answers
  readonly onOrder: (order: BuyerOrder) => void
  readonly onStep: (step: BuyerStep) => void
  readonly setProblem: (text: string) => void
}

/** The phone that this browser is signed in with (E.164), read only where the order requires it. */
const useSignedInPhone = (isRequired: boolean): string | undefined => {
  const userApi = useUserApi()
  const [phone, setPhone] = useState<string>()
  const load = useEffectEvent(() => userApi('GET', '/v1/account/users/me'))
  useEffect(() => {
    const update = async () => {
      const result = await load()
      if (result.ok) setPhone(result.data.phone.phone_number)
    }
    if (isRequired && storedToken() !== undefined) void update()
  }, [isRequired])
  return phone
}

/** Saves the details. Where the event limits tickets by phone, the code is requested on the way. */
export const usePhoneStep = ({ order, answers, onOrder, onStep, setProblem }: Options): PhoneStep => {
  const api = useApi()
  const { sent } = useDraft(order.uuid)
  const [wrong, setWrong] = useState<string>()
  const [limit, setLimit] = useState<ExceededLimit>()
  const signedInPhone = useSignedInPhone(order.phone_must_be_verified)
  const phone = parsePhone(ISRAEL, answers.buyer.phone)
  const saveSent = (code: SentCode | undefined) => saveDraft(order.uuid, { sent: code })
  const goTo = (step: BuyerStep) => {
    saveDraft(order.uuid, { proving: step === 'code' })
    onStep(step)
  }

  const sendCode = async () => {
    if (!phone.ok) return
    setWrong(undefined)
    const shown = nationalPhone(phone.e164)
    // The code that was sent before is still valid.
    if (sent?.shown === shown && new Date(sent.resend_at).getTime() > serverTime()) return goTo('code')
    const number = answers.buyer.phone.trim()
    const result = await api('POST', '/v1/login', { body: { phone_country_code: ISRAEL, phone_number: number } })
    if (!result.ok) return setProblem(result.text)
    saveSent({ ...result.data, code: ISRAEL, number, shown })
    return goTo('code')
  }
  const onRefused = async (refused: Refused, withCode: boolean): Promise<void> => {
    if (refused.code === 'phone_unverified') return sendCode()
    const exceeded = readExceededLimit(refused)
    if (exceeded) {
      setLimit(exceeded)
      // The code is spent: the next try needs a new one.
      saveSent(undefined)
      return goTo('limit')
    }
    if (withCode && refused.code !== 'validation') return setWrong(refused.text)
    setProblem(refused.text)
    return goTo('details')
  }

  return {
    needsCode: order.phone_must_be_verified && !(phone.ok && phone.e164 === signedInPhone),
    sent,
    wrong,
    clearWrong: () => setWrong(undefined),
    onResent: (code) => {
      setWrong(undefined)
      saveSent(code)
    },
    limit,
    sendCode,
    save: async (code) => {
      const proof = code !== undefined && sent ? { method_id: sent.phones_id, code } : undefined
      const refused = await answers.save(onOrder, proof)
      if (refused) await onRefused(refused, proof !== undefined)
      return refused === undefined
    },
  }
}
