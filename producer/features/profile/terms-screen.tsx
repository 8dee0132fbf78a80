import { dayText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Page, Row, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../shared/page-head.tsx'
import { TERMS_VERSION } from '../../shared/terms/terms-sections.ts'
import { TermsText } from '../../shared/terms/terms-text.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './profile.module.css'
import { useOwnAccount } from './use-own-account.ts'

/** The terms of use with the day on which the account accepted them, to be read again, printed or saved as a PDF. */
export function AcceptedTermsScreen() {
  const { t } = useTranslation('terms')
  const lang = useLang()
  const account = useOwnAccount()
  return (
    <Page narrow>
      <PageHead eyebrow={account.data?.name} />
      <WhenLoaded query={account}>
        {({ terms }) => (
          <Stack>
            <Row wrap apart>
              <Soft>
                {terms &&
                  t(terms.version === TERMS_VERSION ? 'accepted' : 'accepted_before', {
                    day: dayText(terms.accepted_at, lang),
                  })}{' '}
                {t('hebrew_binds')}
              </Soft>
              <span className={style.noPrint}>
                <Button
                  look="soft"
                  icon={<IconPrinter size={20} stroke={1.75} aria-hidden />}
                  onClick={() => window.print()}
                >
                  {t('print')}
                </Button>
              </span>
            </Row>
            <Card>
              <TermsText />
            </Card>
          </Stack>
        )}
      </WhenLoaded>
    </Page>
  )
}
