import type { Event } from '@kartis/contract/events.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Counter } from '@kartis/ui/components/counter.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconArmchair, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boundedPicks, type Picks, seatsOf, withoutSeats } from '../../shared/hall/seat-picks.ts'
import { ButtonLink, IconLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { GuestListDialog } from './guest-list-dialog.tsx'
import { InvitationFee } from './invitation-fee.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import style from './invite-screen.module.css'
import { useOffer } from './use-invitations.ts'

// Only events with numbered seats need the hall.
const SeatPicker = lazy(async () => ({ default: (await import('../../shared/hall/seat-picker.tsx')).SeatPicker }))

/** Free tickets for one guest: quantities first, then the guest. */
export function InviteScreen() {
  const { t } = useTranslation('invitations')
  const uuid = useRouteParam('uuid')
  const offer = useOffer(uuid)
  return (
    <Page narrow>
      <PageHead
        eyebrow={offer.data?.name}
        action={
          <IconLink to="/events/$uuid/invites-list" params={{ uuid }} label={t('invite.list')}>
            <IconUsers size={20} stroke={1.75} aria-hidden />
          </IconLink>
        }
      />
      <WhenLoaded query={offer}>{(event) => <Offer event={event} />}</WhenLoaded>
    </Page>
  )
}

type Chosen = Readonly<Record<string, number>>

function Offer({ event }: { readonly event: Event }) {
  const { t } = useTranslation('invitations')
  const [chosen, setChosen] = useState<Chosen>({})
  const [picks, setPicks] = useState<Picks>({})
  const [picking, setPicking] = useState<'open' | 'lost'>()
  const [isOpen, setIsOpen] = useState(false)
  const [isListOpen, setIsListOpen] = useState(false)
  const types = event.events_tickets ?? []
  // the stock may have shrunk since the quantity was chosen
  const lines = types
    .map((type) => ({ type, quantity: Math.min(chosen[type.uuid] ?? 0, type.left) }))
    .filter(({ quantity }) => quantity > 0)
  const total = lines.reduce((sum, { quantity }) => sum + quantity, 0)

  const seated = seatsOf(picks).length
  const setQuantities = (next: Chosen): void => {
    setChosen(next)
    setPicks(boundedPicks(picks, (type) => next[type] ?? 0))
  }
  /** Each seat is of a ticket: more seats are more tickets. */
  const choose = (next: Picks): void => {
    setPicks(next)
    const counts = Object.entries(next).map(([type, seats]) => [type, Math.max(chosen[type] ?? 0, seats.length)])
    setChosen({ ...chosen, ...Object.fromEntries(counts) })
  }
  if (types.length === 0)
    return (
      <EmptyState
        title={t('invite.no_types')}
        text={t('invite.no_types_text')}
        action={
          <ButtonLink to="/events/$uuid/tickets/create" params={{ uuid: event.uuid }}>
            {t('invite.add_type')}
          </ButtonLink>
        }
      />
    )
  return (
    <>
      <Stack>
        <Card title={t('invite.pick')}>
          <Soft small>{t('invite.pick_text')}</Soft>
          <ul className={style.types}>
            {types.map((type) => (
              <TypeRow
                key={type.uuid}
                type={type}
                quantity={Math.min(chosen[type.uuid] ?? 0, type.left)}
                onQuantity={(quantity) => setQuantities({ ...chosen, [type.uuid]: quantity })}
              />
            ))}
          </ul>
          {event.kind === 'seats' && (
            <div className={style.seats}>
              <Soft small role="status">
                {total === 0
                  ? t('invite.seats.text')
                  : seated === 0
                    ? t('invite.seats.best', { count: total })
                    : t('invite.seats.chosen', { count: seated, total })}
              </Soft>
              <Button
                look="line"
                icon={<IconArmchair size={20} stroke={1.75} aria-hidden />}
                onClick={() => setPicking('open')}
              >
                {t('invite.seats.open')}
              </Button>
            </div>
          )}
        </Card>
        <InvitationFee event={event} tickets={total} />
        <Card
          title={t('guests.title')}
          action={
            <Button look="soft" onClick={() => setIsListOpen(true)}>
              {t('guests.open')}
            </Button>
          }
        >
          <Soft small>{t('guests.lead')}</Soft>
        </Card>
      </Stack>
      <GuestListDialog event={event} open={isListOpen} onClose={() => setIsListOpen(false)} />
      {picking && (
        <Suspense>
          <SeatPicker
            event={event.uuid}
            types={types.map(({ uuid, name }) => ({ uuid, name, quantity: chosen[uuid] ?? 0 }))}
            picks={picks}
            onPicks={choose}
            channel="invitations"
            open
            hasLost={picking === 'lost'}
            onClose={() => setPicking(undefined)}
          />
        </Suspense>
      )}
      <InviteDialog
        event={event}
        lines={lines}
        picks={picks}
        onLost={(seats) => {
          setPicks(withoutSeats(picks, seats))
          setIsOpen(false)
          setPicking('lost')
        }}
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onAnother={() => {
          setQuantities({})
          setIsOpen(false)
        }}
      />
      <StickyActions>
        <Button disabled={total === 0} onClick={() => setIsOpen(true)}>
          {total === 0 ? t('invite.next') : t('invite.next_count', { count: total })}
        </Button>
      </StickyActions>
    </>
  )
}

function TypeRow({
  type,
  quantity,
  onQuantity,
}: {
  readonly type: TicketType
  readonly quantity: number
  readonly onQuantity: (quantity: number) => void
}) {
  const { t } = useTranslation('invitations')
  const lang = useLang()
  const isOut = type.left <= 0
  return (
    <li data-chosen={quantity > 0 || undefined} data-out={isOut || undefined}>
      <span className={style.name}>
        <b>
          <UserText>{type.name}</UserText>
        </b>
        {isOut ? (
          <Chip>{t('invite.sold_out')}</Chip>
        ) : (
          <span className={style.left}>
            {t('invite.left', { count: type.left, figure: numberText(type.left, lang) })}
          </span>
        )}
      </span>
      <Counter
        label={t('invite.counter', { name: type.name })}
        value={quantity}
        max={type.left}
        onChange={onQuantity}
      />
    </li>
  )
}
