import { parsePhone } from '@kartis/domain/phone.ts'

/** The recipient that a search means: a phone in E.164, an e-mail address in lower case, or the text itself. A `+` often arrives as a space. */
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
