import type { Generated } from 'kysely'
import type { TextsOf } from '../../../platform/database/localized-text.ts'
import type { GeneratedJson, GeneratedStamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

/** The name of a form in other languages. */
export type FormTexts = TextsOf<'name'>

/** A question in other languages; `options` in the order of the Hebrew ones. */
export type FieldTexts = {
  [L in 'en' | 'ar']?:
    | { name?: string | undefined; description?: string | undefined; options?: string[] | undefined }
    | undefined
}

/** Forms of a producer: questions to buyers. */
export interface FormsTable {
  id: string
  /** accounts.id */
  account_id: string
  name: string
  /** Answered once for the order, or for each ticket. */
  ask_per: Generated<'order' | 'ticket'>
  texts: GeneratedJson<FormTexts>
  archived_at: StampOrNull
  created_at: GeneratedStamp
  updated_at: GeneratedStamp
}

/** Questions of a form. Removed fields stay, because answers refer to them. */
export interface FormFieldsTable {
  id: string
  /** forms.id */
  form_id: string
  position: number
  type: string
  name: string
  description: Generated<string>
  /** Technical name for exports; null: none. */
  advanced_name: string | null
  required: Generated<boolean>
  settings: GeneratedJson<Record<string, unknown>>
  texts: GeneratedJson<FieldTexts>
  removed_at: StampOrNull
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    forms: FormsTable
    form_fields: FormFieldsTable
  }
}
