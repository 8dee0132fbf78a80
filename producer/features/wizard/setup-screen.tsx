import { listCategories } from '@kartis/contract/events.ts'
import { EVENT } from '@kartis/domain/limits.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { ManyPills } from '@kartis/ui/components/choice-pills.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { SkeletonBlock, Loading } from '@kartis/ui/components/skeleton.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { TextsEditor, translationOf } from '../../shared/texts-editor.tsx'
import { ArtistsField } from './artists-field.tsx'
import type { EventDraft } from './event-draft.ts'
import type { StepView } from './step-form.ts'
import { WizardStep } from './wizard-step.tsx'

/** Step 1: name, artists and one to four categories. */
export function SetupScreen() {
  return <WizardStep step="setup" Fields={SetupFields} />
}

const artistTexts = ({ artists_texts: texts }: EventDraft, artist: string) =>
  Object.hasOwn(texts, artist) ? texts[artist] : undefined

function SetupFields({ form }: StepView) {
  const { t } = useTranslation('wizard')
  return (
    <>
      <Card title={t('setup.card')}>
        <Stack gap="wide">
          <TextField
            label={t('setup.name')}
            hint={t('setup.name_hint')}
            placeholder={t('setup.name_example')}
            maxLength={EVENT.maxNameChars}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <ArtistsField value={form.values.artists} onChange={(artists) => form.setFieldValue('artists', artists)} />
          <TextsEditor
            bare
            texts={form.values.artists.map((artist) => ({
              label: t('setup.artist'),
              original: artist,
              maxLength: 120,
              ...translationOf(artistTexts(form.values, artist), 'name', (texts) =>
                form.setFieldValue('artists_texts', { ...form.values.artists_texts, [artist]: texts }),
              ),
              key: artist,
            }))}
          />
        </Stack>
      </Card>
      <Card title={t('setup.categories_card')}>
        <Categories form={form} />
      </Card>
    </>
  )
}

function Categories({ form }: Pick<StepView, 'form'>) {
  const { t } = useTranslation('wizard')
  const lang = useLang()
  const categories = useQuery({
    queryKey: ['categories', lang],
    queryFn: async () => (await api(listCategories, { query: { per_page: 100 } })).data,
    staleTime: Infinity,
  })
  const chosen = form.values.categories
  return (
    <WhenLoaded
      query={categories}
      skeleton={
        <Loading>
          <SkeletonBlock tall="6rem" />
        </Loading>
      }
    >
      {(all) => (
        <ManyPills
          even
          label={t('setup.categories')}
          hint={t('setup.categories_hint', { count: chosen.length })}
          choices={all.map(({ uuid, name }) => ({ value: uuid, label: name }))}
          value={chosen}
          max={EVENT.maxCategories}
          onChange={(next) => form.setFieldValue('categories', next)}
          error={form.errors['categories']}
        />
      )}
    </WhenLoaded>
  )
}
