import { listEvents } from '@kartis/contract/events.ts'
import { dayShortText } from '@kartis/i18n/format.ts'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ReportCard } from '../../shared/hall/report-card.tsx'
import { hasHall } from '../../shared/hall/use-seating.ts'

/** Events that are read for the choice, the newest first. */
const MAX_EVENTS = 100

/** The seat report of one event with a hall, the newest one first; nothing in an account without halls. */
export function ReportHalls() {
  const { t } = useTranslation('reports')
  const lang = useLang()
  const [chosen, setChosen] = useState<string>()
  const events = useQuery({
    queryKey: ['events', 'with-halls'],
    queryFn: async () =>
      (await api(listEvents, { query: { per_page: MAX_EVENTS, sort: '-starts_at' } })).data.filter(hasHall),
  })
  const [newest] = events.data ?? []
  if (!newest) return null
  const shown = chosen ?? newest.uuid
  return (
    <ReportCard
      event={shown}
      choice={
        <SelectField
          label={t('halls.event')}
          placeholder={t('halls.event')}
          options={(events.data ?? []).map((event) => ({
            value: event.uuid,
            label: `${event.name} · ${dayShortText(event.starts_at, lang, event.timezone)}`,
          }))}
          value={shown}
          onChange={({ target }) => setChosen(target.value)}
        />
      }
    />
  )
}
