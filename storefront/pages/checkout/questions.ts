import { numberBounds } from '@kartis/domain/form.ts'
import { isEmail } from '@kartis/domain/text.ts'
import type { PublicEvent } from '@kartis/contract/public-events.ts'
import type { BuyerOrder } from '@kartis/contract/public-orders.ts'

type Form = PublicEvent['forms'][number]
export type Field = Form['fields'][number]
export type Value = string | number | boolean | readonly string[] | undefined

/** One question in its place: for the whole order (`ticketNo` 0) or for one ticket (from 1). */
export interface Question {
  readonly id: string
  readonly field: Field
  readonly ticketNo: number
}

export interface QuestionGroup {
  readonly id: string
  /** 0: asked once; else the number of the ticket. */
  readonly ticketNo: number
  /** The ticket type's name, where a ticket is meant. */
  readonly ticket: string
  readonly questions: readonly Question[]
}

/** The name that the API uses for an answer in a refusal. */
export const questionId = (field: string, ticketNo: number): string =>
  ticketNo === 0 ? `answers.${field}` : `answers.${field}.${ticketNo}`

const groupOf = (form: Form, ticketNo: number, ticket: string): QuestionGroup => ({
  id: `${form.uuid}.${ticketNo}`,
  ticketNo,
  ticket,
  questions: form.fields.map((field) => ({ id: questionId(field.uuid, ticketNo), field, ticketNo })),
})

/** The event's forms as this order answers them: once, or once for every ticket. */
export const questionGroupsOf = (forms: PublicEvent['forms'], order: BuyerOrder): readonly QuestionGroup[] => {
  const tickets = order.items.flatMap((item) => Array.from({ length: item.quantity }, () => item.name))
  return forms
    .filter((form) => form.fields.length > 0)
    .flatMap((form) =>
      form.ask_per === 'order'
        ? [groupOf(form, 0, '')]
        : tickets.map((ticket, place) => groupOf(form, place + 1, ticket)),
    )
}

/** The answers that the order has: after a reload they fill the fields again. */
export const savedAnswers = (order: BuyerOrder): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    order.answers.map((answer) => [questionId(answer.field_uuid, answer.ticket_no), answer.value as Value]),
  )

const isBlank = (value: Value): boolean =>
  value === undefined || value === false || value === '' || (Array.isArray(value) && value.length === 0)

/** The reason that the browser can find itself; the server validates again. */
export const reasonFor = (field: Field, value: Value): string | undefined => {
  if (isBlank(value)) return field.required ? 'required' : undefined
  if (field.type === 'email' && !isEmail(String(value).trim())) return 'invalid_email'
  if (field.type !== 'number' && field.type !== 'range') return undefined
  const number = Number(value)
  if (!Number.isFinite(number)) return 'not_a_number'
  const { min, max } = numberBounds(field)
  return number < min || number > max ? 'out_of_range' : undefined
}

/** The value as the API takes it: numbers as numbers, no answer as null. */
export const apiValue = (field: Field, value: Value): unknown => {
  if (isBlank(value)) return null
  return field.type === 'number' || field.type === 'range' ? Number(value) : value
}
