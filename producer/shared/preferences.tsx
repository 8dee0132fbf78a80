import { type Lang, LANGS } from '@kartis/i18n/lang.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showTheme, storedTheme, THEMES } from './appearance.ts'
import { useLanguageSwitch } from './language.ts'
import style from './preferences.module.css'

export function LanguageChoice() {
  const { t } = useTranslation('shell')
  const lang = useLang()
  const [wanted, setWanted] = useState(lang) // shown at once; the words follow when they are here
  const switchTo = useLanguageSwitch()
  const choose = async (next: Lang) => {
    setWanted(next)
    await switchTo(next)
  }
  return (
    <fieldset>
      <legend className="visually-hidden">{t('menu.language')}</legend>
      <div className={style.choice}>
        {LANGS.map((one) => (
          <label key={one} lang={one}>
            <input
              type="radio"
              name="language"
              value={one}
              checked={one === wanted}
              onChange={() => void choose(one)}
            />
            {t(`languages.${one}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export function ThemeChoice() {
  const { t } = useTranslation('shell')
  const [theme, setTheme] = useState(storedTheme)
  return (
    <fieldset>
      <legend className="visually-hidden">{t('menu.theme')}</legend>
      <div className={style.choice}>
        {THEMES.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="theme"
              value={one}
              checked={one === theme}
              onChange={() => {
                showTheme(one)
                setTheme(one)
              }}
            />
            {t(`theme.${one}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
