import type { Balance } from '@kartis/contract/statements.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { dueSince } from './balance-parts.ts'

/** Names what is due now, with the day since when it is, where one of its events says so. */
export const useDueText = (): ((balance: Balance) => string) => {
  const { t } = useTranslation('money')
  const lang = useLang()
  return (balance) => {
    const since = dueSince(balance)
    return since === undefined ? t('due.now') : t('due.since', { day: dayText(since, lang) })
  }
}
