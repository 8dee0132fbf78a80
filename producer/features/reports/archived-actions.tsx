import { duplicateEvent, type Event } from '@kartis/contract/events.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { IconCopy, IconMailOpened, IconReceipt, IconTicket } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ButtonLink } from '../../shared/links.tsx'
import { useSession } from '../../shared/session.ts'
import { useMutation } from '../../shared/use-mutation.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** Lists and reports of an archived event, and duplicating it. */
export function ArchivedActions({ event }: { readonly event: Event }) {
  const { t } = useTranslation('archived')
  const navigate = useNavigate()
  const { can } = useSession()
  const params = { uuid: event.uuid }
  const copying = useMutation({
    mutationFn: async () => (await api(duplicateEvent, { params })).data,
    onSuccess: (copy) => {
      showToast({ state: 'good', text: t('done') })
      void navigate({ to: '/events/$uuid', params: { uuid: copy.uuid } })
    },
  })
  const duplicate = async () => {
    const sure = await confirm({ title: t('ask.title'), text: t('ask.text'), action: t('ask.action') })
    if (sure) copying.mutate()
  }
  return (
    <Card title={t('more')}>
      <Stack gap="tight">
        {can['order.list'] && (
          <ButtonLink to="/events/$uuid/sold-tickets" params={params} look="line" full icon={<IconTicket {...ICON} />}>
            {t('orders_link')}
          </ButtonLink>
        )}
        <ButtonLink
          to="/events/$uuid/invites-list"
          params={params}
          look="line"
          full
          icon={<IconMailOpened {...ICON} />}
        >
          {t('guests')}
        </ButtonLink>
        {event.summary_available && (
          <ButtonLink to="/events/$uuid/summery" params={params} look="line" full icon={<IconReceipt {...ICON} />}>
            {t('summary')}
          </ButtonLink>
        )}
        <Button
          look="soft"
          full
          icon={<IconCopy {...ICON} />}
          busy={copying.isPending}
          onClick={() => void duplicate()}
        >
          {t('duplicate')}
        </Button>
      </Stack>
    </Card>
  )
}
