/** Origins of the payment pages that the sites show in a frame. They change while the server runs. */
export interface FrameOrigins {
  readonly list: () => readonly string[]
  /** Adds those of terminals to that of the settings. */
  readonly set: (origins: readonly string[]) => void
}

/** `fixed`: the origins of the settings; `own`: this installation's, which needs no mention. */
export const createFrameOrigins = (fixed: readonly string[], own: string): FrameOrigins => {
  const merge = (origins: readonly string[]): readonly string[] =>
    [...new Set([...fixed, ...origins])].filter((origin) => origin !== own)
  let current = merge([])
  return {
    list: () => current,
    set: (origins) => {
      const next = merge(origins)
      // The same list stays the same object, so that what is derived from it is derived once.
      if (next.join(' ') !== current.join(' ')) current = next
    },
  }
}
