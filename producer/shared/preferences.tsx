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
  const [selected, setSelected] = useState(lang) // selected at once; the messages follow when they are loaded
  const switchTo = useLanguageSwitch()
  const choose = async (next: Lang) => {
    setSelected(next)
    await switchTo(next)
  }
  return (
    <fieldset>
      <legend className="visually-hidden">{t('menu.language')}</legend>
      <div className={style.choice}>
        {LANGS.map((option) => (
          <label key={option} lang={option}>
            <input
              type="radio"
              name="language"
              value={option}
              checked={option === selected}
              onChange={() => void choose(option)}
            />
            {t(`languages.${option}`)}
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
        {THEMES.map((option) => (
          <label key={option}>
            <input
              type="radio"
              name="theme"
              value={option}
              checked={option === theme}
              onChange={() => {
                showTheme(option)
                setTheme(option)
              }}
            />
            {t(`theme.${option}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
