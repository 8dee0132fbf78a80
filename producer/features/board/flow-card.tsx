import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { numberText, timeText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import style from './board.module.css'
import { Forecast } from './forecast.tsx'
import { rateText } from './rate-text.ts'
import { flowShape } from './flow-shape.ts'

const HEIGHT = 200

/** Entries per minute, stacked by gate, and what follows from them until the start. Time runs from left to right. */
export function FlowCard({ board }: { readonly board: GateBoard }) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const { bars } = flowShape(board, HEIGHT)
  return (
    <Card
      title={t('flow.title')}
      action={
        <span className={style.rate}>
          <b>{rateText(board.flow.rate, lang)}</b> {t('flow.rate')}
        </span>
      }
    >
      {bars.length > 0 ? (
        <Chart board={board} />
      ) : (
        // Axes without a bar say nothing, and look as if something had failed.
        <p className={style.noFlow}>{t(board.as_of >= board.event.ends_at ? 'flow.over' : 'flow.empty')}</p>
      )}
      <div className={style.below}>
        <Forecast board={board} />
        {board.gates.length > 1 && (
          <ul className={style.keys}>
            {board.gates.map(({ name }, place) => (
              <li key={name ?? `no gate ${place}`} data-gate={Math.min(place, 5)}>
                <UserText>{name ?? t('flow.gate_none')}</UserText>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function Chart({ board }: { readonly board: GateBoard }) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const zone = board.event.timezone
  const { bars, top, width, now, next, times } = flowShape(board, HEIGHT)
  const at: CSSProperties & Record<'--x', string> = { '--x': `${(now / width) * 100}%` }
  return (
    <div className={style.flow} role="img" aria-label={t('flow.chart')}>
      <div className={style.scale}>
        {[1, 0.75, 0.5, 0.25, 0].map((part) => (
          <span key={part}>{numberText(top * part, lang)}</span>
        ))}
      </div>
      <div className={style.plot}>
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {[0, 0.25, 0.5, 0.75, 1].map((part) => (
            <path key={part} className={style.grid} d={`M0 ${part * HEIGHT}h${width}`} />
          ))}
          {bars.map(({ key, place, x, y, height }) => (
            <rect key={key} data-gate={place} x={x} y={y} width={7.6} height={height} />
          ))}
          {next && <path className={style.next} d={next} />}
        </svg>
        <span className={style.nowLine} style={at}>
          <span>{timeText(board.as_of, lang, zone)}</span>
        </span>
      </div>
      <div className={style.times}>
        {times.map((time) => (
          <span key={time}>{timeText(time, lang, zone)}</span>
        ))}
      </div>
    </div>
  )
}
