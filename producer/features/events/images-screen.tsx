import type { Event } from '@kartis/contract/events.ts'
import { IMAGE_SLOTS, type ImageSlot } from '@kartis/domain/limits.ts'
import { dayShortText } from '@kartis/i18n/format.ts'
import { Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { CardSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconPhotoPlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { FileButton } from '../../shared/file-button.tsx'
import { imageIn, useEventImages } from './images-queries.ts'
import { openPicture } from './images-compress.ts'
import type { Work } from './images-work.ts'
import { ImageSlotCard } from './images-slot.tsx'
import style from './images.module.css'

const CropDialog = lazy(async () => ({ default: (await import('./images-crop.tsx')).CropDialog }))

const SLOTS = Object.keys(IMAGE_SLOTS) as ImageSlot[]

/** The three images of an event: chosen, cropped to the exact size, compressed and uploaded. */
export function ImagesScreen() {
  const { t } = useTranslation('images')
  const lang = useLang()
  const uuid = useRouteParam('uuid')
  const event = useEventImages(uuid)
  const head = event.data
  return (
    <Page>
      <PageHead eyebrow={head ? [head.name, dayShortText(head.starts_at, lang, head.timezone)] : '\u00a0'} />
      <Stack gap="wide">
        <Soft>{t('text')}</Soft>
        <WhenLoaded query={event} skeleton={<CardSkeleton />}>
          {(loaded) => <Slots event={loaded} />}
        </WhenLoaded>
      </Stack>
    </Page>
  )
}

function Slots({ event }: { readonly event: Event }) {
  const { t } = useTranslation('images')
  const [work, setWork] = useState<Work>()
  const edits = event.can.edit
  const any = SLOTS.some((slot) => imageIn(event, slot))

  useEffect(
    () => () => {
      if (!work) return
      URL.revokeObjectURL(work.url)
      work.picture.close()
    },
    [work],
  )

  const choose = async (file: File, slots: readonly ImageSlot[]) => {
    const picture = await openPicture(file)
    if (!picture) return showToast({ state: 'bad', text: t('errors.not_image') })
    return setWork({ picture, url: URL.createObjectURL(file), slots })
  }

  return (
    <>
      {edits && (
        <section className={style.all}>
          <IconPhotoPlus size={32} stroke={1.5} aria-hidden />
          <div>
            <h2>{t('all.title')}</h2>
            <p>{t('all.text')}</p>
          </div>
          <FileButton look={any ? 'line' : 'main'} onFile={(file) => void choose(file, SLOTS)}>
            {any ? t('all.again') : t('all.action')}
          </FileButton>
        </section>
      )}
      <ul className={style.slots}>
        {SLOTS.map((slot) => (
          <li key={slot} className={style[slot]}>
            <ImageSlotCard event={event} slot={slot} onFile={(file) => void choose(file, [slot])} />
          </li>
        ))}
      </ul>
      {work && (
        <Suspense fallback={null}>
          <CropDialog key={work.url} event={event.uuid} work={work} onClose={() => setWork(undefined)} />
        </Suspense>
      )}
    </>
  )
}
