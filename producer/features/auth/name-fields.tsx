import { Pair } from '@kartis/ui/components/layout.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'

type NameForm = Pick<UseFormReturnType<{ readonly first_name: string; readonly last_name: string }>, 'getInputProps'>

/** First and last name of the person who signs up or joins a team. */
export function NameFields({ form }: { readonly form: NameForm }) {
  const { t } = useTranslation('auth')
  return (
    <Pair>
      <TextField label={t('register.first_name')} autoComplete="given-name" {...form.getInputProps('first_name')} />
      <TextField label={t('register.last_name')} autoComplete="family-name" {...form.getInputProps('last_name')} />
    </Pair>
  )
}
