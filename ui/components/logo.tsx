import { useTranslation } from 'react-i18next'
import { LogoMark } from './logo-mark.tsx'
import style from './logo.module.css'

/** Mark and name. Wrap it in the link to home. */
export function Logo() {
  const { t } = useTranslation('components')
  return (
    <span className={style.logo}>
      <LogoMark />
      <span>{t('brand')}</span>
    </span>
  )
}
