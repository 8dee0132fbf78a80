import { embedCode } from '@kartis/contract/embed-code.ts'
import type { Event } from '@kartis/contract/events.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { IconCopy } from '@tabler/icons-react'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './embed-code-section.module.css'

type Size = 'compact' | 'full'

interface EmbedCodeSectionProps {
  readonly event: Event
  readonly onCopy: (code: string) => void
}

/** Both kinds of embedding, each with its preview and its code. */
export function EmbedCodeSection({ event, onCopy }: EmbedCodeSectionProps) {
  const { t } = useTranslation('event')
  const lang = useLang()
  const [size, setSize] = useState<Size>('compact')
  const compact = size === 'compact'
  const code = embedCode({
    site: new URL(event.sale_url).origin,
    event: event.slug,
    lang,
    compact,
    text: t('share.embed_link', { name: event.name }),
  })
  const preview = `/order/${event.slug}?embed=1&theme=light&lang=${lang}${compact ? '&compact=1' : ''}`
  return (
    <Stack>
      <ChoicePills<Size>
        label={t('share.embed_size')}
        hint={t(compact ? 'share.embed_compact_hint' : 'share.embed_full_hint')}
        choices={[
          { value: 'compact', label: t('share.embed_compact') },
          { value: 'full', label: t('share.embed_full') },
        ]}
        value={size}
        onChange={setSize}
      />
      {/* A page of this installation, with its script: it looks and opens as on the producer's site. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe key={size} className={style.preview} data-size={size} src={preview} title={t('share.embed_preview')} />
      <pre className={style.code} dir="ltr">
        {code}
      </pre>
      <Button full icon={<IconCopy size={20} stroke={1.75} aria-hidden />} onClick={() => onCopy(code)}>
        {t('share.embed_copy')}
      </Button>
      <a
        className={style.how}
        href={`/order/embed-example?event=${event.slug}&lang=${lang}`}
        target="_blank"
        rel="noopener"
      >
        {t('share.embed_how')}
      </a>
    </Stack>
  )
}
