const KEY = 'kartis.phone'

/** The phone that this browser last bought with, as people write it; removed with the sign-out. */
export const readPhone = (): string | undefined => {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

export const savePhone = (phone: string | undefined): void => {
  try {
    if (phone === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, phone)
  } catch {
    // Without storage (embedded pages) the phone is typed again.
  }
}
