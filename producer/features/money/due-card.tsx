import { dayKey, dayText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { dueDays, dueNow, upcoming } from './balance-parts.ts'
import style from './money.module.css'
import { useDueText } from './use-due-text.ts'
import { useBalance } from './use-money.ts'

/** From when on which sum can be transferred, what is due already first; nothing while there is neither. */
export function DueCard() {
  const { t } = useTranslation('money')
  const lang = useLang()
  const dueText = useDueText()
  const { data: balance } = useBalance()
  if (!balance) return null
  const days = dueDays(upcoming(balance), (at) => dayKey(at))
  const due = dueNow(balance)
  if (days.length === 0 && due === undefined) return null
  return (
    <Card title={t('due.title')}>
      <ul className={style.due}>
        {due !== undefined && (
          <li>
            <span>
              <b>{dueText(balance)}</b>
              <span className={style.soft}>{t('balance.with_statement')}</span>
            </span>
            <b>
              <Money shekels={due} />
            </b>
          </li>
        )}
        {days.map(({ at, amount, events }) => (
          <li key={at}>
            <span>
              <b>{t('due.from', { day: dayText(at, lang) })}</b>
              <span className={style.soft}>{t('due.events', { count: events })}</span>
            </span>
            <b>
              <Money shekels={amount} />
            </b>
          </li>
        ))}
      </ul>
      <Soft small>
        {t('due.note')} {t('due.no_day')}
      </Soft>
    </Card>
  )
}
