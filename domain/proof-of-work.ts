/**
 * A little arithmetic in place of a puzzle: a browser solves it unseen, whoever wants thousands of places pays for each.
 * SHA-256 is written out here because browsers offer it only on secure origins and only one call at a time.
 */
const ROUND_WORDS: number[] = []
const START: number[] = []

const fraction = (root: number): number => ((root - Math.floor(root)) * 0x1_00_00_00_00) | 0

for (let candidate = 2; ROUND_WORDS.length < 64; candidate++) {
  let prime = true
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) prime = false
  if (!prime) continue
  if (START.length < 8) START.push(fraction(Math.sqrt(candidate)))
  ROUND_WORDS.push(fraction(Math.cbrt(candidate)))
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** ASCII text as padded 32-bit words. */
const padded = (text: string): Int32Array => {
  const blocks = Math.ceil((text.length + 9) / 64)
  const words = new Int32Array(blocks * 16)
  const put = (place: number, byte: number): void => {
    words[place >> 2] = (words[place >> 2] ?? 0) | (byte << (24 - 8 * (place & 3)))
  }
  for (let place = 0; place < text.length; place++) put(place, text.charCodeAt(place) & 0xff)
  put(text.length, 0x80)
  words[words.length - 1] = text.length * 8
  return words
}

const at = (words: ArrayLike<number>, place: number): number => words[place] ?? 0

const schedule = (block: Int32Array): Int32Array => {
  const words = new Int32Array(64)
  words.set(block)
  for (let place = 16; place < 64; place++) {
    const near = at(words, place - 2)
    const far = at(words, place - 15)
    const small = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    const large = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    words[place] = (at(words, place - 16) + small + at(words, place - 7) + large) | 0
  }
  return words
}

/** Eight 32-bit words of the SHA-256 of an ASCII text. */
export const sha256 = (text: string): Int32Array => {
  const state = Int32Array.from(START)
  const input = padded(text)
  for (let start = 0; start < input.length; start += 16) {
    const words = schedule(input.subarray(start, start + 16))
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (let round = 0; round < 64; round++) {
      const choose = (e & f) ^ (~e & g)
      const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choose + at(ROUND_WORDS, round) + at(words, round)
      const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
    }
    ;[a, b, c, d, e, f, g, h].forEach((word, place) => {
      state[place] = (at(state, place) + word) | 0
    })
  }
  return state
}

export interface Work {
  readonly eventId: string
  readonly round: number
  /** What the place is given to: the same work buys no second place. */
  readonly device: string
  /** Leading zero bits asked for; 0 asks for nothing. */
  readonly bits: number
}

/** Does this nonce solve the task? `nonce` is any short ASCII text. */
export const isWorkDone = ({ eventId, round, device, bits }: Work, nonce: string): boolean =>
  bits === 0 || Math.clz32(at(sha256(`${eventId}:${round}:${device}:${nonce}`), 0)) >= bits

/** The first nonce that solves the task; about 2^bits tries. */
export const doWork = (work: Work): string => {
  for (let nonce = 0; ; nonce++) {
    const text = nonce.toString(36)
    if (isWorkDone(work, text)) return text
  }
}
