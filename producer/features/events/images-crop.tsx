import { IMAGE_SLOTS } from '@kartis/domain/limits.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { IconZoomIn } from '@tabler/icons-react'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useTranslation } from 'react-i18next'
import { useUploadImage } from './images-queries.ts'
import type { Work } from './images-work.ts'
import { type Area, shapeImage } from './images-compress.ts'
import style from './images.module.css'

interface CropDialogProps {
  readonly event: string
  readonly work: Work
  readonly onClose: () => void
}

const MAX_ZOOM = 4

/** Crops the picture for each slot in turn, by pointer, arrow keys or zoom. */
export function CropDialog({ event, work, onClose }: CropDialogProps) {
  const { t } = useTranslation('images')
  const [place, setPlace] = useState(0)
  const [area, setArea] = useState<Area>()
  const [busy, setBusy] = useState(false)
  const upload = useUploadImage(event)
  const total = work.slots.length
  const slot = work.slots[place]
  if (!slot) return null
  const size = IMAGE_SLOTS[slot]
  const last = place === total - 1

  const goOn = () => {
    if (last) return onClose()
    setArea(undefined)
    return setPlace(place + 1)
  }
  const save = async () => {
    if (!area) return
    setBusy(true)
    try {
      const file = await shapeImage(work.picture, area, slot)
      if (!file) return showToast({ state: 'bad', text: t('errors.too_heavy') })
      await upload.mutateAsync({ slot, file })
      if (last) showToast({ state: 'good', text: total > 1 ? t('saved_all') : t('saved') })
      goOn()
    } catch {
      // a toast has shown why; the picture stays for another attempt
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      wide
      locked={busy}
      onClose={onClose}
      title={t('crop.title', { name: t(`slots.${slot}.name`) })}
      actions={
        <>
          <Button size="big" busy={busy} busyText={t('crop.saving')} disabled={!area} onClick={() => void save()}>
            {last ? t('crop.save') : t('crop.next')}
          </Button>
          {total > 1 && (
            <Button look="line" size="big" disabled={busy} onClick={goOn}>
              {t('crop.skip')}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        <Soft small>
          {total > 1 && `${t('crop.step', { place: place + 1, total })} · `}
          {t('crop.hint')}
        </Soft>
        <Frame key={slot} work={work} aspect={size.width / size.height} onArea={setArea} />
        {area && area.width < size.width - 1 && (
          <Note state="warn">
            <bdi>{t('crop.small', size)}</bdi>
          </Note>
        )}
      </Stack>
    </Dialog>
  )
}

interface FrameProps {
  readonly work: Work
  readonly aspect: number
  readonly onArea: (area: Area) => void
}

function Frame({ work, aspect, onArea }: FrameProps) {
  const { t } = useTranslation('images')
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  return (
    <>
      <div className={style.crop} dir="ltr">
        <Cropper
          image={work.url}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={aspect}
          keyboardStep={8}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => onArea(pixels)}
          onCropAreaChange={(_percent, pixels) => onArea(pixels)}
          mediaProps={{ alt: '' }}
          cropperProps={{ 'aria-label': t('crop.area'), role: 'application' }}
        />
      </div>
      <label className={style.zoom}>
        <IconZoomIn size={20} stroke={1.75} aria-hidden />
        <span>{t('crop.zoom')}</span>
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
    </>
  )
}
