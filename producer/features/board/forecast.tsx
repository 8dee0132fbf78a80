import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { numberText, timeText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import style from './board.module.css'

/** As many as waited when their devices last reported; those that were lost do not come. */
const waitingUnsent = ({ devices, ended_devices: ended }: GateBoard): number =>
  [
    ...devices.filter(({ state }) => state === 'silent'),
    ...ended.filter(({ sends_until: until }) => until !== null),
  ].reduce((sum, { pending }) => sum + (pending ?? 0), 0)

/** What happens until the start if nothing changes, and what would help: one sentence each. */
export function Forecast({ board }: { readonly board: GateBoard }) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const unsent = waitingUnsent(board)
  return (
    <div className={style.forecast} aria-live="polite">
      <p className={style.sentence}>
        <Sentence board={board} />
      </p>
      <Remedy board={board} />
      {unsent > 0 && <p>{t('forecast.unsent', { count: unsent, total: numberText(unsent, lang) })}</p>}
    </div>
  )
}

function Sentence({ board }: { readonly board: GateBoard }) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const { forecast, counters, event } = board
  const time = (at: string): string => timeText(at, lang, event.timezone)
  const counted = (count: number) => ({ count, total: numberText(count, lang) })
  const left = counters.total_unscanned
  if (!forecast) {
    if (counters.total_tickets === 0) return t('forecast.no_tickets')
    if (left === 0) return t('forecast.all_in')
    if (board.as_of < event.starts_at) return t('forecast.early')
    return board.as_of < event.ends_at ? t('forecast.begun', counted(left)) : t('forecast.over', counted(left))
  }
  if (forecast.all_at === null) return <em>{t('forecast.nobody', counted(left))}</em>
  if (forecast.outside === 0) return t('forecast.in_time', { time: time(forecast.all_at) })
  return (
    <>
      {t('forecast.by', { time: time(event.starts_at), entered: numberText(forecast.entered, lang) })}{' '}
      <em>{t('forecast.outside', counted(forecast.outside))}</em>
    </>
  )
}

function Remedy({ board }: { readonly board: GateBoard }) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const remedy = board.forecast?.remedy
  if (!remedy) return null
  const time = timeText(remedy.at, lang, board.event.timezone)
  return (
    <p>
      {remedy.kind === 'late'
        ? t('forecast.late', { time })
        : t('forecast.add', { count: remedy.devices, gate: remedy.gate ?? t('forecast.the_gate'), time })}
    </p>
  )
}
