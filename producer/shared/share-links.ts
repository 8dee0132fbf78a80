/** A WhatsApp share link with the text filled in and no recipient chosen. */
export const whatsappLink = (text: string, link: string): string =>
  `https://wa.me/?text=${encodeURIComponent(`${text} ${link}`)}`

/** An SMS with the text filled in and no recipient chosen; `?&` is read by phones of both makes. */
export const smsLink = (text: string, link: string): string => `sms:?&body=${encodeURIComponent(`${text} ${link}`)}`
