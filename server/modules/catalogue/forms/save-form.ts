import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { createForm, updateForm } from '@kartis/contract/forms.ts'
import { formReasons } from '@kartis/domain/form.ts'
import { hasReasons } from '@kartis/domain/reason.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { tidyTexts } from '../../../platform/database/localized-text.ts'
import {
  archiveFormRow,
  fieldRows,
  type FieldRow,
  type FieldWrite,
  formRow,
  insertForm,
  replaceFields,
  updateFormRow,
} from './forms-queries.ts'
import type { FieldTexts } from './tables.ts'

type Fields = BodyOf<typeof createForm>['fields']

/** The texts of a question that is sent without any: an option keeps its texts at its new place. */
const textsBefore = (before: FieldRow | undefined, options: readonly string[]): FieldTexts => {
  const old = before?.settings.options ?? []
  return tidyTexts(
    Object.fromEntries(
      Object.entries(before?.texts ?? {}).map(([lang, own]) => [
        lang,
        {
          ...own,
          ...(own?.options && { options: options.map((option) => own.options?.[old.indexOf(option)] ?? '') }),
        },
      ]),
    ),
  )
}

/** A field keeps its id while its type stays; a changed type creates a new field, so that old answers still match their question. */
const writesOf = (fields: Fields, existing: readonly FieldRow[], newId: () => string): FieldWrite[] =>
  fields.map((field) => {
    const before = existing.find((row) => row.id === field.uuid && row.type === field.type)
    return {
      id: before?.id ?? newId(),
      type: field.type,
      name: field.name,
      description: field.description,
      advanced_name: field.advanced || null,
      required: field.required,
      settings: { options: field.options, min: field.min ?? null, max: field.max ?? null },
      texts: field.texts ? tidyTexts(field.texts) : textsBefore(before, field.options),
    }
  })

/** Creates a form with its fields and returns its id. Refusal: `validation`. */
export const createFormOf = async (
  platform: Platform,
  accountId: string,
  draft: BodyOf<typeof createForm>,
  now: Date,
): Promise<string | Refusal> => {
  const fields = formReasons(draft)
  if (hasReasons(fields)) return refuse('validation', { fields })
  return inTransaction(platform.db, async (tx) => {
    const id = platform.newId()
    const texts = tidyTexts(draft.texts ?? {})
    await insertForm(tx, { id, account_id: accountId, name: draft.name, ask_per: draft.ask_per, texts })
    await replaceFields(tx, id, writesOf(draft.fields, [], platform.newId), now)
    return id
  })
}

/** Updates the sent parts of a form; `fields` replaces all fields. Refusals: `not_found`, `validation`. */
export const changeForm = async (
  platform: Platform,
  accountId: string,
  id: string,
  change: BodyOf<typeof updateForm>,
  now: Date,
): Promise<string | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const before = await formRow(tx, accountId, id)
    if (!before) return refuse('not_found')
    const existing = await fieldRows(tx, [id])
    const nextFields =
      change.fields ??
      existing.map((row) => ({
        ...row,
        type: row.type as Fields[number]['type'],
        advanced: row.advanced_name,
        options: row.settings.options ?? [],
        min: row.settings.min,
        max: row.settings.max,
      }))
    const fields = formReasons({ name: change.name ?? before.name, fields: nextFields })
    if (hasReasons(fields)) return refuse('validation', { fields })
    await updateFormRow(
      tx,
      id,
      {
        ...(change.name && { name: change.name }),
        ...(change.ask_per && { ask_per: change.ask_per }),
        ...(change.texts && { texts: tidyTexts(change.texts) }),
      },
      now,
    )
    if (change.fields) await replaceFields(tx, id, writesOf(change.fields, existing, platform.newId), now)
    return id
  })

/** Archives a form; its answers keep their questions. Refusals: `not_found`, `form_in_use` while an upcoming event uses it. */
export const removeForm = async (
  platform: Platform,
  accountId: string,
  id: string,
  now: Date,
): Promise<true | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const form = await formRow(tx, accountId, id)
    if (!form) return refuse('not_found')
    if (form.coming_events_count > 0) return refuse('form_in_use', { detail: { events: form.coming_events_count } })
    await archiveFormRow(tx, id, now)
    return true
  })
