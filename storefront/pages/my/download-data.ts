import type { Lang } from '@kartis/i18n/lang.ts'
import type { Refused } from '../../shared/api.ts'

export type Download =
  | { readonly ok: true; readonly file: Blob }
  | (Omit<Refused, 'code' | 'detail'> & { readonly ok: false })

interface Options {
  readonly bearer: string | undefined
  readonly lang: Lang
  /** Shown when the network fails during the download. */
  readonly networkText: string
  /** Receives the bytes so far: the server streams the file, so its length is unknown. */
  readonly onBytes: (bytes: number) => void
}

/** Downloads all data of the signed-in phone as a file. */
export const downloadData = async ({ bearer, lang, networkText, onBytes }: Options): Promise<Download> => {
  try {
    const response = await fetch('/api/v1/account/users/me/export', {
      headers: { 'accept-language': lang, 'x-app-name': 'order', ...(bearer && { authorization: `Bearer ${bearer}` }) },
    })
    if (!response.ok || !response.body) {
      const failure = (await response.json().catch(() => undefined)) as { error?: { description?: string } } | undefined
      return { ok: false, status: response.status, text: failure?.error?.description || networkText }
    }
    const parts: Uint8Array<ArrayBuffer>[] = []
    let bytes = 0
    const reader = response.body.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value)
      bytes += part.value.length
      onBytes(bytes)
    }
    return { ok: true, file: new Blob(parts, { type: 'application/json' }) }
  } catch {
    return { ok: false, status: 0, text: networkText }
  }
}

export const saveFile = (file: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
