import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { nationalPhone, parsePhone } from '@kartis/domain/phone.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Refused, useApi } from '../../shared/api.ts'
import { serverTime } from '../../shared/clock.ts'
import { type ExceededLimit, readExceededLimit } from '../../shared/limit-text.ts'
import type { SentCode } from '../../shared/resend.tsx'
import { storedToken, useUserApi } from '../../shared/session.ts'
import { saveDraft, useDraft } from './checkout-draft.ts'
import { type BuyerStep, isBefore, type Stage } from './stage.ts'
import { type Answers, ISRAEL, type PhoneProof } from './use-answers.ts'

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
  /** What verifies the phone, with the code that was typed. */
  readonly proofOf: (code: string | undefined) => PhoneProof | undefined
  /** Leads to the step where a refused payment goes on: sends a code, or shows the limit, the code or the field that was refused. */
  readonly onRefused: (refused: Refused, proof: PhoneProof | undefined) => Promise<void>
}

interface Options {
  readonly order: BuyerOrder
  readonly stage: Stage
  readonly answers: Answers
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

/** Refusals of what was typed with the code, or of the payment itself; any other one is the code's. */
const APART_FROM_CODE = new Set(['validation', 'details_missing', 'payment_unavailable'])

/** The event has begun to limit tickets by phone since the page was opened, or too many free orders were not verified. */
const isPhoneUnverified = ({ code, detail: { phone } }: Refused): boolean =>
  code === 'phone_unverified' ||
  (code === 'details_missing' && Array.isArray(phone) && phone.includes('phone_unverified'))

/** The step in which the phone is verified, where the event limits tickets by phone or the server requires it. */
export const usePhoneStep = ({ order, stage, answers, onStep, setProblem }: Options): PhoneStep => {
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
    const about = { purpose: 'checkout', subject_uuid: order.uuid } as const
    const request = { phone_country_code: ISRAEL, phone_number: answers.buyer.phone.trim(), ...about }
    const result = await api('POST', '/v1/login', { body: request })
    if (!result.ok) return setProblem(result.text)
    saveSent({ ...result.data, request, shown })
    return goTo('code')
  }
  const onRefused = async (refused: Refused, proof: PhoneProof | undefined): Promise<void> => {
    if (isPhoneUnverified(refused)) return sendCode()
    const exceeded = readExceededLimit(refused)
    if (exceeded) {
      setLimit(exceeded)
      // The code is spent: the next try needs a new one.
      saveSent(undefined)
      return goTo('limit')
    }
    if (proof && !APART_FROM_CODE.has(refused.code)) return setWrong(refused.text)
    const isField = refused.code === 'validation' || refused.code === 'details_missing'
    setProblem(isField && answers.showRefused(refused) ? '' : refused.text)
    // After a payment that bought nothing the buyer stays at its step.
    if (isBefore(stage)) goTo('details')
    return undefined
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
    proofOf: (code) => (code !== undefined && sent ? { method_id: sent.phones_id, code } : undefined),
    onRefused,
  }
}
