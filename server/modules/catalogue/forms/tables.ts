import type { Generated } from 'kysely'
import type { GeneratedJson, GeneratedStamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

export interface FormsTable {
  id: string
  account_id: string
  name: string
  ask_per: Generated<'order' | 'ticket'>
  archived_at: StampOrNull
  created_at: GeneratedStamp
  updated_at: GeneratedStamp
}

export interface FormFieldsTable {
  id: string
  form_id: string
  position: number
  type: string
  name: string
  description: Generated<string>
  advanced_name: string | null
  required: Generated<boolean>
  settings: GeneratedJson<Record<string, unknown>>
  removed_at: StampOrNull
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    forms: FormsTable
    form_fields: FormFieldsTable
  }
}
