import type { FormField } from '@kartis/domain/form.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { OrderAnswersTable } from './tables.ts'

/** A question to the buyers of an event. */
export interface Question extends FormField {
  readonly uuid: string
  readonly askPer: 'order' | 'ticket'
}

export type AnswerRow = Selectable<OrderAnswersTable>

interface Row {
  readonly id: string
  readonly type: FormField['type']
  readonly name: string
  readonly required: boolean
  readonly settings: { options?: string[]; min?: number | null; max?: number | null }
  readonly ask_per: 'order' | 'ticket'
}

/** The questions of an event, in the order of its forms and their fields. */
export const readQuestions = async (db: Db | Tx, eventId: string): Promise<Question[]> => {
  const { rows } = await sql<Row>`
    select f.id, f.type, f.name, f.required, f.settings, m.ask_per
    from event_forms e
    join forms m on m.id = e.form_id and m.archived_at is null
    join form_fields f on f.form_id = m.id and f.removed_at is null
    where e.event_id = ${eventId}
    order by e.position, f.position`.execute(db)
  return rows.map(({ id, type, name, required, settings, ask_per }) => ({
    uuid: id,
    type,
    name,
    required,
    askPer: ask_per,
    options: settings.options ?? [],
    min: settings.min ?? null,
    max: settings.max ?? null,
  }))
}

export const readAnswersOf = (db: Db | Tx, eventId: string, orderId: string): Promise<AnswerRow[]> =>
  db.selectFrom('order_answers').selectAll().where('event_id', '=', eventId).where('order_id', '=', orderId).execute()

export interface AnswerWrite {
  readonly fieldId: string
  readonly ticketNo: number
  readonly question: string
  readonly type: string
  /** undefined removes the answer. */
  readonly value: unknown
}

const upsertAnswers = async (
  tx: Tx,
  eventId: string,
  orderId: string,
  answers: readonly AnswerWrite[],
): Promise<void> => {
  await sql`
    insert into order_answers (event_id, order_id, field_id, ticket_no, question, type, value)
    select ${eventId}::uuid, ${orderId}::uuid, x.field_id, x.ticket_no, x.question, x.type, x.value::jsonb
    from unnest(
      ${answers.map(({ fieldId }) => fieldId)}::uuid[], ${answers.map(({ ticketNo }) => ticketNo)}::int[],
      ${answers.map(({ question }) => question)}::text[], ${answers.map(({ type }) => type)}::text[],
      ${answers.map(({ value }) => JSON.stringify(value))}::text[]
    ) as x (field_id, ticket_no, question, type, value)
    on conflict (event_id, order_id, field_id, ticket_no)
    do update set question = excluded.question, type = excluded.type, value = excluded.value`.execute(tx)
}

const deleteAnswers = async (
  tx: Tx,
  eventId: string,
  orderId: string,
  blank: readonly AnswerWrite[],
): Promise<void> => {
  await sql`
    delete from order_answers a
    using unnest(${blank.map(({ fieldId }) => fieldId)}::uuid[], ${blank.map(({ ticketNo }) => ticketNo)}::int[])
      as x (field_id, ticket_no)
    where a.event_id = ${eventId} and a.order_id = ${orderId}
      and a.field_id = x.field_id and a.ticket_no = x.ticket_no`.execute(tx)
}

/** Writes these answers and leaves the others. The question is stored with its answer, so that it outlives a changed form. */
export const saveOrderAnswers = async (
  tx: Tx,
  eventId: string,
  orderId: string,
  answers: readonly AnswerWrite[],
): Promise<void> => {
  const filled = answers.filter(({ value }) => value !== undefined)
  const blank = answers.filter(({ value }) => value === undefined)
  if (filled.length > 0) await upsertAnswers(tx, eventId, orderId, filled)
  if (blank.length > 0) await deleteAnswers(tx, eventId, orderId, blank)
}
