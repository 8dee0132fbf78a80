import type { FieldReasons } from '@kartis/domain/reason.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { orderFileSlots } from '../../people/attachments/index.ts'
import type { AnswerWrite, Question } from '../orders/index.ts'
import { answerField } from './validate-details.ts'

/** The place of the file that answers a question of an order (ticket number 0) or of one of its tickets. */
export const answerSlot = (questionId: string, ticketNo: number): string => `answer:${questionId}:${ticketNo}`

/**
 * Why answers to file questions are refused: an answer names the file that was uploaded to this order for this question
 * and ticket, and no other. One statement for any number of answers, none without file answers.
 */
export const fileReasons = async (
  tx: Tx,
  orderId: string,
  questions: readonly Question[],
  answers: readonly AnswerWrite[],
): Promise<FieldReasons> => {
  const files = answers.filter(({ type, value }) => type === 'file' && value !== undefined)
  if (files.length === 0) return {}
  const slots = await orderFileSlots(tx, orderId)
  const perOrder = new Set(questions.filter(({ askPer }) => askPer === 'order').map(({ uuid }) => uuid))
  return Object.fromEntries(
    files
      .filter(
        ({ fieldId, ticketNo, value }) => slots.get(String(value).toLowerCase()) !== answerSlot(fieldId, ticketNo),
      )
      .map(({ fieldId, ticketNo }) => {
        const askPer = perOrder.has(fieldId) ? ('order' as const) : ('ticket' as const)
        return [answerField({ uuid: fieldId, askPer }, ticketNo), ['unknown_file' as const]]
      }),
  )
}
