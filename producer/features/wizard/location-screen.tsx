import { useLang } from '@kartis/ui/use-lang.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { commaText } from '@kartis/i18n/format.ts'
import { listVenues, type Venue } from '@kartis/contract/venues.ts'
import { buttonClass } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { IconBuildingCommunity, IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ADDRESS_CHARS, AddressFields } from '../../shared/address-fields.tsx'
import { api } from '../../shared/api.ts'
import type { OtherLang } from '../../shared/other-languages.tsx'
import { TextsEditor, translationOf } from '../../shared/texts-editor.tsx'
import type { StepView } from './step-form.ts'
import style from './location.module.css'
import { WizardStep } from './wizard-step.tsx'

/** Step 2: a saved venue or an address, with a navigation link. */
export function LocationScreen() {
  return <WizardStep step="location" Fields={LocationFields} />
}

function LocationFields({ form }: StepView) {
  const { t } = useTranslation(['wizard', 'venues'])
  return (
    <>
      <VenueChoice form={form} />
      <Card title={t('location.card')}>
        <Stack gap="wide">
          <TextField
            label={t('location.place')}
            placeholder={t('location.place_example')}
            icon={<IconMapPin size={20} stroke={1.75} aria-hidden />}
            maxLength={200}
            autoComplete="off"
            {...form.getInputProps('address_description')}
          />
          <AddressFields form={form} />
          <PlaceTexts form={form} />
          <WazeLink {...form.values} />
        </Stack>
      </Card>
    </>
  )
}

/** The place in other languages. While a venue is chosen, its own texts stand in for those that the event lacks. */
function PlaceTexts({ form }: Pick<StepView, 'form'>) {
  const { t } = useTranslation(['wizard', 'venues'])
  const { values } = form
  const venue = useVenues().data?.find(({ uuid }) => uuid === values.venue_uuid)
  const text = (field: 'address_description' | 'address_street' | 'address_city', maxLength: number) => {
    const own = field === 'address_description' ? ('name' as const) : field
    return {
      original: values[field],
      maxLength,
      instead: venue && values[field] === venue[own] ? (lang: OtherLang) => venue.texts[lang]?.[own] : undefined,
      ...translationOf(values.texts, field, (texts) => form.setFieldValue('texts', texts)),
    }
  }
  return (
    <TextsEditor
      bare
      texts={[
        { label: t('location.place'), ...text('address_description', 200) },
        { label: t('venues:form.street'), ...text('address_street', ADDRESS_CHARS.street) },
        { label: t('venues:form.city'), ...text('address_city', ADDRESS_CHARS.city) },
      ]}
    />
  )
}

const useVenues = () =>
  useQuery({
    queryKey: ['venues', 'all'],
    queryFn: async () => (await api(listVenues, { query: { per_page: 100, sort: 'name' } })).data,
    refetchOnWindowFocus: 'always',
  })

const MAX_PILLS = 6
const OTHER = 'other'

/** The workspace's venues, if any: choosing one fills in the address. */
function VenueChoice({ form }: Pick<StepView, 'form'>) {
  const { t } = useTranslation('wizard')
  const saved = useVenues().data ?? []
  if (saved.length === 0) return null
  const choose = (uuid: string) => form.setValues(addressOf(saved.find((venue) => venue.uuid === uuid)))
  const chosen = saved.some(({ uuid }) => uuid === form.values.venue_uuid) ? form.values.venue_uuid : null
  const options = [
    ...saved.map(({ uuid, name }) => ({ value: uuid, label: name })),
    { value: OTHER, label: t('location.venue_elsewhere') },
  ]
  return (
    <Card
      title={t('location.venue_card')}
      action={
        <a className={buttonClass({ look: 'bare' })} href="/venues" target="_blank" rel="noreferrer">
          {t('location.venues')}
        </a>
      }
    >
      {options.length <= MAX_PILLS ? (
        <ChoicePills
          label={t('location.venue')}
          quietLabel
          hint={t('location.venue_hint')}
          choices={options}
          value={chosen ?? OTHER}
          onChange={choose}
        />
      ) : (
        <SelectField
          label={t('location.venue')}
          hint={t('location.venue_hint')}
          placeholder={t('location.venue_elsewhere')}
          options={options}
          value={chosen ?? OTHER}
          onChange={(event) => choose(event.target.value)}
        />
      )}
    </Card>
  )
}

const addressOf = (venue: Venue | undefined) => ({
  venue_uuid: venue?.uuid ?? null,
  address_description: venue?.name ?? '',
  address_street: venue?.address_street ?? '',
  address_street_number: venue?.address_street_number ?? '',
  address_city: venue?.address_city ?? '',
})

interface Address {
  readonly address_description: string
  readonly address_street: string
  readonly address_street_number: string
  readonly address_city: string
}

/** The navigation target: the street if there is one, else the name of the place. */
const destinationOf = (address: Address, lang: Lang): string => {
  const street = `${address.address_street} ${address.address_street_number}`.trim()
  return commaText([street || address.address_description.trim(), address.address_city.trim()], lang)
}

function WazeLink(address: Address) {
  const { t } = useTranslation('wizard')
  const destination = destinationOf(address, useLang())
  if (destination === '') return null
  return (
    <div className={style.waze}>
      <IconBuildingCommunity size={20} stroke={1.75} aria-hidden />
      <div>
        <b>{destination}</b>
        <Soft small>{t('location.waze_hint')}</Soft>
      </div>
      <a
        className={buttonClass({ look: 'line' })}
        href={`https://waze.com/ul?q=${encodeURIComponent(destination)}&navigate=yes`}
        target="_blank"
        rel="noreferrer"
      >
        {t('location.waze')}
      </a>
    </div>
  )
}
