import type { BodyIn } from '@kartis/contract/endpoint.ts'
import type { BuyerOrder, pay } from '@kartis/contract/public-orders.ts'
import { suggestEmail } from '@kartis/domain/email-typo.ts'
import { isForeignPhone, nationalPhone, parsePhone } from '@kartis/domain/phone.ts'
import { isEmail, isPersonName, isSingleName } from '@kartis/domain/text.ts'
import { useMemo, useRef, useState } from 'react'
import type { Refused } from '../../shared/api.ts'
import { focusOn } from '../../shared/focus-on.ts'
import type { CheckoutView } from '../../state/order-state.ts'
import { type Buyer, saveDraft, useDraft } from './checkout-draft.ts'
import { apiValue, type QuestionGroup, questionGroupsOf, reasonFor, savedAnswers, type Value } from './questions.ts'
import { useSignedInBuyer } from './use-signed-in-buyer.ts'

export type Reasons = Readonly<Record<string, string>>

export interface Answers {
  readonly buyer: Buyer
  readonly setBuyer: (part: Partial<Buyer>) => void
  readonly groups: readonly QuestionGroup[]
  readonly valueOf: (id: string) => Value
  readonly setValue: (id: string, value: Value) => void
  /** Field name (as the API names it) to the reason it is wrong. */
  readonly wrong: Reasons
  /** How many of several fields that were refused together are still wrong; undefined where a single one was, or none. */
  readonly toFix: number | undefined
  /** Validates everything; the first wrong field takes the focus. True when nothing is wrong. */
  readonly check: () => boolean
  /** Validates a field when the buyer leaves it. */
  readonly onLeave: (id: string) => void
  /** Puts the cursor into a field. */
  readonly focus: (id: string) => void
  /** Everything, as the API takes it. */
  readonly details: (proof?: PhoneProof) => BuyerDetails
  /** Shows at the fields what was refused; the first one takes the focus. False when no field of this page was. */
  readonly showRefused: (refused: Refused) => boolean
}

export type BuyerDetails = NonNullable<NonNullable<BodyIn<typeof pay>>['details']>

/** A code that was sent to the phone. */
export interface PhoneProof {
  readonly method_id: string
  readonly code: string
}

/** Country code of numbers without one. */
export const ISRAEL = '972'

const phoneReason = (text: string, { foreign_phones: takesForeign }: BuyerOrder): string | undefined => {
  const phone = parsePhone(ISRAEL, text)
  if (!phone.ok) return phone.reason === 'phone_not_allowed' && takesForeign ? 'phone_country' : phone.reason
  return isForeignPhone(phone.e164) && !takesForeign ? 'phone_not_allowed' : undefined
}

const buyerReasons = (buyer: Buyer, order: BuyerOrder): Record<string, string | undefined> => {
  return {
    name: buyer.name.trim() === '' ? 'required' : isPersonName(buyer.name) ? undefined : 'invalid_name',
    phone: phoneReason(buyer.phone, order),
    email: buyer.email.trim() === '' || isEmail(buyer.email.trim()) ? undefined : 'invalid_email',
  }
}

/** The first reason of each refused field. */
const refusedReasons = (detail: Readonly<Record<string, unknown>>): Reasons =>
  Object.fromEntries(
    Object.entries(detail).flatMap(([field, reasons]) =>
      Array.isArray(reasons) && typeof reasons[0] === 'string' ? [[field, reasons[0]]] : [],
    ),
  )

const startBuyer = ({ buyer, marketing_consent }: BuyerOrder): Buyer => ({
  name: buyer.name ?? '',
  phone: buyer.phone ? nationalPhone(buyer.phone) : '',
  email: buyer.email ?? '',
  // A consent of this order stays ticked: an empty box would withdraw it when the details are saved again.
  marketing: marketing_consent,
})

/** The buyer's details and the answers to the event's questions: draft and validation. */
export const useAnswers = (view: CheckoutView, order: BuyerOrder): Answers => {
  const draft = useDraft(order.uuid)
  const signedIn = useSignedInBuyer(order)
  const buyer: Buyer = { ...startBuyer(order), ...signedIn, ...draft.buyer }
  const values: Readonly<Record<string, Value>> = { ...savedAnswers(order), ...draft.values }
  const [wrong, setWrong] = useState<Reasons>({})
  const [refused, setRefused] = useState<readonly string[]>([])
  // A single name may be the whole one: the buyer is warned once.
  /** What the buyer was warned about and may leave as it is: the name and the address. */
  const warned = useRef(new Set<string>())
  const warnOnce = (text: string, isDoubtful: boolean): boolean => {
    if (!isDoubtful || warned.current.has(text)) return false
    warned.current.add(text)
    return true
  }
  const groups = useMemo(() => questionGroupsOf(view.forms, view.order), [view.forms, view.order])
  const questions = groups.flatMap((group) => group.questions)

  const validate = (): Reasons => {
    const all = {
      ...buyerReasons(buyer, order),
      ...Object.fromEntries(questions.map(({ id, field }) => [id, reasonFor(field, values[id])])),
    }
    return Object.fromEntries(Object.entries(all).flatMap(([id, reason]) => (reason ? [[id, reason]] : [])))
  }
  const showReasons = (reasons: Reasons) => {
    setWrong(reasons)
    const fields = ['name', 'phone', 'email', ...questions.map(({ id }) => id)].filter((id) => reasons[id])
    setRefused(fields)
    const [first] = fields
    if (first) requestAnimationFrame(() => focusOn(first))
    return first === undefined
  }
  const clearReason = (id: string) =>
    setWrong((before) => Object.fromEntries(Object.entries(before).filter(([each]) => each !== id)))

  return {
    buyer,
    setBuyer: (part) => {
      saveDraft(order.uuid, { buyer: part })
      for (const id of Object.keys(part)) clearReason(id)
    },
    groups,
    valueOf: (id) => values[id],
    setValue: (id, value) => {
      saveDraft(order.uuid, { values: { [id]: value } })
      clearReason(id)
    },
    wrong,
    toFix: refused.length > 1 ? refused.filter((id) => wrong[id]).length : undefined,
    check: () => {
      const reasons = validate()
      const warnsOfName = reasons.name === undefined && warnOnce(buyer.name, isSingleName(buyer.name))
      const warnsOfEmail = reasons.email === undefined && warnOnce(buyer.email, suggestEmail(buyer.email) !== undefined)
      return showReasons({
        ...reasons,
        ...(warnsOfName && { name: 'single_name' }),
        ...(warnsOfEmail && { email: 'email_typo' }),
      })
    },
    onLeave: (id) => {
      const reason = validate()[id]
      // An empty field is reported only when the form is submitted.
      if (reason && reason !== 'required') setWrong((before) => ({ ...before, [id]: reason }))
    },
    focus: (id) => void requestAnimationFrame(() => focusOn(id)),
    details: (proof) => ({
      name: buyer.name.trim(),
      phone: buyer.phone.trim(),
      email: buyer.email.trim() || null,
      marketing_consent: buyer.marketing,
      ...(questions.length > 0 && {
        answers: questions.map(({ id, field, ticketNo }) => ({
          field_uuid: field.uuid,
          ticket_no: ticketNo,
          value: apiValue(field, values[id]),
        })),
      }),
      ...(proof && { phone_proof: proof }),
    }),
    showRefused: ({ detail }) => !showReasons(refusedReasons(detail)),
  }
}
