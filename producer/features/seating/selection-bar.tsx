import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { updateEventSeats } from '@kartis/contract/event-seating.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import style from './hall.module.css'

type SeatChange = Omit<BodyIn<typeof updateEventSeats>, 'seat_uuids'>

const ACTS = {
  block: { for_sale: false },
  open: { for_sale: true, channel: 'public' },
  ['house']: { for_sale: true, channel: 'house' },
  invitations: { for_sale: true, channel: 'invitations' },
  box_office: { for_sale: true, channel: 'box_office' },
} as const satisfies Record<string, SeatChange>

interface SelectionBarProps {
  readonly event: string
  readonly uuids: readonly string[]
  /** Where they are, in words. */
  readonly places: string
  readonly onRows: () => void
  readonly onDone: () => void
}

/** What can be done with the chosen places; blocking first. */
export function SelectionBar({ event, uuids, places, onRows, onDone }: SelectionBarProps) {
  const { t } = useTranslation('seating')
  const queries = useQueryClient()
  const changing = useMutation({
    mutationFn: (act: keyof typeof ACTS) =>
      api(updateEventSeats, { params: { uuid: event }, body: { seat_uuids: [...uuids], ...ACTS[act] } }),
    onSuccess: (_reply, act) => {
      showToast({ state: 'good', text: t(`now.done.${act}`, { count: uuids.length }) })
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['event', event] }),
  })
  return (
    <div className={style.bar} role="group" aria-label={t('now.chosen', { count: uuids.length })}>
      <p>
        <b>{t('now.chosen', { count: uuids.length })}</b>
        <small>{places}</small>
      </p>
      {(Object.keys(ACTS) as (keyof typeof ACTS)[]).map((act) => (
        <Button
          key={act}
          look={act === 'block' ? 'main' : 'line'}
          disabled={changing.isPending}
          icon={act === 'block' ? <IconLock size={18} stroke={1.75} aria-hidden /> : undefined}
          onClick={() => changing.mutate(act)}
        >
          {t(`now.acts.${act}`)}
        </Button>
      ))}
      <Button look="bare" onClick={onRows}>
        {t('now.rows')}
      </Button>
      <Button look="bare" onClick={onDone}>
        {t('now.clear')}
      </Button>
    </div>
  )
}
