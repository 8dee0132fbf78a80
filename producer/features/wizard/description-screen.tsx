import { EVENT } from '@kartis/domain/limits.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/parts/card.tsx'
import { FieldTold } from '@kartis/ui/parts/field.tsx'
import { Soft, Stack } from '@kartis/ui/parts/layout.tsx'
import { Bone, Loading } from '@kartis/ui/parts/skeleton.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { StepView } from './step-form.ts'
import { WizardStep } from './wizard-step.tsx'

const RichEditor = lazy(async () => ({ default: (await import('./rich-editor.tsx')).RichEditor }))

/** Step 5: the text of the sale page. */
export function DescriptionScreen() {
  return <WizardStep step="description" Fields={DescriptionFields} />
}

/** The count is only worth saying when the end comes near. */
const SAYS_FROM = EVENT.maxDescriptionChars * 0.8

function DescriptionFields({ form }: StepView) {
  const { t } = useTranslation('wizard')
  const lang = useLang()
  const error = form.errors['description']
  const used = form.values.description.length
  return (
    <Card>
      <Stack>
        <Suspense
          fallback={
            <Loading>
              <Bone tall="22rem" />
            </Loading>
          }
        >
          <RichEditor
            label={t('description.label')}
            placeholder={t('description.placeholder')}
            value={form.values.description}
            onChange={(html) => form.setFieldValue('description', html)}
          />
        </Suspense>
        {error && <FieldTold id="description-told" error={error} />}
        {!error && used > SAYS_FROM && (
          <Soft small>
            {t('description.left', {
              used: numberText(used, lang),
              most: numberText(EVENT.maxDescriptionChars, lang),
            })}
          </Soft>
        )}
      </Stack>
    </Card>
  )
}
