import type { VenueMap } from '@kartis/contract/venue-maps.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconArmchair, IconPencil, IconPencilPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { useMapsToTake } from './seating-queries.ts'
import style from './seating.module.css'

interface HallChoiceProps {
  readonly event: string
  /** Chosen at first. */
  readonly current: string | undefined
  readonly onChoose: (hall: { readonly map: string; readonly edition: number }) => void
}

/** The published seat maps of the workspace, and the way to a new one. */
export function HallChoice({ event, current, onChoose }: HallChoiceProps) {
  const { t } = useTranslation('seating')
  const lang = useLang()
  const name = useId()
  const maps = useMapsToTake()
  const [chosen, setChosen] = useState(current)
  const draw = (
    <ButtonLink
      to="/create-event/seats/editor"
      search={{ event, start: 'empty' }}
      look="line"
      icon={<IconPencilPlus size={20} stroke={1.75} aria-hidden />}
    >
      {t('hall.draw')}
    </ButtonLink>
  )
  const ready = (look: 'main' | 'line') => (
    <ButtonLink
      to="/create-event/seats/editor"
      search={{ event }}
      look={look}
      icon={<IconArmchair size={20} stroke={1.75} aria-hidden />}
    >
      {t('hall.ready')}
    </ButtonLink>
  )
  return (
    <WhenLoaded query={maps}>
      {({ published: list, begun }) => {
        const map = list.find(({ uuid }) => uuid === chosen) ?? (list.length === 1 ? list[0] : undefined)
        if (list.length === 0)
          return (
            <Stack>
              <Soft>{t(begun.length > 0 ? 'hall.begun' : 'hall.none')}</Soft>
              <div className={style.acts}>
                <BegunMaps event={event} maps={begun} look="main" />
                {ready(begun.length > 0 ? 'line' : 'main')}
                {draw}
              </div>
            </Stack>
          )
        return (
          <Stack gap="wide">
            <fieldset className={style.halls}>
              <legend className="visually-hidden">{t('hall.choose')}</legend>
              {list.map(({ uuid, name: title, venue, capacity, edition }) => (
                <label key={uuid} className={style.hallRow}>
                  <input
                    type="radio"
                    name={name}
                    aria-label={title}
                    checked={uuid === map?.uuid}
                    onChange={() => setChosen(uuid)}
                  />
                  <span>
                    <b>
                      <UserText>{title}</UserText>
                    </b>
                    <small>
                      {venue && (
                        <>
                          <UserText>{venue.name}</UserText>
                          {' · '}
                        </>
                      )}
                      {t('hall.edition', {
                        edition: edition ?? 0,
                        figure: numberText(capacity, lang),
                        count: capacity,
                      })}
                    </small>
                  </span>
                </label>
              ))}
            </fieldset>
            <div className={style.acts}>
              <Button
                size="big"
                disabled={!map}
                onClick={() => map && onChoose({ map: map.uuid, edition: map.edition ?? 1 })}
              >
                {t('hall.take')}
              </Button>
              <BegunMaps event={event} maps={begun} look="line" />
              {ready('line')}
              {draw}
            </div>
          </Stack>
        )
      }}
    </WhenLoaded>
  )
}

interface BegunMapsProps {
  readonly event: string
  readonly maps: readonly VenueMap[]
  readonly look: 'main' | 'line'
}

/** The way on with maps that were begun; it leads back to this event. */
function BegunMaps({ event, maps, look }: BegunMapsProps) {
  const { t } = useTranslation('seating')
  return maps.map(({ uuid, name, draft_seats: seats, draft_areas: areas }) => (
    <ButtonLink
      key={uuid}
      to={seats === 0 && areas > 0 ? '/create-event/area-editor' : '/create-event/seats/editor'}
      search={{ map: uuid, event }}
      look={look}
      icon={<IconPencil size={20} stroke={1.75} aria-hidden />}
    >
      {t('hall.continue', { name })}
    </ButtonLink>
  ))
}
