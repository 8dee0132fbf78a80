import type { Event } from '@kartis/contract/events.ts'
import { laneCountOf } from '@kartis/domain/lanes.ts'
import { momentShortText } from '@kartis/i18n/format.ts'
import { buttonClass } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconDoor } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { gatesOfEvent, gatesText } from '../../shared/check-in/gates-of-event.ts'
import { ticketTypesOf } from '../../shared/event-queries.ts'
import { PathLink } from '../../shared/links.tsx'
import style from './gate.module.css'

type Gate = NonNullable<NonNullable<Event['settings']>['gates']>[number]

/** The gates of the event with who enters at each and when, and what devices do without a network. */
export function GatesOverview({ event, mayEdit }: { readonly event: Event; readonly mayEdit: boolean }) {
  const { t } = useTranslation('gate-devices')
  const { gates = [], check_in: policy } = event.settings ?? {}
  const lang = useLang()
  const ofHall = gatesOfEvent({ seat_gates: event.seat_gates })
  const lanes = laneCountOf(policy)
  return (
    <Card
      title={t('rules.title')}
      action={
        mayEdit && (
          <PathLink path={`/events/${event.uuid}/tickets#gates`} className={buttonClass({ look: 'bare' })}>
            {t('rules.edit')}
          </PathLink>
        )
      }
    >
      <Stack>
        <Soft small>{lanes > 0 ? t('rules.lanes', { count: lanes }) : t('rules.trust')}</Soft>
        {gates.length === 0 ? (
          <Soft>{ofHall.length > 0 ? t('rules.of_hall', { gates: gatesText(ofHall, lang) }) : t('rules.none')}</Soft>
        ) : (
          <ul className={style.list}>
            {gates.map((gate) => (
              <GateRow key={gate.name} event={event} gate={gate} />
            ))}
          </ul>
        )}
      </Stack>
    </Card>
  )
}

function GateRow({ event, gate }: { readonly event: Event; readonly gate: Gate }) {
  const { t } = useTranslation('gate-devices')
  const lang = useLang()
  const types = useQuery(ticketTypesOf(event.uuid))
  const own = (types.data ?? []).filter(({ uuid }) => gate.events_ticket_uuids.includes(uuid))
  const moment = (at: string) => momentShortText(at, lang, event.timezone)
  const { opens_at: opens, closes_at: closes, lanes = [] } = gate
  return (
    <li>
      <GlyphTile tone="accent">
        <IconDoor size={20} stroke={1.75} aria-hidden />
      </GlyphTile>
      <div>
        <h3>
          <UserText>{gate.name}</UserText>
        </h3>
        <p className={style.rules}>
          {gate.events_ticket_uuids.length === 0 && <Chip plain>{t('rules.all_types')}</Chip>}
          {own.map(({ uuid, name }) => (
            <Chip key={uuid} plain>
              <UserText>{name}</UserText>
            </Chip>
          ))}
          {opens && <Chip plain>{t('rules.from', { moment: moment(opens) })}</Chip>}
          {closes && <Chip plain>{t('rules.until', { moment: moment(closes) })}</Chip>}
          {lanes.map((lane) => (
            <Chip key={lane} plain state="warn">
              {t('ready.fact.lane', { lane })}
            </Chip>
          ))}
        </p>
      </div>
    </li>
  )
}
