import { addMapPicture } from '@kartis/contract/venue-map-drafts.ts'
import { MAP_PICTURE } from '@kartis/domain/limits.ts'
import { api } from '../../shared/api.ts'

/** Tried from the best on: photos of phones are several times larger than what anybody sees. */
const QUALITIES = [0.86, 0.75, 0.6, 0.4]

const encoded = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality)
  })

const smallEnough = async (canvas: HTMLCanvasElement): Promise<Blob | undefined> => {
  for (const quality of QUALITIES) {
    const blob = await encoded(canvas, quality)
    if (blob && blob.size <= MAP_PICTURE.maxBytes) return blob
  }
  return undefined
}

/** The picture of a file, as wide as buyers are shown it; undefined where the file is no picture. */
const pictureIn = async (file: File): Promise<HTMLCanvasElement | undefined> => {
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
  return canvas
}

export interface UploadedPicture {
  readonly uuid: string
  /** Its height by its width. */
  readonly ratio: number
}

/** Uploads what is rendered as a JPEG of the map; undefined where no quality makes it small enough. `name`: of its file. */
export const uploadCanvas = async (
  map: string,
  canvas: HTMLCanvasElement,
  name: string,
): Promise<UploadedPicture | undefined> => {
  const blob = await smallEnough(canvas)
  if (!blob) return undefined
  const form = new FormData()
  form.set('file', blob, `${name.replace(/\.\w+$/, '') || 'view'}.jpg`)
  const { uuid } = (await api(addMapPicture, { params: { uuid: map }, body: form })).data
  return { uuid, ratio: canvas.height / canvas.width }
}

/** Uploads a picture of a map; undefined where the file is no picture. */
export const uploadPicture = async (map: string, file: File): Promise<UploadedPicture | undefined> => {
  const canvas = await pictureIn(file)
  return canvas && uploadCanvas(map, canvas, file.name)
}
