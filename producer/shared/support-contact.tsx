import { classNames } from '@kartis/ui/class-names.ts'
import { useTranslation } from 'react-i18next'
import style from './support-contact.module.css'
import { supportLinks } from './support.ts'

/** `Support: 03-… · help@…`, each a link. Nothing where the operator named no contact. */
export function SupportContact({ className }: { readonly className?: string }) {
  const { t } = useTranslation('shell')
  const links = supportLinks()
  if (links.length === 0) return null
  return (
    <span className={classNames(style.contact, className)}>
      {t('support')}
      {links.map(({ href, text }) => (
        <a key={href} href={href}>
          <bdi dir="ltr">{text}</bdi>
        </a>
      ))}
    </span>
  )
}
