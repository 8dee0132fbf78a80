import type { Attachment } from '@kartis/contract/attachments.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Kernel } from '../../kernel/context.ts'
import { attachmentsOf } from '../attachments/index.ts'
import { anyEventRow, type EventRow } from '../events/index.ts'
import { type TypeNames, typeNamesIn } from '../tickets/index.ts'

/** What an order's page says of its event: the same for all buyers who read one language. */
export interface EventFacts {
  readonly event: EventRow
  readonly images: readonly Attachment[]
  readonly typeNames: TypeNames
}

interface Kept {
  readonly at: number
  readonly facts: Promise<EventFacts | undefined>
}

interface Store {
  /** Milliseconds for which facts are kept. */
  readonly keep: number
  readonly kept: Map<string, Kept>
}

const MOST_KEPT = 300
const stores = new WeakMap<Kernel, Store>()

/** From now on what was read is kept for so many milliseconds; 0, as without this call, keeps nothing. */
export const keepEventFacts = (kernel: Kernel, keep: number): void => {
  stores.set(kernel, { keep, kept: new Map() })
}

/** How long facts are kept, and so what is made of them. */
export const factsKeptFor = (kernel: Kernel): number => stores.get(kernel)?.keep ?? 0

const readFacts = async (kernel: Kernel, eventId: string, lang: Lang): Promise<EventFacts | undefined> => {
  const [event, images, typeNames] = await Promise.all([
    anyEventRow(kernel.db, eventId),
    attachmentsOf(kernel, 'event', [eventId]),
    typeNamesIn(kernel.db, [eventId], lang),
  ])
  return event && { event, images: images.get(eventId) ?? [], typeNames }
}

export const eventFactsOf = (
  kernel: Kernel,
  eventId: string,
  lang: Lang,
  now: Date,
): Promise<EventFacts | undefined> => {
  const store = stores.get(kernel)
  if (!store || store.keep === 0) return readFacts(kernel, eventId, lang)
  const { kept, keep } = store
  const name = `${eventId} ${lang}`
  const found = kept.get(name)
  if (found && Math.abs(now.getTime() - found.at) < keep) return found.facts
  const facts = readFacts(kernel, eventId, lang)
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(name, { at: now.getTime(), facts })
  // What could not be read is not kept.
  facts.catch(() => kept.delete(name))
  return facts
}
