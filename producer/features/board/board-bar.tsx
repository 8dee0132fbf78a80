import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { dayLongText, timeText } from '@kartis/i18n/format.ts'
import { Button, buttonClass, iconButtonClass } from '@kartis/ui/components/button.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconArrowRight, IconDeviceTv, IconScan } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../../shared/links.tsx'
import style from './board.module.css'
import { useNow } from '../../shared/use-now.ts'

/** Without an answer for this long the figures are not those of now. */
const STALE_SECONDS = 20

interface BoardBarProps {
  readonly board: GateBoard
  /** When this browser got the board. */
  readonly gotAt: number
  readonly back: string
  /** Where the camera is; undefined for those who may not scan. */
  readonly scan: string | undefined
  /** Undefined on a big screen, which has no buttons. */
  readonly onBig: (() => void) | undefined
}

export function BoardBar({ board, gotAt, back, scan, onBig }: BoardBarProps) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  // Every second: the board is looked at from afar and must show that it lives.
  const now = useNow(1000)
  const { name, starts_at: from, timezone: zone } = board.event
  // A phone of one evening has no page of the event.
  const backText = t(back === scan ? 'scan' : 'back')
  const seconds = Math.max(0, Math.round((now.getTime() - gotAt) / 1000))
  return (
    <header className={style.bar}>
      {onBig && (
        <PathLink path={back} className={iconButtonClass(true)} aria-label={backText} title={backText}>
          <IconArrowRight className={style.backIcon} size={22} stroke={1.75} aria-hidden />
        </PathLink>
      )}
      <div className={style.event}>
        <h1>
          <UserText>{name}</UserText>
        </h1>
        <p>
          <Pieces pieces={[dayLongText(from, lang, zone), t('start', { time: timeText(from, lang, zone) })]} />
        </p>
      </div>
      <div className={style.live}>
        {seconds > STALE_SECONDS ? (
          <Chip state="bad">{t('stale', { time: timeText(new Date(gotAt), lang, zone) })}</Chip>
        ) : (
          <Chip state="good" live>
            {seconds === 0 ? t('live_now') : t('live', { count: seconds })}
          </Chip>
        )}
        {onBig && scan !== undefined && (
          <PathLink path={scan} className={buttonClass({ look: 'line' })}>
            <IconScan size={20} stroke={1.75} aria-hidden />
            {t('scan')}
          </PathLink>
        )}
        {onBig && (
          <Button look="line" icon={<IconDeviceTv size={20} stroke={1.75} aria-hidden />} onClick={onBig}>
            {t('big_screen')}
          </Button>
        )}
      </div>
      <b className={style.clock}>{timeText(now, lang, zone)}</b>
    </header>
  )
}
