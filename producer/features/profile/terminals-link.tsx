import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'

/** Link from the company screen to the payment terminals of the account. */
export function TerminalsLink() {
  const { t } = useTranslation('terminals')
  return (
    <Card title={t('title')}>
      <Stack>
        <Soft small>{t('link_text')}</Soft>
        <ButtonLink to="/company/terminals" look="line">
          {t('open')}
        </ButtonLink>
      </Stack>
    </Card>
  )
}
