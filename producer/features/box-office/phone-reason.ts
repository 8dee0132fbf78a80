import { parsePhone, type PhoneReason } from '@kartis/domain/phone.ts'

/** Why tickets cannot be sent to a phone, as the server reads it; undefined for one that is right, and for none. */
export const phoneReason = (text: string): PhoneReason | undefined => {
  if (text.trim() === '') return undefined
  const phone = parsePhone('972', text)
  return phone.ok ? undefined : phone.reason
}
