import { existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Locator } from '@playwright/test'
import { create } from 'qrcode'

const WIDTH = 640
const HEIGHT = 480
const FRAMES_A_SECOND = 5
/** Visible long enough for a scan and its three seconds of success, then hidden long enough to count as removed. */
const SHOWN_SECONDS = 4
const GONE_SECONDS = 3
const GREY = 128

/** Brightness of each pixel of a frame, row by row. */
type Luma = Uint8Array

const CODE_SIDE = 420

/** A square image in the middle of a grey frame, like a phone held up to the camera. */
const heldUp = (brightness: (x: number, y: number) => number): Luma => {
  const luma = new Uint8Array(WIDTH * HEIGHT).fill(GREY)
  const left = (WIDTH - CODE_SIDE) / 2
  const top = (HEIGHT - CODE_SIDE) / 2
  for (let y = 0; y < CODE_SIDE; y++)
    for (let x = 0; x < CODE_SIDE; x++)
      luma[(top + y) * WIDTH + left + x] = brightness((x + 0.5) / CODE_SIDE, (y + 0.5) / CODE_SIDE)
  return luma
}

const NOTHING: Luma = new Uint8Array(WIDTH * HEIGHT).fill(GREY)

/** An uncompressed video of these frames. */
const videoOf = (frames: readonly Luma[]): Buffer => {
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_A_SECOND}:1 Ip A1:1 C420jpeg\n`)
  return Buffer.concat([head, ...frames.flatMap((luma) => [Buffer.from('FRAME\n'), Buffer.from(luma), colour])])
}

/** A video that Chromium loops as its camera: the code, then nothing, then the code again. */
const writeVideo = (code: Luma): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'kartis-camera-')), 'camera.y4m')
  const frames = [
    ...Array.from({ length: SHOWN_SECONDS * FRAMES_A_SECOND }, () => code),
    ...Array.from({ length: GONE_SECONDS * FRAMES_A_SECOND }, () => NOTHING),
  ]
  writeFileSync(file, videoOf(frames))
  return file
}

/**
 * The camera of tests that scan nothing with it: a grey picture, at the least size that the scan screen takes. Chromium's
 * own one moves in 1280 × 720, and painting and decoding that takes a third of a processor for each open scan screen.
 */
export const greyVideo = (file: string): string => {
  if (existsSync(file)) return file
  mkdirSync(dirname(file), { recursive: true })
  const part = `${file}.${process.pid}`
  writeFileSync(part, videoOf([NOTHING]))
  renameSync(part, file)
  return file
}

/** A video of this element, as shown on a phone. */
export const videoOfElement = async (element: Locator): Promise<string> => {
  const picture = (await element.screenshot({ scale: 'device' })).toString('base64')
  const blank = await element.page().context().newPage()
  const { side, luma } = await blank.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.codePointAt(0) ?? 0)
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    const length = Math.min(image.width, image.height)
    const grey = Array.from({ length: length * length }, (_, place) => {
      const at = 4 * ((place - (place % length)) * (image.width / length) + (place % length))
      return Math.round(0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0))
    })
    return { side: length, luma: grey }
  }, picture)
  await blank.close()
  return writeVideo(
    heldUp((x, y) => {
      // the quiet zone around the code is part of it
      const [u, v] = [(x - 0.5) * 1.15 + 0.5, (y - 0.5) * 1.15 + 0.5]
      if (u < 0 || v < 0 || u >= 1 || v >= 1) return 255
      return luma[Math.floor(v * side) * side + Math.floor(u * side)] ?? 255
    }),
  )
}

const QUIET = 4

/** A video of a QR code with this text. */
export const videoOfText = (text: string): string => {
  const { modules } = create(text)
  const side = modules.size + 2 * QUIET
  return writeVideo(
    heldUp((x, y) => {
      const [column, row] = [Math.floor(x * side) - QUIET, Math.floor(y * side) - QUIET]
      const inside = column >= 0 && row >= 0 && column < modules.size && row < modules.size
      return inside && modules.get(row, column) ? 0 : 255
    }),
  )
}
