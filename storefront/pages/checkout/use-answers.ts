import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { nationalPhone, parsePhone } from '@kartis/domain/phone.ts'
import { useMemo, useState } from 'react'
import type { Refused } from '../../shared/api.ts'
import { storedToken } from '../../shared/session.ts'
import { useApi } from '../../shared/use-api.ts'
import type { CheckoutView } from '../../state/order-state.ts'
import { givenAnswers, looksLikeMail, reasonFor, sheetsOf, wireValue } from './questions.ts'
import type { Sheet, Value } from './questions.ts'
import { type Buyer, keepTyped, useTyped } from './typed-details.ts'

export type Reasons = Readonly<Record<string, string>>

export interface Answers {
  readonly buyer: Buyer
  readonly setBuyer: (part: Partial<Buyer>) => void
  readonly sheets: readonly Sheet[]
  readonly valueOf: (id: string) => Value
  readonly setValue: (id: string, value: Value) => void
  /** Field name (as the API names it) to the reason it is wrong. */
  readonly wrong: Reasons
  /** True when nothing is wrong; else the first wrong field takes the focus. */
  readonly check: () => boolean
  readonly leave: (id: string) => void
  /** Puts the cursor into a field. */
  readonly focus: (id: string) => void
  /** Sends everything; the refusal, if there is one. Its text is empty where the fields themselves say what is wrong. */
  readonly save: (take: (order: BuyerOrder) => void, proof?: PhoneProof) => Promise<Refused | undefined>
}

/** A code that was sent to the phone. */
export interface PhoneProof {
  readonly method_id: string
  readonly code: string
}

/** The country of numbers that name none. */
export const ISRAEL = '972'

const buyerReasons = (buyer: Buyer): Record<string, string | undefined> => {
  const phone = parsePhone(ISRAEL, buyer.phone)
  return {
    name: buyer.name.trim() === '' ? 'required' : buyer.name.trim().length < 2 ? 'invalid_name' : undefined,
    phone: phone.ok ? undefined : phone.reason,
    email: buyer.email.trim() === '' || looksLikeMail(buyer.email) ? undefined : 'invalid_email',
  }
}

const focusOn = (id: string): void => {
  const field = document.getElementById(id)
  field?.scrollIntoView({ block: 'center' })
  const inside = field?.matches('input, select, textarea') ? field : field?.querySelector('input, select, textarea')
  if (inside instanceof HTMLElement) inside.focus({ preventScroll: true })
}

/** Reasons of a refusal, one for each field. */
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
  // What was ticked on this order stays ticked: an empty box would take the consent back when it is saved again.
  marketing: marketing_consent,
})

/** The buyer's details and the answers to the event's questions, from typing to the server's yes. */
export const useAnswers = (view: CheckoutView, order: BuyerOrder): Answers => {
  const api = useApi()
  const typed = useTyped(order.uuid)
  const buyer: Buyer = { ...startBuyer(order), ...typed.buyer }
  const values: Readonly<Record<string, Value>> = { ...givenAnswers(order), ...typed.values }
  const [wrong, setWrong] = useState<Reasons>({})
  const sheets = useMemo(() => sheetsOf(view.forms, view.order), [view.forms, view.order])
  const questions = sheets.flatMap((sheet) => sheet.questions)

  const judge = (): Reasons => {
    const all = {
      ...buyerReasons(buyer),
      ...Object.fromEntries(questions.map(({ id, field }) => [id, reasonFor(field, values[id])])),
    }
    return Object.fromEntries(Object.entries(all).flatMap(([id, reason]) => (reason ? [[id, reason]] : [])))
  }
  const show = (reasons: Reasons) => {
    setWrong(reasons)
    const first = ['name', 'phone', 'email', ...questions.map(({ id }) => id)].find((id) => reasons[id])
    if (first) requestAnimationFrame(() => focusOn(first))
    return first === undefined
  }
  const right = (id: string) =>
    setWrong((before) => Object.fromEntries(Object.entries(before).filter(([each]) => each !== id)))

  return {
    buyer,
    setBuyer: (part) => {
      keepTyped(order.uuid, { buyer: part })
      for (const id of Object.keys(part)) right(id)
    },
    sheets,
    valueOf: (id) => values[id],
    setValue: (id, value) => {
      keepTyped(order.uuid, { values: { [id]: value } })
      right(id)
    },
    wrong,
    check: () => show(judge()),
    leave: (id) => {
      const reason = judge()[id]
      // An empty field is not scolded for being passed by; only the button asks for it.
      if (reason && reason !== 'required') setWrong((before) => ({ ...before, [id]: reason }))
    },
    focus: (id) => void requestAnimationFrame(() => focusOn(id)),
    save: async (take, proof) => {
      const answers = questions.map(({ id, field, ticketNo }) => ({
        field_uuid: field.uuid,
        ticket_no: ticketNo,
        value: wireValue(field, values[id]),
      }))
      const answer = await api<BuyerOrder>(`/public/orders/${order.uuid}`, {
        method: 'PATCH',
        orderToken: view.token,
        // Whoever is signed in with this phone need not prove it again.
        bearer: storedToken(),
        body: {
          name: buyer.name.trim(),
          phone: buyer.phone.trim(),
          email: buyer.email.trim() || null,
          marketing_consent: buyer.marketing,
          ...(answers.length > 0 ? { answers } : {}),
          ...(proof && { phone_proof: proof }),
        },
      })
      if (answer.ok) {
        take(answer.data)
        return undefined
      }
      const isTold = answer.code === 'validation' && !show(refusedReasons(answer.detail))
      return isTold ? { ...answer, text: '' } : answer
    },
  }
}
