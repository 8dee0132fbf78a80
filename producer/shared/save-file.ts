const KEEP_MS = 60_000

/** Saves a fetched file through the browser's download. */
export const saveFile = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name.replaceAll(/[\u200e\u200f\u2066-\u2069]/gu, '').replaceAll(/[\\/:*?"<>|]/gu, ' ')
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS)
}
