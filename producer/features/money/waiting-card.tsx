import { dayText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconAlertTriangle, IconArrowsExchange, IconBuildingBank } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../../shared/links.tsx'
import { atNoon } from './dispute-state.ts'
import style from './money.module.css'
import { useWaiting } from './use-waiting.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** What waits for the producer: disputes without evidence, differences, refunds to transfer. Nothing while nothing does. */
export function WaitingCard() {
  const { t } = useTranslation('money')
  const lang = useLang()
  const waiting = useWaiting()
  if (!waiting) return null
  const { disputes, differences, transfers } = waiting
  if (disputes.count + differences.count + transfers.count === 0) return null
  return (
    <Card title={t('waiting.title')}>
      <ul className={style.waiting}>
        {disputes.count > 0 && (
          <Row
            path="/money/disputes"
            tone="bad"
            icon={<IconAlertTriangle {...ICON} />}
            text={t('waiting.disputes', { count: disputes.count })}
            hint={
              disputes.deadline !== undefined &&
              t('waiting.deadline', { day: dayText(atNoon(disputes.deadline), lang) })
            }
            end={<Money shekels={disputes.shekels} />}
          />
        )}
        {transfers.count > 0 && (
          <Row
            path="/money/transfers"
            icon={<IconBuildingBank {...ICON} />}
            text={t('waiting.transfers', { count: transfers.count })}
            hint={transfers.due !== undefined && t('waiting.due', { day: dayText(transfers.due, lang) })}
            end={<Money shekels={transfers.shekels} />}
          />
        )}
        {differences.count > 0 && (
          <Row
            path="/money/differences?status=open"
            icon={<IconArrowsExchange {...ICON} />}
            text={t('waiting.differences', { count: differences.count })}
            hint={t('waiting.explain')}
          />
        )}
      </ul>
    </Card>
  )
}

interface RowProps {
  readonly path: string
  readonly tone?: 'bad' | 'quiet'
  readonly icon: ReactNode
  readonly text: string
  readonly hint: ReactNode
  readonly end?: ReactNode
}

function Row({ path, tone = 'quiet', icon, text, hint, end }: RowProps) {
  return (
    <li>
      <GlyphTile tone={tone}>{icon}</GlyphTile>
      <span>
        <PathLink path={path}>{text}</PathLink>
        {hint !== false && <span className={style.soft}>{hint}</span>}
      </span>
      {end !== undefined && <b>{end}</b>}
    </li>
  )
}
