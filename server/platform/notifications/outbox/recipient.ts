import { parsePhone } from '@kartis/domain/phone.ts'

/** A phone in any spelling, or an e-mail address, as messages are addressed (in lower case). `+` often arrives as a space. */
export const recipientOf = (text: string): string | undefined => {
  const typed = text.trim()
  if (typed === '') return undefined
  if (typed.includes('@')) return typed.toLowerCase()
  for (const spelling of [typed, `+${typed}`]) {
    const phone = parsePhone('972', spelling)
    if (phone.ok) return phone.e164
  }
  return typed
}
