import { type Agorot, ratioOf } from './money.ts'

/** Limits of messages from a producer to the buyers of an event. */
export const BUYER_MESSAGE = {
  maxSubjectChars: 120,
  maxTextChars: 600,
  /** Messages about one event in 24 hours: buyers are not to be flooded. */
  perDay: 4,
} as const

// GSM 03.38: a text of these characters alone takes seven bits a character; any other takes sixteen.
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/u

const PARTS = { gsm: { single: 160, each: 153 }, unicode: { single: 70, each: 67 } } as const

/** How many SMS a text is split into, each of which is charged. Hebrew and Arabic hold 70 characters in one, 67 in each of several. */
export const smsParts = (text: string): number => {
  const { single, each } = GSM.test(text) ? PARTS.gsm : PARTS.unicode
  return text.length <= single ? 1 : Math.ceil(text.length / each)
}

/** What SMS parts cost at a price of one part in ten-thousandths of a shekel, rounded once. */
export const smsCost = (parts: number, price: number): Agorot => ratioOf(parts, price, 100)
