/** A value of this browser. Without storage (private windows, embedded pages) there is none. */
export const readItem = (key: string): string | undefined => {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Undefined removes it. */
export const writeItem = (key: string, value: string | undefined): void => {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // As above.
  }
}

/** A stored value; undefined for what is no JSON, or `null`. */
export const parsedJson = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : (JSON.parse(text) ?? undefined)
  } catch {
    return undefined
  }
}
