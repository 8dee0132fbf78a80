/** What is kept on this device. Values are base64, drafts included; a browser without storage simply forgets. */
export type StoredName = 'access_token' | 'workspace' | 'language' | 'theme' | `draft:${string}`

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

/** What was being typed belongs to the person who typed it: gone when they sign out. */
export const dropAllDrafts = (): void => {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith('draft:')) localStorage.removeItem(name)
  } catch {
    // nothing is kept where there is no storage
  }
}
