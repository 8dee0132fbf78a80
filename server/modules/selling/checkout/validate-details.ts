import { answerReasons, cleanAnswer } from '@kartis/domain/form.ts'
import { COUNTRIES, parsePhone } from '@kartis/domain/phone.ts'
import type { FieldReasons, Reason } from '@kartis/domain/reason.ts'
import { isEmail, isPersonName, tidy } from '@kartis/domain/text.ts'
import type { AnswerWrite, Question } from '../orders/index.ts'

/** What a buyer typed; a missing field stays as it is. */
export interface TypedDetails {
  readonly name?: string | undefined
  readonly phone?: string | undefined
  readonly phone_country_code?: string | undefined
  readonly email?: string | null | undefined
  readonly answers?:
    | readonly { readonly field_uuid: string; readonly ticket_no: number; readonly value: unknown }[]
    | undefined
}

export interface ValidatedDetails {
  readonly reasons: FieldReasons
  readonly name?: string
  /** E.164 */
  readonly phone?: string
  readonly email?: string | null
  readonly answers: readonly AnswerWrite[]
}

/**
 * The name of an answer in a refusal: `answers.{field uuid}` for a question of the order,
 * `answers.{field uuid}.{ticket number}` for one that is asked for every ticket.
 */
export const answerField = (question: Pick<Question, 'uuid' | 'askPer'>, ticketNo: number): string =>
  question.askPer === 'order' ? `answers.${question.uuid}` : `answers.${question.uuid}.${ticketNo}`

const nameReasons = (name: string): Reason[] => {
  if (name.trim() === '') return ['required']
  return isPersonName(name) ? [] : ['invalid_name']
}

const isInRange = (question: Question, ticketNo: number, tickets: number): boolean =>
  question.askPer === 'order' ? ticketNo === 0 : ticketNo >= 1 && ticketNo <= tickets

const validateAnswers = (typed: TypedDetails['answers'], questions: readonly Question[], tickets: number) => {
  const byId = new Map(questions.map((question) => [question.uuid, question]))
  const reasons: Record<string, Reason[]> = {}
  const clean = new Map<string, AnswerWrite>()
  for (const { field_uuid, ticket_no, value } of typed ?? []) {
    const question = byId.get(field_uuid.toLowerCase())
    if (!question || !isInRange(question, ticket_no, tickets)) {
      reasons[`answers.${field_uuid}`] = ['unknown_field']
      continue
    }
    const field = answerField(question, ticket_no)
    const reason = answerReasons(question, value)
    if (reason.length > 0) reasons[field] = reason
    // The last answer to a question counts.
    clean.set(field, {
      fieldId: question.uuid,
      ticketNo: ticket_no,
      question: question.name,
      type: question.type,
      value: cleanAnswer(question, value),
    })
  }
  return { reasons, answers: [...clean.values()] }
}

/** Validates typed details and puts them into the form in which they are stored. Nothing is stored unless all of them are valid. */
export const validateDetails = (
  typed: TypedDetails,
  questions: readonly Question[],
  tickets: number,
): ValidatedDetails => {
  const { answers, reasons } = validateAnswers(typed.answers, questions, tickets)
  const valid: { name?: string; phone?: string; email?: string | null } = {}
  if (typed.name !== undefined) {
    const reason = nameReasons(typed.name)
    if (reason.length > 0) reasons['name'] = reason
    valid.name = tidy(typed.name)
  }
  if (typed.phone !== undefined) {
    const phone = parsePhone(typed.phone_country_code ?? COUNTRIES[0]?.code ?? '', typed.phone)
    if (phone.ok) valid.phone = phone.e164
    else reasons['phone'] = [phone.reason]
  }
  if (typed.email !== undefined) {
    const email = typed.email?.trim() || null
    if (email !== null && !isEmail(email)) reasons['email'] = ['invalid_email']
    valid.email = email
  }
  return { reasons, answers, ...valid }
}

/** The details that are missing for the payment, by the field names of `validateDetails`. */
export const missingDetails = (
  order: { readonly name: string | null; readonly phone: string | null; readonly tickets: number },
  questions: readonly Question[],
  answers: readonly { readonly field_id: string; readonly ticket_no: number }[],
): FieldReasons => {
  const answered = new Set(answers.map((answer) => `${answer.field_id} ${answer.ticket_no}`))
  const places = Array.from({ length: order.tickets }, (_, place) => place + 1)
  const open = questions
    .filter((question) => question.required === true)
    .flatMap((question) =>
      (question.askPer === 'order' ? [0] : places)
        .filter((ticketNo) => !answered.has(`${question.uuid} ${ticketNo}`))
        .map((ticketNo) => [answerField(question, ticketNo), ['required' as const]] as const),
    )
  return {
    ...(order.name === null && { name: ['required' as const] }),
    ...(order.phone === null && { phone: ['required' as const] }),
    ...Object.fromEntries(open),
  }
}
