import type { Event } from '@kartis/contract/events.ts'
import { Button, buttonClass } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { Loading, SkeletonBlock } from '@kartis/ui/components/skeleton.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { IconBrandWhatsapp, IconCode, IconCopy, IconShare2 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../shared/copy-text.ts'

// Few events are embedded, and the weight of the first screen is limited.
const EmbedCodeSection = lazy(async () => ({ default: (await import('./embed-code-section.tsx')).EmbedCodeSection }))

export interface ShareDialogProps {
  readonly event: Event
  /** Text before the link. */
  readonly text: string
  readonly whatsapp: string
  readonly open: boolean
  readonly onClose: () => void
}

/** Shares the sale page: WhatsApp, clipboard, embed code and the device's share menu. */
export function ShareDialog({ event, text, whatsapp, open, onClose }: ShareDialogProps) {
  const { t } = useTranslation('event')
  const [isEmbedding, setEmbedding] = useState(false)
  const copy = async (what: string, done: string) => {
    if (await copyText(what, { copied: done, failed: t('share.not_copied') })) onClose()
  }
  const more = async () => {
    try {
      await navigator.share({ title: event.name, text, url: event.sale_url })
      onClose()
    } catch {
      // closing the share menu without a choice is no failure
    }
  }
  return (
    <Dialog open={open} onClose={onClose} title={t('share.title')}>
      <Stack>
        <TextField
          label={t('share.link')}
          value={event.sale_url}
          readOnly
          dir="ltr"
          onFocus={(focus) => focus.target.select()}
        />
        <a href={whatsapp} target="_blank" rel="noopener" className={buttonClass({ full: true })} onClick={onClose}>
          <IconBrandWhatsapp size={20} stroke={1.75} aria-hidden />
          {t('share.whatsapp')}
        </a>
        <Button
          look="line"
          full
          icon={<IconCopy size={20} stroke={1.75} aria-hidden />}
          onClick={() => void copy(event.sale_url, t('share.copied'))}
        >
          {t('share.copy')}
        </Button>
        <Button
          look="line"
          full
          icon={<IconCode size={20} stroke={1.75} aria-hidden />}
          aria-expanded={isEmbedding}
          onClick={() => setEmbedding(!isEmbedding)}
        >
          {t('share.embed')}
        </Button>
        {isEmbedding && (
          <Suspense
            fallback={
              <Loading>
                <SkeletonBlock tall="16rem" />
              </Loading>
            }
          >
            <EmbedCodeSection event={event} onCopy={(code) => void copy(code, t('share.embed_copied'))} />
          </Suspense>
        )}
        {'share' in navigator && (
          <Button
            look="bare"
            full
            icon={<IconShare2 size={20} stroke={1.75} aria-hidden />}
            onClick={() => void more()}
          >
            {t('share.more')}
          </Button>
        )}
      </Stack>
    </Dialog>
  )
}
