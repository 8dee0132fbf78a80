import type { Event } from '@kartis/contract/events.ts'

export const PARTS = ['details', 'time', 'place', 'tickets', 'picture'] as const
export type Part = (typeof PARTS)[number]

type Draft = Pick<Event, 'missing' | 'sales' | 'attachments'>

const IS_MISSING: Readonly<Record<Part, (event: Draft) => boolean>> = {
  details: ({ missing }) => missing.includes('name') || missing.includes('categories'),
  time: ({ missing }) => ['starts_at', 'ends_at', 'already_over'].some((reason) => missing.includes(reason)),
  place: ({ missing }) => missing.includes('location'),
  tickets: ({ sales }) => sales !== null && sales.total === 0,
  picture: ({ attachments }) => attachments?.length === 0,
}

/** The parts that a draft still lacks, in the order of the wizard. */
export const missingParts = (event: Draft): readonly Part[] => PARTS.filter((part) => IS_MISSING[part](event))
