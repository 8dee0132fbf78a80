import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { wholePercent } from '@kartis/domain/revenue.ts'
import { numberText, percentText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Meter } from '@kartis/ui/components/meter.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconDeviceMobileOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { sinceText } from '../../shared/since-text.ts'
import style from './board.module.css'

/** Who is inside now, of whom, and of which ticket types. */
export function InsideCard({ board }: { readonly board: GateBoard }) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const { total_scanned: scanned, total_unscanned: left, total_tickets: total, total_inside } = board.counters
  const { unknown } = board
  // Afterwards nobody asks who is inside, but who came.
  const isOver = board.as_of >= board.event.ends_at
  const inside = isOver ? scanned : (total_inside ?? scanned)
  const refused = board.refusals.reduce((sum, { count }) => sum + count, 0)
  const facts = [
    [isOver ? 'absent' : 'not_yet', left],
    ...(total_inside === undefined || isOver ? [] : ([['left', scanned - total_inside]] as const)),
    ['refused', refused],
  ] as const
  return (
    <Card
      className={style.inside}
      title={t(isOver ? 'inside.title_over' : 'inside.title')}
      action={
        total > 0 && (
          <Chip state="accent">{t('inside.part', { percent: percentText(wholePercent(inside, total), lang, 0) })}</Chip>
        )
      }
    >
      <p className={style.big}>
        <b>{numberText(inside, lang)}</b>{' '}
        <span>{t('inside.of', { count: total, total: numberText(total, lang) })}</span>
      </p>
      <Meter value={inside} of={total} label={t(isOver ? 'inside.meter_over' : 'inside.meter', { inside, total })} />
      {unknown && (
        <p className={style.unknown}>
          <IconDeviceMobileOff size={18} stroke={1.75} aria-hidden />
          {t('inside.unknown', {
            count: unknown.devices,
            time: sinceText(unknown.since, board.as_of, lang, board.event.timezone),
          })}
        </p>
      )}
      <dl className={style.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`inside.${name}`)}</dt>
            <dd>{numberText(value, lang)}</dd>
          </div>
        ))}
      </dl>
      {board.ticket_types.length > 1 && (
        <ul className={style.types}>
          {board.ticket_types.map(({ uuid, name, entered, total }) => (
            <li key={uuid}>
              <UserText>{name}</UserText>
              <Meter value={entered} of={total} label={t('inside.meter', { inside: entered, total })} />
              <span>
                <b>{numberText(entered, lang)}</b> {t('inside.type', { total: numberText(total, lang) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
