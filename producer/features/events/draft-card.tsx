import type { Event } from '@kartis/contract/events.ts'
import { Button, buttonClass } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { IconAlertCircle, IconBulb, IconEye, IconLink, IconRocket } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import style from './draft-card.module.css'

const STEP_OF_REASON = {
  name: '/events/$uuid/setup',
  categories: '/events/$uuid/setup',
  location: '/events/$uuid/location',
  starts_at: '/events/$uuid/time',
  ends_at: '/events/$uuid/time',
  already_over: '/events/$uuid/time',
  seating: '/events/$uuid/seating',
  ticket_types: '/events/$uuid/tickets/create',
  images: '/events/$uuid/images',
  image_wide: '/events/$uuid/images',
  image_square: '/events/$uuid/images',
  description: '/events/$uuid/description',
} as const
type MissingReason = keyof typeof STEP_OF_REASON

const isMissingReason = (reason: string): reason is MissingReason => reason in STEP_OF_REASON

/** The picture that is missing: a wide one for the sale page, and a square one for tickets and sharing. */
const missingImages = (slots: readonly string[]): MissingReason[] => {
  if (slots.length === 0) return ['images']
  return [
    ...(slots.some((slot) => slot !== 'banner_square') ? [] : (['image_wide'] as const)),
    ...(slots.includes('banner_square') ? [] : (['image_square'] as const)),
  ]
}

/** Recommended parts that are not required for publishing. */
const adviceFor = (event: Event): MissingReason[] => [
  ...(event.events_tickets?.length === 0 ? (['ticket_types'] as const) : []),
  ...(event.attachments ? missingImages(event.attachments.map(({ slot }) => slot)) : []),
  ...(event.description === '' ? (['description'] as const) : []),
]

export interface DraftCardProps {
  readonly event: Event
  readonly publishing: boolean
  readonly onPublish: () => void
}

/** What a draft lacks, each with a link to fix it, and the publish button. */
export function DraftCard({ event, publishing, onPublish }: DraftCardProps) {
  const { t } = useTranslation('event')
  const missing = event.missing.filter(isMissingReason)
  const advice = adviceFor(event)
  const ready = event.can.publish && event.missing.length === 0
  return (
    <Card title={t('draft.title')}>
      <Stack>
        {missing.length > 0 ? (
          <MissingList uuid={event.uuid} title={t('draft.missing')} reasons={missing} />
        ) : (
          ready && <Soft>{t('draft.ready')}</Soft>
        )}
        {advice.length > 0 && <MissingList uuid={event.uuid} title={t('draft.advice')} reasons={advice} soft />}
        <div className={style.actions}>
          <Button
            // a phone has it in the action bar
            className={style.wideOnly}
            onClick={onPublish}
            disabled={!ready}
            busy={publishing}
            busyText={t('draft.publishing')}
            icon={<IconRocket size={20} stroke={1.75} aria-hidden />}
          >
            {t('draft.publish')}
          </Button>
          {event.preview_url !== null && <Preview link={event.preview_url} />}
        </div>
      </Stack>
    </Card>
  )
}

/** The draft as buyers will see it, and its link for whoever should look at it first. */
function Preview({ link }: { readonly link: string }) {
  const { t } = useTranslation('event')
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    showToast({ state: 'good', text: t('preview.copied') })
  }
  return (
    <>
      <a href={link} target="_blank" rel="noopener" className={buttonClass({ look: 'line' })}>
        <IconEye size={20} stroke={1.75} aria-hidden />
        {t('preview.open')}
        <span className="visually-hidden"> ({t('quick.new_tab')})</span>
      </a>
      <Button look="bare" icon={<IconLink size={20} stroke={1.75} aria-hidden />} onClick={() => void copy()}>
        {t('preview.copy')}
      </Button>
    </>
  )
}

function MissingList({
  uuid,
  title,
  reasons,
  soft = false,
}: {
  readonly uuid: string
  readonly title: string
  readonly reasons: readonly MissingReason[]
  readonly soft?: boolean
}) {
  const { t } = useTranslation('event')
  const Icon = soft ? IconBulb : IconAlertCircle
  return (
    <div className={style.reasons} data-soft={soft || undefined}>
      <p>{title}</p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>
            <Link to={STEP_OF_REASON[reason]} params={{ uuid }}>
              <Icon size={18} stroke={1.75} aria-hidden />
              {t(`draft.reasons.${reason}`)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
