import { Button } from '@kartis/ui/components/button.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { EventArt } from '@kartis/ui/components/event-art.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { IconMail, IconPlus, IconReportAnalytics, IconScan, IconTicket } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useSession } from '../../shared/session.ts'
import { Faq } from './faq.tsx'
import { InvitesDialog } from './invites-dialog.tsx'
import style from './welcome.module.css'

const PROMISES = [
  { key: 'page', Icon: IconTicket },
  { key: 'scan', Icon: IconScan },
  { key: 'money', Icon: IconReportAnalytics },
] as const

/** For users without an account: open one or accept an invitation. */
export function WelcomeScreen() {
  const { t } = useTranslation('welcome')
  const { user, account, status } = useSession()
  const name = user?.first_name ?? ''
  return (
    <Page>
      <PageHead title={name === '' ? undefined : t('hello', { name })} back={account ? '/' : false} />
      <AccountBox waiting={status.pending_invites} />
      <div className={style.more}>
        <section className={style.promo}>
          <h2>{t('promo.title')}</h2>
          <p>{t('promo.text')}</p>
          <ul>
            {PROMISES.map(({ key, Icon }) => (
              <li key={key}>
                <span>
                  <Icon size={20} stroke={1.75} aria-hidden />
                </span>
                {t(`promo.${key}`)}
              </li>
            ))}
          </ul>
        </section>
        <Faq />
      </div>
    </Page>
  )
}

function AccountBox({ waiting }: { readonly waiting: number }) {
  const { t } = useTranslation('welcome')
  const [open, setOpen] = useState(false)
  return (
    <section className={style.box}>
      <div className={style.art}>
        <EventArt seed="opening" />
      </div>
      <div className={style.inside}>
        <h2>{t('box.title')}</h2>
        <p>{t('box.text')}</p>
        <div className={style.actions}>
          <ButtonLink
            to="/create-account/company-details"
            size="big"
            look={waiting > 0 ? 'line' : 'main'}
            icon={<IconPlus size={20} stroke={1.75} aria-hidden />}
          >
            {t('box.create')}
          </ButtonLink>
          <p className={style.or}>
            <span>{t('or')}</span>
          </p>
          <Button
            look={waiting > 0 ? 'main' : 'line'}
            size="big"
            icon={<IconMail size={20} stroke={1.75} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {t('box.invited')}
            {waiting > 0 && (
              <Chip state="accent" plain>
                {waiting}
              </Chip>
            )}
          </Button>
        </div>
      </div>
      <InvitesDialog open={open} onClose={() => setOpen(false)} />
    </section>
  )
}
