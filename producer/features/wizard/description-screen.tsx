import { EVENT } from '@kartis/domain/limits.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { DEFAULT_LANG, directionOf } from '@kartis/i18n/lang.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { FieldMessage } from '@kartis/ui/components/field.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { SkeletonBlock, Loading } from '@kartis/ui/components/skeleton.tsx'
import { TextArea, TextField } from '@kartis/ui/components/text-field.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage, OtherLanguages, type OtherLang } from '../../shared/other-languages.tsx'
import type { EventDraft } from './event-draft.ts'
import type { StepView } from './step-form.ts'
import { WizardStep } from './wizard-step.tsx'

const RichEditor = lazy(async () => ({ default: (await import('./rich-editor.tsx')).RichEditor }))

/** Step 5: the text of the sale page. */
export function DescriptionScreen() {
  return <WizardStep step="description" Fields={DescriptionFields} />
}

/** The character count shows from this length. */
const COUNT_SHOWN_FROM = EVENT.maxDescriptionChars * 0.8

interface EditorProps {
  readonly form: StepView['form']
  readonly field: 'description' | `description_${OtherLang}`
  readonly label: string
  readonly placeholder: string
}

function Editor({ form, field, label, placeholder }: EditorProps) {
  const { t } = useTranslation('wizard')
  const lang = useLang()
  const error = form.errors[field]
  const used = form.values[field].length
  return (
    <>
      <Suspense
        fallback={
          <Loading>
            <SkeletonBlock tall="22rem" />
          </Loading>
        }
      >
        <RichEditor
          label={label}
          placeholder={placeholder}
          value={form.values[field]}
          onChange={(html) => form.setFieldValue(field, html)}
        />
      </Suspense>
      {error && <FieldMessage id={`${field}-message`} error={error} />}
      {!error && used > COUNT_SHOWN_FROM && (
        <Soft small>
          {t('description.left', {
            used: numberText(used, lang),
            most: numberText(EVENT.maxDescriptionChars, lang),
          })}
        </Soft>
      )}
    </>
  )
}

/** The description and the accessibility note are translated where there are any. */
const translatedOf = (values: EventDraft, lang: OtherLang) => {
  const texts = [
    values[`name_${lang}`],
    ...(values.description === '' ? [] : [values[`description_${lang}`]]),
    ...(values.accessibility.trim() === '' ? [] : [values.texts[lang]?.accessibility ?? '']),
  ]
  return { filled: texts.filter((text) => text.trim() !== '').length, total: texts.length }
}

function DescriptionFields({ form }: StepView) {
  const { t } = useTranslation('wizard')
  return (
    <>
      <Card>
        {/* list bullets follow the direction of the text's language, not of the app's */}
        <Stack dir={directionOf(DEFAULT_LANG)}>
          <Editor
            form={form}
            field="description"
            label={t('description.label')}
            placeholder={t('description.placeholder')}
          />
        </Stack>
      </Card>
      <Card title={t('description.accessibility_card')}>
        <TextArea
          label={t('description.accessibility')}
          hint={t('description.accessibility_hint')}
          placeholder={t('description.accessibility_example')}
          optional
          rows={2}
          maxLength={EVENT.maxAccessibilityChars}
          {...form.getInputProps('accessibility')}
        />
      </Card>
      <OtherLanguages wide translated={(lang) => translatedOf(form.values, lang)}>
        {(lang) => (
          <>
            <TextField
              label={t(`description.name_${lang}`)}
              hint={<bdi lang="he">{form.values.name}</bdi>}
              optional
              {...inLanguage(lang)}
              maxLength={EVENT.maxNameChars}
              {...form.getInputProps(`name_${lang}`)}
            />
            <div dir={directionOf(lang)}>
              <Editor
                form={form}
                field={`description_${lang}`}
                label={t(`description.label_${lang}`)}
                placeholder={t(`description.label_${lang}`)}
              />
            </div>
            {form.values.accessibility.trim() !== '' && (
              <TextArea
                label={t('description.accessibility')}
                hint={<bdi lang="he">{form.values.accessibility}</bdi>}
                optional
                {...inLanguage(lang)}
                rows={2}
                maxLength={EVENT.maxAccessibilityChars}
                value={form.values.texts[lang]?.accessibility ?? ''}
                onChange={(event) =>
                  form.setFieldValue('texts', {
                    ...form.values.texts,
                    [lang]: { ...form.values.texts[lang], accessibility: event.target.value },
                  })
                }
              />
            )}
          </>
        )}
      </OtherLanguages>
    </>
  )
}
