import type { EventSeating } from '@kartis/contract/event-seating.ts'
import type { Event } from '@kartis/contract/events.ts'
import { momentLongText, momentText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './hall.module.css'
import { OpeningDialog } from './opening-dialog.tsx'
import { useOpenings } from './seating-queries.ts'
import { useSeatsChange } from './use-seats-change.ts'

type Opening = EventSeating['openings'][number]

/** What opens for everybody by itself, with the ways to change it; nothing while nothing does. */
export function OpeningsCard({ event }: { readonly event: Event }) {
  const { t } = useTranslation('seating')
  const openings = useOpenings(event.uuid).data ?? []
  if (openings.length === 0) return null
  return (
    <Card title={t('opening.card')}>
      <ul className={style.openings}>
        {openings.map((opening) => (
          <OpeningRow key={opening.opens_at} event={event} opening={opening} />
        ))}
      </ul>
    </Card>
  )
}

function OpeningRow({ event, opening }: { readonly event: Event; readonly opening: Opening }) {
  const { t } = useTranslation('seating')
  const lang = useLang()
  const { opens_at: at, seats: count } = opening
  const [isChanging, setIsChanging] = useState(false)
  const changing = useSeatsChange(event.uuid)
  const when = momentText(at, lang, event.timezone)
  const change = (call: Parameters<typeof changing.mutate>[0][number], text: string) =>
    changing.mutate([{ opening: at, ...call }], {
      onSuccess: () => {
        setIsChanging(false)
        showToast({ state: 'good', text })
      },
    })
  const openNow = async () => {
    const question = { title: t('opening.now_ask', { count }), text: t('opening.now_text'), action: t('opening.now') }
    if (await confirm(question)) change({ for_sale: true, channel: 'public' }, t('now.done.open', { count }))
  }
  const cancel = async () => {
    const question = { title: t('opening.cancel_ask', { when }), text: t('opening.cancel_text', { count }) }
    if (await confirm({ ...question, action: t('opening.cancel'), danger: true }))
      change({ opens_at: null }, t('opening.cancelled'))
  }
  return (
    <li>
      <p>
        <b>
          <time dateTime={at}>{momentLongText(at, lang, event.timezone)}</time>
        </b>
        <small>{t('opening.places', { count })}</small>
      </p>
      {event.can.edit && (
        <div role="group" aria-label={when}>
          <Button look="line" disabled={changing.isPending} onClick={() => setIsChanging(true)}>
            {t('opening.change')}
          </Button>
          <Button look="bare" disabled={changing.isPending} onClick={() => void openNow()}>
            {t('opening.now')}
          </Button>
          <Button look="bare" disabled={changing.isPending} onClick={() => void cancel()}>
            {t('opening.stop')}
          </Button>
        </div>
      )}
      <OpeningDialog
        event={event}
        open={isChanging}
        busy={changing.isPending}
        count={count}
        opensAt={at}
        onClose={() => setIsChanging(false)}
        onChosen={(opensAt) => change({ opens_at: opensAt }, t('opening.set', { count }))}
      />
    </li>
  )
}
