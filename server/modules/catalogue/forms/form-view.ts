import type { Form, FormField } from '@kartis/contract/forms.ts'
import { can, type Role } from '@kartis/domain/permissions.ts'
import type { FieldRow, FormRow } from './forms-queries.ts'

const viewField = (row: FieldRow): FormField => ({
  uuid: row.id,
  type: row.type as FormField['type'],
  name: row.name,
  description: row.description,
  advanced: row.advanced_name,
  required: row.required,
  options: row.settings.options ?? [],
  min: row.settings.min ?? null,
  max: row.settings.max ?? null,
})

export const viewForm = (row: FormRow, fields: readonly FieldRow[], role: Role): Form => ({
  uuid: row.id,
  name: row.name,
  ask_per: row.ask_per,
  fields: fields.filter((field) => field.form_id === row.id).map(viewField),
  events_count: row.events_count,
  answers_count: row.answers_count,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  can: { edit: can(role, 'form.edit'), delete: can(role, 'form.edit') && row.coming_events_count === 0 },
})

export type PublicForm = Pick<Form, 'uuid' | 'name' | 'ask_per' | 'fields'>

/** A form as the buyer sees it: without counts and history. */
export const viewPublicForm = (
  row: Pick<FormRow, 'id' | 'name' | 'ask_per'>,
  fields: readonly FieldRow[],
): PublicForm => ({
  uuid: row.id,
  name: row.name,
  ask_per: row.ask_per,
  fields: fields.filter((field) => field.form_id === row.id).map(viewField),
})
