export const DARKNESS = {
  /** How often the picture is looked at. */
  everyMs: 700,
  /** Of 255: a lit hall is above it, a dark stage is not. */
  darkLuma: 48,
  /** So many of the pixels of a dark picture are dark. A lit screen in it can be read without a torch. */
  darkShare: 0.92,
  /** So many looks in a row: a hand before the lens is no dark hall. */
  looks: 4,
} as const

/** Whether a picture, as RGBA, is dark nearly everywhere. */
export const isDarkPicture = (pixels: Uint8ClampedArray): boolean => {
  let dark = 0
  for (let place = 0; place < pixels.length; place += 4) {
    const luma = 0.299 * (pixels[place] ?? 0) + 0.587 * (pixels[place + 1] ?? 0) + 0.114 * (pixels[place + 2] ?? 0)
    if (luma < DARKNESS.darkLuma) dark += 1
  }
  return pixels.length > 0 && dark * 4 >= pixels.length * DARKNESS.darkShare
}

/** Says whether it has been dark or light for some looks in a row; in between it stays as it was. */
export const createDarknessFilter = (): ((isDark: boolean) => boolean) => {
  let state = false
  let others = 0
  return (isDark) => {
    others = isDark === state ? 0 : others + 1
    if (others >= DARKNESS.looks) {
      state = isDark
      others = 0
    }
    return state
  }
}
