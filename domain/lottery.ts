/**
 * A fair order for a known number of people, from a random seed. Each place is computed on its own, without a list, by the
 * swap-or-not shuffle (Hoang, Morris and Rogaway, CRYPTO 2012): a permutation for any number of people, and the closer to a
 * uniform shuffle the more rounds are run.
 */
const ROUNDS = 90

/** The 32-bit finalizer of MurmurHash3. */
const mix = (value: number): number => {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35)
  return (hash ^ (hash >>> 16)) >>> 0
}

const chain = (start: number, values: readonly number[]): number =>
  values.reduce((hash, next) => mix((hash ^ next) + 0x9e_37_79_b9), start)

const seedValues = (seed: string): readonly number[] =>
  (seed.match(/[\da-f]{8}/gi) ?? []).map((hex) => Number.parseInt(hex, 16))

/**
 * The place of the person who came as `index` of `size`, both from 0.
 * `seed`: 32 hexadecimal digits, random, secret until the lottery is held.
 */
export const lotteryPlace = (index: number, size: number, seed: string): number => {
  const values = seedValues(seed)
  const key = chain(values.length, values)
  let place = index
  for (let round = 0; round < ROUNDS; round++) {
    const pivot = chain(key, [2 * round, ...values]) % size
    const partner = (pivot + size - place) % size
    const coin = chain(key, [2 * round + 1, ...values, Math.max(place, partner)]) & 1
    if (coin === 1) place = partner
  }
  return place
}
