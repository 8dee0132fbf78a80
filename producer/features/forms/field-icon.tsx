import type { FieldType } from '@kartis/domain/form.ts'
import {
  IconAdjustmentsHorizontal,
  IconAt,
  IconCalendarEvent,
  IconCheckbox,
  IconHash,
  IconLetterCase,
  IconListCheck,
  IconPaperclip,
  IconPhone,
  IconSelector,
} from '@tabler/icons-react'

const ICONS = {
  text: IconLetterCase,
  phone: IconPhone,
  email: IconAt,
  number: IconHash,
  date: IconCalendarEvent,
  range: IconAdjustmentsHorizontal,
  select: IconSelector,
  checkbox: IconCheckbox,
  checkboxes: IconListCheck,
  file: IconPaperclip,
} satisfies Record<FieldType, unknown>

export function FieldIcon({ type }: { readonly type: FieldType }) {
  const Glyph = ICONS[type]
  return <Glyph size={20} stroke={1.75} aria-hidden />
}
