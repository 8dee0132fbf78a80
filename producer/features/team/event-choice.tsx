import { listEvents } from '@kartis/contract/events.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { useSearch } from '@kartis/ui/components/use-search.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconCalendar, IconCalendarEvent } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import style from './team.module.css'

/** Events listed at once; the search finds the others by name. */
const LISTED = 30
/** The search shows when there are more events than this. */
const SEARCH_FROM = 8

export interface PickedEvent {
  readonly uuid: string
  readonly name: string
  readonly starts_at?: string
  readonly timezone?: string
}

interface EventChoiceProps {
  /** The picked events; null: all events. */
  readonly value: readonly PickedEvent[] | null
  readonly onChange: (events: readonly PickedEvent[] | null) => void
  readonly error?: string | undefined
}

const useEventsToPick = (term: string, enabled: boolean) =>
  useQuery({
    queryKey: ['team-events', term],
    queryFn: () =>
      api(listEvents, {
        query: {
          per_page: LISTED,
          sort: '-starts_at',
          ...(term !== '' && { filter: { or: { name: term } } }),
        },
      }),
    placeholderData: keepPreviousData,
    enabled,
  })

/** Events that a membership is valid for: all of them, or those picked from a list. */
export function EventChoice({ value, onChange, error }: EventChoiceProps) {
  const { t } = useTranslation('team')
  const scopes = [
    { scope: 'all', picked: null, Icon: IconCalendar },
    { scope: 'some', picked: value ?? [], Icon: IconCalendarEvent },
  ] as const
  return (
    <fieldset className={style.roles}>
      <legend>{t('events.label')}</legend>
      {scopes.map(({ scope, picked, Icon }) => (
        <label key={scope}>
          <input
            type="radio"
            name="scope"
            value={scope}
            checked={(value === null) === (picked === null)}
            onChange={() => onChange(picked)}
          />
          <Icon size={24} stroke={1.75} aria-hidden />
          <span>
            <b>{t(`events.${scope}`)}</b>
            <span>{t(`events.${scope}_text`)}</span>
          </span>
        </label>
      ))}
      {value !== null && <EventPicker value={value} onChange={onChange} error={error} />}
    </fieldset>
  )
}

function EventPicker({ value, onChange, error }: EventChoiceProps & { readonly value: readonly PickedEvent[] }) {
  const { t } = useTranslation('team')
  const lang = useLang()
  const search = useSearch()
  const events = useEventsToPick(search.scope === 'matches' ? search.term : '', true)
  const found = events.data?.data ?? []
  const total = events.data?.meta.total ?? 0
  const isPicked = (uuid: string): boolean => value.some((event) => event.uuid === uuid)
  // Picked events outside the search result stay listed, first.
  const pickedElsewhere = value.filter(({ uuid }) => !found.some((event) => event.uuid === uuid))
  const toggle = (event: PickedEvent) =>
    onChange(isPicked(event.uuid) ? value.filter(({ uuid }) => uuid !== event.uuid) : [...value, event])
  return (
    <div className={style.picker}>
      {(total > SEARCH_FROM || search.text !== '') && (
        <TextField
          label={t('events.search')}
          inputMode="search"
          autoComplete="off"
          value={search.text}
          onChange={({ target }) => search.setText(target.value)}
        />
      )}
      {error !== undefined && (
        <p role="alert" className={style.pickerError}>
          {error}
        </p>
      )}
      <ul aria-label={t('events.some')}>
        {[...pickedElsewhere, ...found].map((event) => (
          <li key={event.uuid}>
            <label>
              <input type="checkbox" checked={isPicked(event.uuid)} onChange={() => toggle(event)} />
              <span>
                <UserText>{event.name}</UserText>
                {event.starts_at !== undefined && <Soft small>{dayText(event.starts_at, lang, event.timezone)}</Soft>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {events.isSuccess && found.length === 0 && pickedElsewhere.length === 0 && <Soft>{t('events.none')}</Soft>}
      {total > found.length && <Soft small>{t('events.more')}</Soft>}
    </div>
  )
}
