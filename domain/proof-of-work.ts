/** SHA-256 of the UTF-8 bytes of a text: 32 bytes. Passed in, so that a browser and a server each use their own. */
export type Sha256 = (text: string) => Uint8Array

/** What a browser must compute before it gets a place in the queue: proof of work instead of a CAPTCHA. */
export interface ProofOfWork {
  readonly eventId: string
  /** Counts how often the queue of the event was started; a nonce is valid in one round only. */
  readonly round: number
  /** The device that gets the place: a nonce is valid for one device only. */
  readonly device: string
  /** Required leading zero bits; 0 requires nothing. */
  readonly bits: number
}

const leadingZeroBits = (hash: Uint8Array): number => {
  const first = hash.findIndex((byte) => byte !== 0)
  return first < 0 ? hash.length * 8 : first * 8 + Math.clz32(hash[first] ?? 0) - 24
}

/** Whether a nonce gives a hash with the required zero bits. `nonce` is any short ASCII text. */
export const isNonceValid = ({ eventId, round, device, bits }: ProofOfWork, nonce: string, sha256: Sha256): boolean =>
  bits === 0 || leadingZeroBits(sha256(`${eventId}:${round}:${device}:${nonce}`)) >= bits

/** The first valid nonce; takes about 2^bits hashes. */
export const findNonce = (work: ProofOfWork, sha256: Sha256): string => {
  for (let nonce = 0; ; nonce++) {
    const text = nonce.toString(36)
    if (isNonceValid(work, text, sha256)) return text
  }
}
