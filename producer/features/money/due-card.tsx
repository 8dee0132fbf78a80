import { dayKey, dayText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { balanceParts, dueDays, upcoming } from './balance-parts.ts'
import style from './money.module.css'
import { useBalance } from './use-money.ts'

/** When which sum falls due, what is due already first; nothing while there is neither. */
export function DueCard() {
  const { t } = useTranslation('money')
  const lang = useLang()
  const { data: balance } = useBalance()
  if (!balance) return null
  const days = dueDays(upcoming(balance), (at) => dayKey(at))
  const [due] = balanceParts(balance)
  const dueNow = due?.name === 'transfer' && due.amount > 0 ? due.amount : undefined
  if (days.length === 0 && dueNow === undefined) return null
  return (
    <Card title={t('due.title')}>
      <ul className={style.due}>
        {dueNow !== undefined && (
          <li>
            <span>
              <b>{t('due.now')}</b>
              <span className={style.soft}>{t('due.now_text')}</span>
            </span>
            <b>
              <Money shekels={dueNow} />
            </b>
          </li>
        )}
        {days.map(({ at, amount, events }) => (
          <li key={at}>
            <span>
              <b>{dayText(at, lang)}</b>
              <span className={style.soft}>{t('due.events', { count: events })}</span>
            </span>
            <b>
              <Money shekels={amount} />
            </b>
          </li>
        ))}
      </ul>
      <Soft small>{t('due.note')}</Soft>
    </Card>
  )
}
