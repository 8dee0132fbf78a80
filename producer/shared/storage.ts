/** Names in the browser's storage. Values are base64, drafts included; without storage nothing is saved. `device:` outlives a sign-out. */
export type StoredName =
  | 'access_token'
  | 'workspace'
  | 'language'
  | 'theme'
  | `device:${string}`
  | `draft:${string}`
  | `kept:${string}`

// Byte by byte: spreading a long text into one call exceeds the browser's maximum number of arguments.
const encode = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join(''))
const decode = (text: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(text), (char) => char.codePointAt(0) ?? 0))

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
    // A full or unavailable storage must not break the action that writes to it.
  }
}

/** A stored value that was written as JSON; undefined where there is none, or none that can be read. */
export const readStoredJson = (name: StoredName): unknown => {
  try {
    const text = readStored(name)
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** The pages of a phone that joined a gate by a link. It has an identity of its own there, beside whoever is signed in. */
export const isAtGate = (): boolean =>
  typeof location !== 'undefined' && (location.pathname === '/gate' || location.pathname.startsWith('/gate/'))

export const accessToken = (): string | undefined => readStored(isAtGate() ? 'device:gate_token' : 'access_token')
export const storeAccessToken = (token: string | undefined): void =>
  writeStored(isAtGate() ? 'device:gate_token' : 'access_token', token)

export const workspace = (): string | undefined => readStored(isAtGate() ? 'device:gate_account' : 'workspace')
export const storeWorkspace = (accountUuid: string | undefined): void =>
  writeStored(isAtGate() ? 'device:gate_account' : 'workspace', accountUuid)

/** Values that live as long as this tab: nothing is left on a shared computer. */
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
    // A full or unavailable storage must not break the action that writes to it.
  }
}

const dropFrom = (storage: Storage, prefix: 'draft:' | 'kept:'): void => {
  for (const name of Object.keys(storage)) if (name.startsWith(prefix)) storage.removeItem(name)
}

/** Deletes all drafts, at sign-out: they belong to the user who typed them. */
export const dropAllDrafts = (): void => {
  try {
    dropFrom(localStorage, 'draft:')
    dropFrom(sessionStorage, 'draft:')
  } catch {
    // without storage there is nothing to delete
  }
}

/** Deletes the records of which user's data is cached on this device for offline use, and of the last contact. */
export const dropOfflineRecords = (): void => {
  try {
    dropFrom(localStorage, 'kept:')
  } catch {
    // without storage there is nothing to delete
  }
}

/** The person of this tab has just registered; forgotten with the first screen. */
export const REGISTERED = 'draft:registered'
