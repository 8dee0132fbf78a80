/** A WhatsApp share link with the text filled in and no recipient chosen. */
export const whatsappLink = (text: string, link: string): string =>
  `https://wa.me/?text=${encodeURIComponent(`${text} ${link}`)}`
