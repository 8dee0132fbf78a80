import { cardFeeRows } from '@kartis/contract/report-lines.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { moneyText, percentText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'

/** The rates of the card fees with what each is taken of, for the kinds of cards that were used. */
export const useCardRates = () => {
  const { t } = useTranslation('summary')
  const lang = useLang()
  return (report: Parameters<typeof cardFeeRows>[0]): string =>
    cardFeeRows(report)
      .flatMap(({ kind, percent, sales }) =>
        kind === 'total' || sales === 0 || percent === undefined
          ? []
          : t('cards.of', {
              kind: t(`cards.${kind}`),
              rate: percentText(percent, lang, 2),
              sales: moneyText(toAgorot(sales), lang),
            }),
      )
      .join(' · ')
}
