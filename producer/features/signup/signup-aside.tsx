import { Card } from '@kartis/ui/components/card.tsx'
import { IconCircleCheck, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import style from './signup.module.css'

const NEEDS = ['id', 'bank', 'file'] as const

/** What is needed for sign-up and why it is asked. */
export function SignupAside({ step }: { readonly step: 'company' | 'bank' }) {
  const { t } = useTranslation('signup')
  return (
    <>
      {step === 'company' && (
        <Card title={t('aside.needs')} className={style.wideOnly}>
          <ul className={style.needs}>
            {NEEDS.map((need) => (
              <li key={need}>
                <IconCircleCheck size={20} stroke={1.75} aria-hidden />
                <span>{t(`aside.need_${need}`)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div className={style.why}>
        <IconLock size={20} stroke={1.75} aria-hidden />
        <p>{step === 'company' ? t('aside.why_company') : t('aside.why_bank')}</p>
      </div>
    </>
  )
}
