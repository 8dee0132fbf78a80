import { OPTION_TYPES } from '@kartis/domain/form.ts'
import { FORM } from '@kartis/domain/limits.ts'
import { useTranslation } from 'react-i18next'
import { TextsEditor, type TranslatedText, translationOf } from '../../shared/texts-editor.tsx'
import { type FieldValues, type FormValues, withOptionText } from './form-values.ts'

interface FormTextsProps {
  readonly values: FormValues
  readonly onChange: (values: FormValues) => void
}

/** The form and all of its questions in other languages, in the order in which they are asked. */
export function FormTexts({ values, onChange }: FormTextsProps) {
  const { t } = useTranslation('forms')
  const setField = (index: number, field: FieldValues) =>
    onChange({ ...values, fields: values.fields.map((each, at) => (at === index ? field : each)) })
  const questionTexts = (field: FieldValues, index: number): TranslatedText[] => {
    const text = (part: 'name' | 'description') => ({
      ...translationOf(field.texts, part, (texts) =>
        setField(index, { ...field, texts: { ...field.texts, ...texts } }),
      ),
      key: `${field.key}.${part}`,
      original: field[part],
    })
    const options = OPTION_TYPES.includes(field.type) ? field.options : []
    return [
      { ...text('name'), label: t('texts.question', { place: index + 1 }), maxLength: FORM.maxNameChars },
      { ...text('description'), label: t('field.description'), maxLength: 1000, isLong: true },
      ...options.map((option, at) => ({
        key: `${field.key}.options.${at}`,
        label: t('field.option', { place: at + 1 }),
        original: option,
        maxLength: 200,
        value: (lang: 'en' | 'ar') => field.texts?.[lang]?.options?.[at] ?? '',
        onChange: (lang: 'en' | 'ar', typed: string) =>
          setField(index, withOptionText(field, lang, { index: at, text: typed })),
      })),
    ]
  }
  const name = {
    ...translationOf(values.texts, 'name', (texts) => onChange({ ...values, texts })),
    label: t('edit.name'),
    original: values.name,
    maxLength: 120,
  }
  return <TextsEditor texts={[name, ...values.fields.flatMap(questionTexts)]} />
}
