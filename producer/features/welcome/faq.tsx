import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import style from './welcome.module.css'

const QUESTIONS = ['invited', 'account'] as const

/** Details with the same name: the browser keeps at most one open. */
export function Faq() {
  const { t } = useTranslation('welcome')
  const name = useId()
  return (
    <section className={style.faq}>
      <h2>{t('faq.title')}</h2>
      {QUESTIONS.map((question) => (
        <details key={question} name={name}>
          <summary>
            {t(`faq.${question}_q`)}
            <IconChevronDown size={20} stroke={1.75} aria-hidden />
          </summary>
          <p>{t(`faq.${question}_a`)}</p>
        </details>
      ))}
    </section>
  )
}
