import type { Event } from '@kartis/contract/events.ts'
import { IMAGE_SLOTS, type ImageSlot } from '@kartis/domain/limits.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Row } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FileButton } from '../../shared/file-button.tsx'
import { imageIn, useDeleteImage } from './images-queries.ts'
import style from './images.module.css'

interface ImageSlotCardProps {
  readonly event: Event
  readonly slot: ImageSlot
  readonly onFile: (file: File) => void
}

/** One image slot in its own aspect ratio with its current image. */
export function ImageSlotCard({ event, slot, onFile }: ImageSlotCardProps) {
  const { t } = useTranslation('images')
  const { width, height } = IMAGE_SLOTS[slot]
  const image = imageIn(event, slot)
  const name = t(`slots.${slot}.name`)
  const removal = useDeleteImage(event.uuid)
  const remove = async () => {
    const yes = await confirm({
      title: t('remove_ask.title', { name }),
      text: t('remove_ask.text'),
      action: t('remove_ask.action'),
      danger: true,
    })
    if (yes) removal.mutate(slot, { onSuccess: () => showToast({ state: 'good', text: t('removed') }) })
  }
  return (
    <article className={style.card}>
      <div className={style.frame} style={{ aspectRatio: `${width} / ${height}` }}>
        {image ? (
          <img src={`${image.url}?w=960`} alt={t('alt', { name })} width={width} height={height} />
        ) : (
          <span className={style.none}>
            <IconPhoto size={32} stroke={1.5} aria-hidden />
            {t('none')}
          </span>
        )}
      </div>
      <div className={style.texts}>
        <h2>{name}</h2>
        <p>{t(`slots.${slot}.text`)}</p>
        <p className={style.size}>
          <bdi>{t('size', { width, height })}</bdi>
        </p>
      </div>
      {event.can.edit && (
        <Row wrap>
          <FileButton
            look={image ? 'line' : 'soft'}
            icon={<IconUpload size={18} stroke={1.75} aria-hidden />}
            label={image ? t('replace_label', { name }) : t('upload_label', { name })}
            onFile={onFile}
          >
            {image ? t('replace') : t('upload')}
          </FileButton>
          {image && (
            <Button
              look="bare"
              icon={<IconTrash size={18} stroke={1.75} aria-hidden />}
              aria-label={t('remove_label', { name })}
              busy={removal.isPending}
              onClick={() => void remove()}
            >
              {t('remove')}
            </Button>
          )}
        </Row>
      )}
    </article>
  )
}
