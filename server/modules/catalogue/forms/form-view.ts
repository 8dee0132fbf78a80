import type { Form, FormField, PublicField } from '@kartis/contract/forms.ts'
import { can, type Role } from '@kartis/domain/permissions.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { languagesFor, textIn } from '../../../platform/database/localized-text.ts'
import type { FieldRow, FormRow } from './forms-queries.ts'

const viewQuestion = (row: FieldRow) => ({
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

const viewField = (row: FieldRow): FormField => ({ ...viewQuestion(row), texts: row.texts })

/** The options in the reader's language, each on its own: what Arabic lacks is read in English, what both lack in Hebrew. */
const optionLabels = ({ settings, texts }: FieldRow, lang: Lang): string[] =>
  (settings.options ?? []).map(
    (option, index) =>
      languagesFor(lang)
        .map((each) => texts[each]?.options?.[index])
        .find(Boolean) ?? option,
  )

const viewPublicField = (row: FieldRow, lang: Lang): PublicField => ({
  ...viewQuestion(row),
  name: textIn(row.texts, lang, 'name') ?? row.name,
  description: textIn(row.texts, lang, 'description') ?? row.description,
  option_labels: optionLabels(row, lang),
})

export const viewForm = (row: FormRow, fields: readonly FieldRow[], role: Role): Form => ({
  uuid: row.id,
  name: row.name,
  ask_per: row.ask_per,
  texts: row.texts,
  fields: fields.filter((field) => field.form_id === row.id).map(viewField),
  events_count: row.events_count,
  answers_count: row.answers_count,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  can: { edit: can(role, 'form.edit'), delete: can(role, 'form.edit') && row.coming_events_count === 0 },
})

export type PublicForm = Pick<Form, 'uuid' | 'name' | 'ask_per'> & { fields: PublicField[] }

/** A form as the buyer sees it: in the buyer's language, without counts and history. */
export const viewPublicForm = (
  row: Pick<FormRow, 'id' | 'name' | 'ask_per' | 'texts'>,
  fields: readonly FieldRow[],
  lang: Lang,
): PublicForm => ({
  uuid: row.id,
  name: textIn(row.texts, lang, 'name') ?? row.name,
  ask_per: row.ask_per,
  fields: fields.filter((field) => field.form_id === row.id).map((field) => viewPublicField(field, lang)),
})
