import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { IconReceiptRefund, IconRocket } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'
import type { DraftCardProps } from './draft-card.tsx'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** What was cancelled is no draft: first come its refunds, and to publish it again is a choice of its own. */
export function CancelledCard({ event, publishing, onPublish }: DraftCardProps) {
  const { t } = useTranslation('event')
  return (
    <Card title={t('cancelled.title')}>
      <Stack>
        <Soft>{t('cancelled.text')}</Soft>
        <ButtonLink
          to="/events/$uuid/refunds"
          params={{ uuid: event.uuid }}
          full
          icon={<IconReceiptRefund {...ICON} />}
        >
          {t('cancelled.refunds')}
        </ButtonLink>
        {event.can.publish && event.missing.length === 0 && (
          <Button look="line" full icon={<IconRocket {...ICON} />} busy={publishing} onClick={onPublish}>
            {t('cancelled.publish')}
          </Button>
        )}
      </Stack>
    </Card>
  )
}
