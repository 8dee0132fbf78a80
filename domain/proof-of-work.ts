/** SHA-256 of the UTF-8 bytes of a text: 32 bytes. Passed in, so that a browser and a server each use their own. */
export type Sha256 = (text: string) => Uint8Array

export interface Work {
  readonly eventId: string
  readonly round: number
  /** The device that gets the place: the same work buys no second place. */
  readonly device: string
  /** Required leading zero bits; 0 requires nothing. */
  readonly bits: number
}

const leadingZeroBits = (hash: Uint8Array): number => {
  const first = hash.findIndex((byte) => byte !== 0)
  return first < 0 ? hash.length * 8 : first * 8 + Math.clz32(hash[first] ?? 0) - 24
}

/** Whether a nonce solves the work: proof of work instead of a CAPTCHA. `nonce` is any short ASCII text. */
export const isWorkDone = ({ eventId, round, device, bits }: Work, nonce: string, sha256: Sha256): boolean =>
  bits === 0 || leadingZeroBits(sha256(`${eventId}:${round}:${device}:${nonce}`)) >= bits

/** The first nonce that solves the work; about 2^bits hashes. */
export const doWork = (work: Work, sha256: Sha256): string => {
  for (let nonce = 0; ; nonce++) {
    const text = nonce.toString(36)
    if (isWorkDone(work, text, sha256)) return text
  }
}
