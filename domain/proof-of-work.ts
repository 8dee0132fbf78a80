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

/** Places of one network in a minute that need no more than the work that the waiting room sets, and the most bits that are added. */
const FREE_PLACES = 20
const MAX_EXTRA_BITS = 4

/**
 * The zero bits that the next place of a network needs: one more each time that its places of this minute double. An
 * honest crowd behind one address waits some seconds; who takes hundreds of places alone computes for all of them. A waiting room
 * without proof of work stays without.
 */
export const bitsFor = (ownBits: number, placesOfNetwork: number): number =>
  ownBits === 0 || placesOfNetwork <= FREE_PLACES
    ? ownBits
    : ownBits + Math.min(MAX_EXTRA_BITS, Math.ceil(Math.log2(placesOfNetwork / FREE_PLACES)))
