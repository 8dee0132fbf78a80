import type { Event } from '@kartis/contract/events.ts'
import { gateChoices } from '@kartis/domain/gate.ts'
import { commaText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { isAtGate } from '../storage.ts'

/** The gates among which a device of an event chooses: those that the event lists, or else those of its hall. */
export const gatesOfEvent = ({ settings, seat_gates: ofHall }: Partial<Pick<Event, 'settings' | 'seat_gates'>>) =>
  gateChoices(
    (settings?.gates ?? []).map(({ name }) => name),
    ofHall,
  )

/** What the settings of a device offer: the gates of the event, and where those who may edit it add some. */
export const gateOptionsOf = (event: Event): { readonly gates: readonly string[]; readonly gatesPath?: string } => ({
  gates: gatesOfEvent(event),
  ...(event.can.edit && !isAtGate() && { gatesPath: `/events/${event.uuid}/tickets#gates` }),
})

/** Names of gates as a list within a sentence, each with its own direction. */
export const gatesText = (gates: readonly string[], lang: Lang): string =>
  commaText(
    gates.map((name) => `\u2068${name}\u2069`),
    lang,
  )
