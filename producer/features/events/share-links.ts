/** Opens WhatsApp, the app or the web, with the words ready and no one chosen yet. */
export const whatsappLink = (text: string, link: string): string =>
  `https://wa.me/?text=${encodeURIComponent(`${text} ${link}`)}`
