import type { Event } from '@kartis/contract/events.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { IconClock, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LiveHall } from '../../shared/hall/use-hall.ts'
import { BlockDialog } from './block-dialog.tsx'
import style from './hall.module.css'
import { OpeningDialog } from './opening-dialog.tsx'
import { callsFor, openingPlan, type SeatChange } from './seat-changes.ts'
import { useSeatsChange } from './use-seats-change.ts'

const ACTS = {
  block: { for_sale: false },
  // What is sold has no reason to be blocked any more.
  open: { for_sale: true, channel: 'public', note: '' },
  ['house']: { for_sale: true, channel: 'house' },
  invitations: { for_sale: true, channel: 'invitations' },
  box_office: { for_sale: true, channel: 'box_office' },
} as const satisfies Record<string, SeatChange>

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

interface SelectionBarProps {
  readonly event: Event
  readonly hall: LiveHall
  readonly chosen: readonly number[]
  /** Where they are, in words. */
  readonly places: string
  readonly onRows: () => void
  readonly onDone: () => void
}

/** What can be done with the chosen places; blocking first. */
export function SelectionBar({ event, hall, chosen, places, onRows, onDone }: SelectionBarProps) {
  const { t } = useTranslation('seating')
  const [isTiming, setIsTiming] = useState(false)
  const [isBlocking, setIsBlocking] = useState(false)
  const changing = useSeatsChange(event.uuid)
  const count = chosen.length
  const opening = openingPlan(hall.standings, chosen)
  const change = (of: readonly number[], sale: SeatChange, text: string) =>
    changing.mutate(callsFor(of.map(hall.uuidOf), sale), {
      onSuccess: () => {
        showToast({ state: 'good', text })
        onDone()
      },
    })
  return (
    <div className={style.bar} role="group" aria-label={t('now.chosen', { count })}>
      <p>
        <b>{t('now.chosen', { count })}</b>
        <small>{places}</small>
      </p>
      {(Object.keys(ACTS) as (keyof typeof ACTS)[]).map((act) => (
        <Button
          key={act}
          look={act === 'block' ? 'main' : 'line'}
          className={act === 'block' ? undefined : style.act}
          disabled={changing.isPending}
          icon={act === 'block' ? <IconLock {...ICON} /> : undefined}
          onClick={() =>
            act === 'block' ? setIsBlocking(true) : change(chosen, ACTS[act], t(`now.done.${act}`, { count }))
          }
        >
          {t(`now.acts.${act}`)}
        </Button>
      ))}
      {event.can.edit && (
        <Button
          look="line"
          className={style.act}
          disabled={changing.isPending}
          icon={<IconClock {...ICON} />}
          onClick={() => setIsTiming(true)}
        >
          {t('opening.set_for')}
        </Button>
      )}
      <Button look="bare" className={style.quiet} onClick={onRows}>
        {t('now.rows')}
      </Button>
      <Button look="bare" className={style.quiet} onClick={onDone}>
        {t('now.clear')}
      </Button>
      <BlockDialog
        open={isBlocking}
        busy={changing.isPending}
        count={count}
        onClose={() => setIsBlocking(false)}
        onChosen={(note) => change(chosen, { ...ACTS.block, note }, t('now.done.block', { count }))}
      />
      <OpeningDialog
        event={event}
        open={isTiming}
        busy={changing.isPending}
        count={opening.places.length}
        note={
          opening.blocksFirst
            ? t('opening.blocks_first', { count })
            : opening.left > 0 && t('opening.left', { count: opening.left })
        }
        onClose={() => setIsTiming(false)}
        onChosen={(at) =>
          change(
            opening.places,
            { ...(opening.blocksFirst && { for_sale: false }), opens_at: at },
            t('opening.set', { count: opening.places.length }),
          )
        }
      />
    </div>
  )
}
