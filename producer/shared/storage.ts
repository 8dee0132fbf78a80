/** What is kept on this device. Values are base64, drafts included; a browser without storage simply forgets. `device:` outlives a sign-out. */
export type StoredName =
  | 'access_token'
  | 'workspace'
  | 'language'
  | 'theme'
  | `device:${string}`
  | `draft:${string}`
  | `kept:${string}`

// byte by byte: a long text spread into one call is more arguments than a browser takes
const encode = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join(''))
const decode = (text: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0))

export const readStored = (name: StoredName): string | undefined => {
  try {
    const value = localStorage.getItem(name)
    return value === null ? undefined : decode(value)
  } catch {
    return undefined
  }
}

export const writeStored = (name: StoredName, value: string | undefined): void => {
  try {
    if (value === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, encode(value))
  } catch {
    // a full or closed storage must not stop the work at hand
  }
}

export const accessToken = (): string | undefined => readStored('access_token')
export const storeAccessToken = (token: string | undefined): void => writeStored('access_token', token)

export const workspace = (): string | undefined => readStored('workspace')
export const storeWorkspace = (accountUuid: string | undefined): void => writeStored('workspace', accountUuid)

/** What may live as long as this tab and no longer: nothing of it is left on a shared computer. */
export const readForTab = (name: `draft:${string}`): string | undefined => {
  try {
    const value = sessionStorage.getItem(name)
    return value === null ? undefined : decode(value)
  } catch {
    return undefined
  }
}

export const writeForTab = (name: `draft:${string}`, value: string | undefined): void => {
  try {
    if (value === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, encode(value))
  } catch {
    // a full or closed storage must not stop the work at hand
  }
}

const dropFrom = (storage: Storage, prefix: 'draft:' | 'kept:'): void => {
  for (const name of Object.keys(storage)) if (name.startsWith(prefix)) storage.removeItem(name)
}

/** What was being typed belongs to the person who typed it: gone when they sign out. */
export const dropAllDrafts = (): void => {
  try {
    dropFrom(localStorage, 'draft:')
    dropFrom(sessionStorage, 'draft:')
  } catch {
    // nothing is kept where there is no storage
  }
}

/** Whose data this device keeps for hours without a network, and since when. */
export const dropKeptNotes = (): void => {
  try {
    dropFrom(localStorage, 'kept:')
  } catch {
    // as above
  }
}
