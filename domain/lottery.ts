/**
 * A fair order for a known number of people, from a seed that nobody knows beforehand. Each place is found by itself, so
 * that no list is needed: the swap-or-not shuffle of Hoang, Morris and Rogaway, which is a permutation whatever the
 * number of people, and gets as close to a perfect shuffle as one likes with more rounds.
 */
const ROUNDS = 90

const mix = (value: number): number => {
  let word = value | 0
  word = Math.imul(word ^ (word >>> 16), 0x85_eb_ca_6b)
  word = Math.imul(word ^ (word >>> 13), 0xc2_b2_ae_35)
  return (word ^ (word >>> 16)) >>> 0
}

const chain = (start: number, words: readonly number[]): number =>
  words.reduce((word, next) => mix((word ^ next) + 0x9e_37_79_b9), start)

const wordsOf = (seed: string): readonly number[] =>
  (seed.match(/[\da-f]{8}/gi) ?? []).map((word) => Number.parseInt(word, 16))

/**
 * The drawn place of one who came as `index` of `size`, both from 0.
 * `seed`: 32 hexadecimal digits, random, kept secret until the draw.
 */
export const drawnPlace = (index: number, size: number, seed: string): number => {
  const words = wordsOf(seed)
  const key = chain(words.length, words)
  let place = index
  for (let round = 0; round < ROUNDS; round++) {
    const pivot = chain(key, [2 * round, ...words]) % size
    const partner = (pivot + size - place) % size
    const coin = chain(key, [2 * round + 1, ...words, Math.max(place, partner)]) & 1
    if (coin === 1) place = partner
  }
  return place
}
