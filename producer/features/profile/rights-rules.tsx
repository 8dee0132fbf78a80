import { Card } from '@kartis/ui/components/card.tsx'
import { IconEraser, IconFileText, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import style from './data-rights.module.css'

const RULES = [
  { key: 'erased', Icon: IconEraser },
  { key: 'kept', Icon: IconLock },
  { key: 'logged', Icon: IconFileText },
] as const

/** What is erased, what the law requires to keep, and what is logged. */
export function RightsRules({ title }: { readonly title: string }) {
  const { t } = useTranslation('profile')
  return (
    <Card title={title}>
      <ul className={style.rules}>
        {RULES.map(({ key, Icon }) => (
          <li key={key}>
            <Icon size={20} stroke={1.75} aria-hidden />
            <div>
              <h3>{t(`rights.rule.${key}`)}</h3>
              <p>{t(`rights.rule.${key}_text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
