import { Page, Soft } from '@kartis/ui/components/layout.tsx'
import { IconArmchair, IconArrowLeft, IconCheck, IconTicket } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import style from './create-type.module.css'

/** Chooses general admission or seats on a map. */
export function CreateTypeScreen() {
  const { t } = useTranslation('wizard')
  return (
    <Page>
      <PageHead title={t('type.title')} eyebrow={t('eyebrow.create')} />
      <Soft className={style.lead}>{t('type.text')}</Soft>
      <div className={style.choices}>
        <TypeChoice type="tickets" icon={<IconTicket size={28} stroke={1.5} aria-hidden />} />
        <TypeChoice type="seats" icon={<IconArmchair size={28} stroke={1.5} aria-hidden />} />
      </div>
    </Page>
  )
}

interface TypeChoiceProps {
  readonly type: 'tickets' | 'seats'
  readonly icon: ReactNode
}

function TypeChoice({ type, icon }: TypeChoiceProps) {
  const { t } = useTranslation('wizard')
  return (
    <PathLink path={`/create-event/${type}/setup`} className={style.choice}>
      <span className={style.icon}>{icon}</span>
      <h2>{t(`type.${type}.title`)}</h2>
      <p className={style.text}>{t(`type.${type}.text`)}</p>
      <ul className={style.points}>
        {t(`type.${type}.points`)
          .split('|')
          .map((point) => (
            <li key={point}>
              <IconCheck size={18} stroke={2} aria-hidden />
              {point}
            </li>
          ))}
      </ul>
      <span className={style.action}>
        {t(`type.${type}.action`)}
        <IconArrowLeft size={20} stroke={1.75} aria-hidden />
      </span>
    </PathLink>
  )
}
