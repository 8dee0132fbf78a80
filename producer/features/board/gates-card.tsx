import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { sinceText } from '../../shared/since-text.ts'
import { rateText } from './rate-text.ts'
import style from './board.module.css'

/** Minutes of the small line of a gate. */
const LINE = 15
const STATES = { silent: 'bad', busy: 'warn', flowing: 'good', quiet: 'quiet' } as const

const linePath = (counts: readonly number[]): string => {
  const most = Math.max(1, ...counts)
  return counts.map((count, place) => `${place === 0 ? 'M' : 'L'}${place * 10} ${28 - (count / most) * 24}`).join('')
}

/** Every gate: how many it has let in, how fast, and whether it needs somebody. */
export function GatesCard({
  board: { gates, counters, as_of: asOf, event },
}: {
  readonly board: Pick<GateBoard, 'gates' | 'counters' | 'as_of' | 'event'>
}) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const entries = gates.reduce((sum, { entered }) => sum + entered, 0)
  // Who left or came back was counted at a gate, and is not inside, or not once more.
  const isOver = asOf >= event.ends_at
  const people = isOver ? counters.total_scanned : (counters.total_inside ?? counters.total_scanned)
  return (
    <Card title={t('gates.title')} action={gates.length > 0 && <span className={style.aside}>{t('gates.line')}</span>}>
      {gates.length === 0 && <Soft>{t('gates.empty')}</Soft>}
      <ul className={style.gates}>
        {gates.map(({ name, entered, rate, state, devices, unknown_since: unknown, per_minute }, place) => (
          <li key={name ?? `no gate ${place}`} data-gate={Math.min(place, 5)}>
            <h3>
              <UserText>{name ?? t('flow.gate_none')}</UserText>
              <Chip state={STATES[state]}>{t(`gates.state.${state}`)}</Chip>
            </h3>
            <b>{numberText(entered, lang)}</b>
            <p>
              <Pieces
                pieces={[
                  t('gates.rate', { rate: rateText(rate, lang) }),
                  devices > 0 && t('gates.devices', { count: devices }),
                ]}
              />
            </p>
            {unknown !== null && (
              <p data-state="bad">{t('gates.unknown', { time: sinceText(unknown, asOf, lang, event.timezone) })}</p>
            )}
            <svg viewBox={`0 0 ${(LINE - 1) * 10} 32`} preserveAspectRatio="none" aria-hidden>
              <path d={linePath(per_minute.slice(-LINE - 1, -1))} />
            </svg>
          </li>
        ))}
      </ul>
      {entries > people && (
        <p className={style.gatesNote}>
          {t(isOver ? 'gates.sum_over' : 'gates.sum', {
            entries: numberText(entries, lang),
            people: numberText(people, lang),
          })}
        </p>
      )}
    </Card>
  )
}
