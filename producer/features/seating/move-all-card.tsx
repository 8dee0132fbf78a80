import { type ReseatedOrder, reseatMany } from '@kartis/contract/reseats.ts'
import type { FreedSeats } from '@kartis/domain/seats.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { CardSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useGroupsText } from '../../shared/hall/use-groups-text.ts'
import type { LiveHall } from '../../shared/hall/use-hall.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { FreedChoice } from './freed-choice.tsx'
import style from './move-card.module.css'

interface MoveAllCardProps {
  readonly event: string
  readonly hall: LiveHall
  /** Uuids of the sold seats that are to become free. */
  readonly seats: readonly string[]
  readonly onClose: () => void
  /** Back to one holder after the other. */
  readonly onSingle: () => void
  readonly onMoved: (seats: readonly string[]) => void
}

const useReseat = (event: string) =>
  useMutation({
    mutationFn: async (body: Parameters<typeof api<typeof reseatMany>>[1]['body']) =>
      (await api(reseatMany, { params: { uuid: event }, body })).data,
  })

const movesOf = (orders: readonly ReseatedOrder[]) =>
  orders
    .filter(({ state }) => state === 'ready')
    .map(({ order_uuid, moves }) => ({
      order_uuid,
      moves: moves.map(({ ticket_uuid, to }) => ({ ticket_uuid, seat_uuid: to?.uuid ?? '' })),
    }))

/** Many holders at once: where each order would sit, before anything changes, and one button that moves them. */
export function MoveAllCard({ event, hall, seats, onClose, onSingle, onMoved }: MoveAllCardProps) {
  const { t } = useTranslation('seating')
  const queries = useQueryClient()
  const card = useRef<HTMLDivElement>(null)
  const [freed, setFreed] = useState<FreedSeats>('house')
  const check = useReseat(event)
  const moving = useReseat(event)
  const start = useEffectEvent(() => {
    check.mutate({ seat_uuids: [...seats], dry_run: true })
    card.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  })
  useEffect(() => start(), [])
  const move = (orders: readonly ReseatedOrder[]) =>
    moving.mutate(
      { orders: movesOf(orders), freed, dry_run: false },
      {
        onSuccess: ({ counts, orders: done }) => {
          const moved = done.filter(({ state }) => state === 'moved')
          if (moved.length > 0) showToast({ state: 'good', text: t('move.all.done', { count: counts.moved }) })
          if (moved.length < done.length)
            showToast({ state: 'bad', text: t('move.all.left', { count: done.length - moved.length }) })
          onMoved(moved.flatMap(({ moves }) => moves.map(({ from }) => from.uuid)))
        },
        onSettled: () => queries.invalidateQueries({ queryKey: ['event', event] }),
      },
    )
  const plan = check.data
  return (
    <div ref={card}>
      <Card
        title={t('move.all.title')}
        action={
          <Button look="line" onClick={onClose}>
            {t('move.close')}
          </Button>
        }
      >
        {plan ? (
          <Stack gap="wide">
            <Soft>{t('move.all.text')}</Soft>
            {plan.counts.refused > 0 && (
              <Note state="bad">{t('move.all.without_place', { count: plan.counts.refused })}</Note>
            )}
            <ul className={style.orders}>
              {plan.orders.map((order) => (
                <OrderLine key={order.order_uuid} hall={hall} order={order} />
              ))}
            </ul>
            <Stack>
              {plan.counts.freed > 0 && <FreedChoice count={plan.counts.freed} value={freed} onChange={setFreed} />}
              <Button
                size="big"
                full
                disabled={plan.counts.ready === 0}
                busy={moving.isPending}
                busyText={t('move.moving')}
                onClick={() => move(plan.orders)}
              >
                {t('move.all.act', { count: plan.counts.ready })}
              </Button>
              <Button look="bare" full onClick={onSingle}>
                {t('move.all.single')}
              </Button>
              <Soft small>{t('move.note')}</Soft>
            </Stack>
          </Stack>
        ) : check.isError ? (
          <Button look="line" onClick={start}>
            {t('change.again')}
          </Button>
        ) : (
          <CardSkeleton />
        )}
      </Card>
    </div>
  )
}

function OrderLine({ hall, order }: { readonly hall: LiveHall; readonly order: ReseatedOrder }) {
  const { t } = useTranslation('seating')
  const text = useGroupsText()
  const placesOf = (uuids: readonly (string | undefined)[]): number[] =>
    uuids.flatMap((uuid) => (uuid === undefined ? [] : [hall.placeOf(uuid)])).filter((place) => place >= 0)
  const to = placesOf(order.moves.map((move) => move.to?.uuid))
  return (
    <li>
      <p>
        <b>
          <UserText>{order.name ?? order.number}</UserText>
        </b>
        <Soft small>{t('move.order', { number: order.number, count: order.moves.length })}</Soft>
      </p>
      <p className={style.way}>
        <span>
          <small>{t('move.from')}</small>
          <b>{text(hall.map, placesOf(order.moves.map(({ from }) => from.uuid)))}</b>
        </span>
        <span>
          <small>{t('move.to')}</small>
          {order.state === 'refused' ? <Chip state="bad">{t('move.all.none')}</Chip> : <b>{text(hall.map, to)}</b>}
        </span>
      </p>
    </li>
  )
}
