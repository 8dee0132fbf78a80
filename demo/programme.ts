import type { ShowMaker } from './show.ts'
import { bassParty } from './shows/bass-party.ts'
import { firstProductConference } from './shows/first-product-conference.ts'
import { cancelledParty, premiere, tasting, tryouts } from './shows/earlier.ts'
import { harbourNight } from './shows/harbour-night.ts'
import { lostMoonPlay } from './shows/lost-moon-play.ts'
import { fourSilences } from './shows/four-silences-dance.ts'
import { rooftopComedy } from './shows/rooftop-comedy.ts'
import { vineyardFestival } from './shows/vineyard-festival.ts'

/** One event of every kind: over, open now, nearly sold out, sold out, in the middle of its sale, with numbered seats, and not yet for sale. */
export const PROGRAMME: readonly ShowMaker[] = [
  firstProductConference,
  vineyardFestival,
  rooftopComedy,
  lostMoonPlay,
  harbourNight,
  fourSilences,
  bassParty,
]

/** Evenings of the months before, which the money area is about: the producer has put them aside. */
export const EARLIER = { tryouts, premiere, tasting, cancelledParty } as const satisfies Readonly<
  Record<string, ShowMaker>
>
