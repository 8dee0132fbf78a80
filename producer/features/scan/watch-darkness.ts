import { createDarknessFilter, DARKNESS, isDarkPicture } from './darkness.ts'

/** So small a copy of the picture says how dark it is, and costs a slow phone nothing. */
const SAMPLE = { width: 32, height: 24 } as const

/** Looks at the picture of a video now and then, and calls back when it has become dark or light. Returns the end of it. */
export const watchDarkness = (video: HTMLVideoElement, onDark: (isDark: boolean) => void): (() => void) => {
  const canvas = document.createElement('canvas')
  canvas.width = SAMPLE.width
  canvas.height = SAMPLE.height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const filter = createDarknessFilter()
  let last = false
  const look = (): void => {
    if (!context || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
    context.drawImage(video, 0, 0, SAMPLE.width, SAMPLE.height)
    const now = filter(isDarkPicture(context.getImageData(0, 0, SAMPLE.width, SAMPLE.height).data))
    if (now !== last) onDark(now)
    last = now
  }
  const timer = setInterval(look, DARKNESS.everyMs)
  return () => clearInterval(timer)
}
