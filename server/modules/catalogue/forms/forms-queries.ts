import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { asJson, containing, countAll, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { FieldTexts, FormTexts } from './tables.ts'

export interface FormRow {
  id: string
  name: string
  ask_per: 'order' | 'ticket'
  texts: FormTexts
  created_at: Date
  updated_at: Date
  events_count: number
  answers_count: number
  coming_events_count: number
}

export interface FieldRow {
  id: string
  form_id: string
  type: string
  name: string
  description: string
  advanced_name: string | null
  required: boolean
  settings: { options?: string[]; min?: number | null; max?: number | null }
  texts: FieldTexts
}

const formRows = (db: Db | Tx, accountId: string) =>
  db
    .selectFrom('forms')
    .where('account_id', '=', accountId)
    .where('archived_at', 'is', null)
    .select(['id', 'name', 'ask_per', 'texts', 'created_at', 'updated_at'])
    .select([
      sql<number>`(select count(*) from event_forms l where l.form_id = forms.id)::int`.as('events_count'),
      sql<number>`(select count(*) from event_forms l join events e on e.id = l.event_id
        where l.form_id = forms.id and e.ends_at > now() and e.status <> 'archived')::int`.as('coming_events_count'),
      sql<number>`(select count(*) from event_forms l join order_answers a on a.event_id = l.event_id
        join form_fields f on f.id = a.field_id and f.form_id = forms.id where l.form_id = forms.id)::int`.as(
        'answers_count',
      ),
    ])

export const listFormRows = async (
  db: Db,
  accountId: string,
  query: PageOf & { search: string | undefined; column: 'name' | 'created_at'; direction: 'asc' | 'desc' },
): Promise<{ rows: FormRow[]; total: number }> => {
  const search = query.search ? containing(query.search) : undefined
  const rows = await formRows(db, accountId)
    .$if(search !== undefined, (q) => q.where('name', 'ilike', search ?? ''))
    .orderBy(query.column, query.direction)
    .orderBy('id')
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { n } = await db
    .selectFrom('forms')
    .where('account_id', '=', accountId)
    .where('archived_at', 'is', null)
    .$if(search !== undefined, (q) => q.where('name', 'ilike', search ?? ''))
    .select(countAll.as('n'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

export const formRow = async (db: Db | Tx, accountId: string, id: string): Promise<FormRow | undefined> =>
  formRows(db, accountId).where('id', '=', id).executeTakeFirst()

export const formRowsOf = async (db: Db | Tx, accountId: string, ids: readonly string[]): Promise<FormRow[]> =>
  ids.length === 0
    ? []
    : formRows(db, accountId)
        .where(sql<boolean>`forms.id = any(${[...ids]}::uuid[])`)
        .execute()

export const fieldRows = async (db: Db | Tx, formIds: readonly string[]): Promise<FieldRow[]> =>
  formIds.length === 0
    ? []
    : ((await db
        .selectFrom('form_fields')
        .where(sql<boolean>`form_id = any(${[...formIds]}::uuid[])`)
        .where('removed_at', 'is', null)
        .orderBy('position')
        .select(['id', 'form_id', 'type', 'name', 'description', 'advanced_name', 'required', 'settings', 'texts'])
        .execute()) as FieldRow[])

export interface FieldWrite {
  id: string
  type: string
  name: string
  description: string
  advanced_name: string | null
  required: boolean
  settings: FieldRow['settings']
  texts: FieldTexts
}

export const insertForm = async (
  tx: Tx,
  { texts, ...row }: { id: string; account_id: string; name: string; ask_per: 'order' | 'ticket'; texts: FormTexts },
): Promise<void> => {
  await tx
    .insertInto('forms')
    .values({ ...row, texts: asJson(texts) })
    .execute()
}

export const updateFormRow = async (
  tx: Tx,
  id: string,
  { texts, ...change }: { name?: string; ask_per?: 'order' | 'ticket'; texts?: FormTexts },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('forms')
    .set({ ...change, ...(texts && { texts: asJson(texts) }), updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Writes the fields of a form: existing ones are updated, new ones inserted, missing ones marked as removed so that their answers still have a question. */
export const replaceFields = async (
  tx: Tx,
  formId: string,
  fields: readonly FieldWrite[],
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('form_fields')
    .set({ removed_at: now })
    .where('form_id', '=', formId)
    .where(sql<boolean>`not (id = any(${fields.map((field) => field.id)}::uuid[]))`)
    .where('removed_at', 'is', null)
    .execute()
  if (fields.length === 0) return
  await tx
    .insertInto('form_fields')
    .values(
      fields.map((field, position) => ({
        ...field,
        settings: asJson(field.settings),
        texts: asJson(field.texts),
        form_id: formId,
        position,
        removed_at: null,
      })),
    )
    .onConflict((oc) =>
      oc.column('id').doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        name: eb.ref('excluded.name'),
        description: eb.ref('excluded.description'),
        advanced_name: eb.ref('excluded.advanced_name'),
        required: eb.ref('excluded.required'),
        settings: eb.ref('excluded.settings'),
        texts: eb.ref('excluded.texts'),
        removed_at: null,
      })),
    )
    .execute()
}

export const archiveFormRow = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx.updateTable('forms').set({ archived_at: now }).where('id', '=', id).execute()
}
