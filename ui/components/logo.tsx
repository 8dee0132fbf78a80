import { useTranslation } from 'react-i18next'
import { LogoMark } from './logo-mark.tsx'
import style from './logo.module.css'

/** Logo and name. The caller wraps it in the link to the home page. */
export function Logo() {
  const { t } = useTranslation('components')
  return (
    <span className={style.logo}>
      <LogoMark />
      <span>{t('brand')}</span>
    </span>
  )
}
