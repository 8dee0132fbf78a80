import type { CompiledMap } from '@kartis/seat-map/model/compile.ts'
import { groupTexts } from '@kartis/seat-map/viewer/group-text.ts'
import { commaText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'

/** Places in words, row by row: `אולם, שורה ט׳, כיסאות 19–20`. */
export const useGroupsText = () => {
  const { t } = useTranslation('seating')
  const lang = useLang()
  return (map: CompiledMap, places: readonly number[]): string =>
    groupTexts(map, places)
      .map(({ section, row, labels, numbers }) =>
        t('places', { count: labels.length, section, row, numbers: commaText(numbers, lang) }),
      )
      .join(' · ')
}
