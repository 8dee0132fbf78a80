/** A random word that also works where `crypto.randomUUID` is missing (plain http on a phone in the hall's network). */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
