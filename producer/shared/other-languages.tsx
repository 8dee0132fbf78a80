import { IconChevronDown, IconLanguage } from '@tabler/icons-react'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './other-languages.module.css'

export const OTHER_LANGS = ['en', 'ar'] as const
export type OtherLang = (typeof OTHER_LANGS)[number]

interface OtherLanguagesProps {
  /** Languages that already have texts: listed while collapsed. */
  readonly filled: readonly OtherLang[]
  readonly children: (lang: OtherLang) => ReactNode
}

/** A collapsible card with the fields in English and Arabic; they mount when it opens. */
export function OtherLanguages({ filled, children }: OtherLanguagesProps) {
  const { t } = useTranslation('components')
  const [isOpen, setOpen] = useState(false)
  const names = filled.map((lang) => t(`other_languages.${lang}`)).join(', ')
  return (
    <Card>
      <details className={style.fold} onToggle={(toggle) => setOpen(toggle.currentTarget.open)}>
        <summary>
          <IconLanguage size={22} stroke={1.75} aria-hidden />
          <span>
            <strong>{t('other_languages.title')}</strong>
            <Soft small>{names === '' ? t('other_languages.none') : names}</Soft>
          </span>
          <IconChevronDown className={style.arrow} size={20} stroke={1.75} aria-hidden />
        </summary>
        {isOpen && (
          <Stack gap="wide" className={style.inside}>
            <Soft small>{t('other_languages.text')}</Soft>
            {OTHER_LANGS.map((lang) => (
              <fieldset key={lang} className={style.language}>
                <legend>{t(`other_languages.${lang}`)}</legend>
                <Stack>{children(lang)}</Stack>
              </fieldset>
            ))}
          </Stack>
        )}
      </details>
    </Card>
  )
}
