import type { FreedSeats } from '@kartis/domain/seats.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGroupsText } from '../../shared/hall/use-groups-text.ts'
import type { LiveHall } from '../../shared/hall/use-hall.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { FreedChoice } from './freed-choice.tsx'
import style from './move-card.module.css'
import type { Move } from './use-move.ts'

interface MoveCardProps {
  readonly hall: LiveHall
  readonly move: Move
  /** How many holders follow this one. */
  readonly waiting: number
  readonly onClose: () => void
  /** Leaves this holder and goes to the next one. */
  readonly onSkip: () => void
  /** Moves all of them together. */
  readonly onAll: () => void
}

/** Who has the seat, where they could sit instead, and one button that says who is told. */
export function MoveCard({ hall, move, waiting, onClose, onSkip, onAll }: MoveCardProps) {
  const { t } = useTranslation('seating')
  const card = useRef<HTMLDivElement>(null)
  // Whoever opened it from the map goes on here.
  useEffect(() => {
    // A browser may return a promise here.
    card.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [])
  const { order } = move
  return (
    <div ref={card}>
      <Card
        title={order ? t('move.title', { name: order.buyer.name ?? order.number }) : t('move.title_plain')}
        action={
          <Button look="line" onClick={onClose}>
            {t('move.close')}
          </Button>
        }
      >
        <WhenLoaded query={move.holder}>
          {(found) =>
            found === null ? (
              <Soft>{t('move.nobody')}</Soft>
            ) : (
              <Stack gap="wide">
                <Soft>
                  {t('move.order', { number: found.number, count: found.tickets_count })}
                  {waiting > 0 && ` · ${t('move.waiting', { count: waiting })}`}
                </Soft>
                {waiting > 0 && (
                  <Button look="line" full onClick={onAll}>
                    {t('move.all.open')}
                  </Button>
                )}
                {found.can.edit ? (
                  <MoveForm hall={hall} move={move} waiting={waiting} onSkip={onSkip} />
                ) : (
                  <Note>{t('move.not_allowed')}</Note>
                )}
              </Stack>
            )
          }
        </WhenLoaded>
      </Card>
    </div>
  )
}

function MoveForm({ hall, move, waiting, onSkip }: Pick<MoveCardProps, 'hall' | 'move' | 'waiting' | 'onSkip'>) {
  const { t } = useTranslation('seating')
  const text = useGroupsText()
  const { map } = hall
  const { tickets, picked, from, to, offers, moving } = move
  const [freed, setFreed] = useState<FreedSeats>('house')
  /** Those that no ticket of the order takes. */
  const left = from.filter((place) => !to.includes(place)).length
  const isReady = picked.length > 0 && to.length === picked.length
  return (
    <>
      {tickets.length > 1 && (
        <fieldset className={style.tickets}>
          <legend>{t('move.who')}</legend>
          {tickets.map(({ ticket, place }) => (
            <label key={ticket.uuid}>
              <input
                type="checkbox"
                checked={picked.some((each) => each.ticket.uuid === ticket.uuid)}
                onChange={() => move.toggle(ticket.uuid)}
              />
              <span>{place < 0 ? ticket.number : text(map, [place])}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className={style.way} role="status">
        <span>
          <small>{t('move.from')}</small>
          <b>{from.length > 0 ? text(map, from) : '–'}</b>
        </span>
        <span>
          <small>{t('move.to')}</small>
          <b>{to.length > 0 ? text(map, to) : t('move.choose')}</b>
        </span>
      </div>
      <Offers hall={hall} offers={offers} from={from} to={to} onChoose={move.setTo} />
      <Stack>
        {isReady && left > 0 && <FreedChoice count={left} value={freed} onChange={setFreed} />}
        <Button
          size="big"
          full
          disabled={!isReady}
          busy={moving.isPending}
          busyText={t('move.moving')}
          onClick={() => moving.mutate(freed)}
        >
          {t('move.act', { count: picked.length })}
        </Button>
        {waiting > 0 && (
          <Button look="bare" full onClick={onSkip}>
            {t('move.skip')}
          </Button>
        )}
        <Soft small>{t('move.note')}</Soft>
      </Stack>
    </>
  )
}

interface OffersProps {
  readonly hall: LiveHall
  readonly offers: Move['offers']
  readonly from: readonly number[]
  readonly to: readonly number[]
  readonly onChoose: (places: readonly number[]) => void
}

function Offers({ hall: { map, scene }, offers, from, to, onChoose }: OffersProps) {
  const { t } = useTranslation('seating')
  const text = useGroupsText()
  const name = useId()
  if (offers.length === 0) return <Soft>{t('move.no_offers')}</Soft>
  const rankOf = (place: number): number =>
    scene.document.categories.find(({ id }) => id === map.categories[map.category[place] ?? 0])?.rank ?? 0
  const nameOf = (place: number): string =>
    scene.document.categories.find(({ id }) => id === map.categories[map.category[place] ?? 0])?.name ?? ''
  const differs = (places: readonly number[]): ReactNode => {
    const [before, after] = [rankOf(from[0] ?? 0), rankOf(places[0] ?? 0)]
    if (before === after) return <Chip plain>{t('move.same')}</Chip>
    return (
      <Chip plain state={after < before ? 'good' : 'warn'}>
        {t(after < before ? 'move.better' : 'move.lower')}
      </Chip>
    )
  }
  return (
    <fieldset className={style.offers}>
      <legend>{t('move.offers')}</legend>
      {offers.map((places) => (
        <label key={places.join()}>
          <input type="radio" name={name} checked={places.join() === to.join()} onChange={() => onChoose(places)} />
          <span>
            <b>{text(map, places)}</b>
            <small>
              <UserText>{nameOf(places[0] ?? 0)}</UserText>
            </small>
          </span>
          {differs(places)}
        </label>
      ))}
    </fieldset>
  )
}
