import { numberText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'

/** "28,800 places". */
export const usePlacesText = (): ((count: number) => string) => {
  const { t } = useTranslation('seat-maps')
  const lang = useLang()
  return (count) => t('places', { count, figure: numberText(count, lang) })
}
