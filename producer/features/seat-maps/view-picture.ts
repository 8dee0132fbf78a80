import { addMapPicture } from '@kartis/contract/venue-map-drafts.ts'
import { MAP_PICTURE } from '@kartis/domain/limits.ts'
import { api } from '../../shared/api.ts'

/** Tried from the best on: photos of phones are several times larger than what anybody sees. */
const QUALITIES = [0.86, 0.75, 0.6, 0.4]

const encoded = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality)
  })

interface Shrunk {
  readonly blob: Blob
  /** Its height by its width. */
  readonly ratio: number
}

/** A photo as a JPEG that is small enough to be shown to buyers; undefined where the file is no picture. */
const smallEnough = async (file: File): Promise<Shrunk | undefined> => {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture) return undefined
  const share = Math.min(1, MAP_PICTURE.maxWidth / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * share))
  canvas.height = Math.max(1, Math.round(picture.height * share))
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  for (const quality of QUALITIES) {
    const blob = await encoded(canvas, quality)
    if (blob && blob.size <= MAP_PICTURE.maxBytes) return { blob, ratio: canvas.height / canvas.width }
  }
  return undefined
}

/** Uploads a picture of a map; undefined where the file is no picture. */
export const uploadPicture = async (
  map: string,
  file: File,
): Promise<{ readonly uuid: string; readonly ratio: number } | undefined> => {
  const picture = await smallEnough(file)
  if (!picture) return undefined
  const form = new FormData()
  form.set('file', picture.blob, `${file.name.replace(/\.\w+$/, '') || 'view'}.jpg`)
  const { uuid } = (await api(addMapPicture, { params: { uuid: map }, body: form })).data
  return { uuid, ratio: picture.ratio }
}
