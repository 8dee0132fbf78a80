import type { createEvent, EventSettings, updateEvent } from '@kartis/contract/events.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { isPostponement } from '@kartis/domain/cancellation.ts'
import { eventReasons, type EventTimes, NOTIFIED_FIELDS, pastReasons } from '@kartis/domain/event.ts'
import { type FieldReasons, hasReasons } from '@kartis/domain/reason.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { FeePayer } from '@kartis/domain/service-fee.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { tidyTexts } from '../../../platform/database/localized-text.ts'
import { feePayerAt } from '../../people/accounts/index.ts'
import { formsExist } from '../forms/index.ts'
import { venueRow } from '../venues/index.ts'
import {
  artistsOf,
  type ArtistRow,
  existingCategories,
  setArtists,
  setCategories,
  setForms,
} from './event-links-queries.ts'
import {
  type EventColumns,
  type EventRow,
  hasTickets,
  insertEvent,
  lockEvent,
  updateEventRow,
} from './events-queries.ts'
import type { CleanDescription } from './description-cleaner.ts'
import type { EventsPlatform } from './extensions.ts'
import { gateReasons } from './gate-reasons.ts'
import { type Changer, logPeopleSwitch } from './log-people-switch.ts'
import { cleanRichText } from './rich-text.ts'
import { settingReasons } from './setting-reasons.ts'
import type { EventTexts } from './tables.ts'

type Draft = BodyOf<typeof createEvent>
type Change = BodyOf<typeof updateEvent>

const validateDraft = (draft: Change, now: Date, before?: EventRow): FieldReasons =>
  eventReasons(
    {
      ...(draft.name === undefined ? {} : { name: draft.name }),
      ...(draft.timezone === undefined ? {} : { timezone: draft.timezone }),
      ...(draft.categories === undefined ? {} : { categories: draft.categories }),
      ...(draft.starts_at === undefined && draft.ends_at === undefined
        ? {}
        : {
            starts_at: draft.starts_at ? new Date(draft.starts_at) : before?.starts_at,
            ends_at: draft.ends_at ? new Date(draft.ends_at) : before?.ends_at,
          }),
    },
    now,
  )

/** Categories, forms and the venue must exist; forms and the venue must belong to the account. */
const validateLinks = async (tx: Tx, accountId: string, draft: Change): Promise<Refusal | undefined> => {
  if (draft.categories) {
    const existing = await existingCategories(tx, draft.categories)
    if (existing.length < new Set(draft.categories).size) return refuseField('categories', 'unknown_option')
  }
  if (draft.forms && !(await formsExist(tx, accountId, draft.forms))) return refuseField('forms', 'unknown_option')
  if (draft.venue_uuid && !(await venueRow(tx, accountId, draft.venue_uuid)))
    return refuseField('venue_uuid', 'unknown_option')
  return undefined
}

/** Sanitises the descriptions in other languages like the Hebrew one. */
const cleanTexts = async (texts: EventTexts, clean: (html: string) => Promise<string>): Promise<EventTexts> => {
  const cleaned: EventTexts = { ...texts }
  for (const [lang, own] of Object.entries(texts))
    if (own?.description) cleaned[lang as keyof EventTexts] = { ...own, description: await clean(own.description) }
  return tidyTexts(cleaned)
}

/** The columns that a draft sets. Called before the transaction, so that no row is locked meanwhile. */
const columnsOf = async (
  draft: Change,
  accountId: string,
  cleanFor: CleanDescription,
): Promise<Partial<EventColumns>> => {
  const {
    venue_uuid: venueId,
    categories: _c,
    artists: _a,
    forms: _f,
    tell_buyers: _t,
    description,
    texts,
    ...columns
  } = draft
  const clean = (html: string) => cleanFor(html, accountId)
  return {
    ...columns,
    ...(venueId === undefined ? {} : { venue_id: venueId }),
    ...(description === undefined ? {} : { description: await clean(description) }),
    ...(texts && { texts: await cleanTexts(texts, clean) }),
  }
}

/** An artist that is sent as a name alone keeps the texts that the event has of it. */
const artistRows = async (tx: Tx, eventId: string, artists: NonNullable<Change['artists']>): Promise<ArtistRow[]> => {
  const before = new Map((await artistsOf(tx, [eventId])).map((row) => [row.name, row.texts]))
  return artists.map((artist) =>
    typeof artist === 'string'
      ? { name: artist, texts: before.get(artist) ?? {} }
      : { name: artist.name, texts: tidyTexts(artist.texts) },
  )
}

const saveLinks = async (tx: Tx, eventId: string, draft: Change): Promise<void> => {
  if (draft.categories) await setCategories(tx, eventId, draft.categories)
  if (draft.artists) await setArtists(tx, eventId, await artistRows(tx, eventId, draft.artists))
  if (draft.forms) await setForms(tx, eventId, [...new Set(draft.forms)])
}

const SLUG_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * A slug of ten characters for links that are read aloud and typed, without letters that look alike. It is computed from
 * the random end of the id, so that it is as unique as that.
 */
export const slugOf = (id: string): string => {
  let remaining = BigInt(`0x${id.replaceAll('-', '').slice(-16)}`)
  let slug = ''
  for (let length = 0; length < 10; length++) {
    slug += SLUG_LETTERS[Number(remaining % BigInt(SLUG_LETTERS.length))] ?? ''
    remaining /= BigInt(SLUG_LETTERS.length)
  }
  return slug
}

/** Programs that serve no requests sanitise on their own thread. */
const cleanAtOnce: CleanDescription = async (html) => cleanRichText(html)

/** The settings of a new event, which is paid for as the account's contract says unless it says itself. */
const settingsOf = async (tx: Tx, accountId: string, own: EventSettings, now: Date): Promise<EventSettings> => {
  const feePayer = own.fee_payer ?? (await feePayerAt(tx, accountId, now))
  return feePayer === 'producer' ? own : { ...own, fee_payer: feePayer }
}

/** Creates a draft; returns its id. Refusal: `validation`. */
export const createDraft = async (
  platform: Platform & Partial<Pick<EventsPlatform, 'cleanDescription'>>,
  accountId: string,
  userId: string,
  draft: Draft,
): Promise<string | Refusal> => {
  const fields = { ...validateDraft(draft, platform.clock()), ...settingReasons({}, draft.settings) }
  if (hasReasons(fields)) return refuse('validation', { fields })
  const columns = (await columnsOf(draft, accountId, platform.cleanDescription ?? cleanAtOnce)) as EventColumns & {
    kind: 'tickets' | 'seats'
  }
  return inTransaction(platform.db, async (tx) => {
    const wrong = await validateLinks(tx, accountId, draft)
    if (wrong) return wrong
    const gates = await gateReasons(tx, undefined, draft.settings)
    if (hasReasons(gates)) return refuse('validation', { fields: gates })
    const id = platform.newId()
    await insertEvent(tx, {
      ...columns,
      settings: await settingsOf(tx, accountId, columns.settings, platform.clock()),
      venue_id: columns.venue_id ?? null,
      id,
      slug: slugOf(id),
      account_id: accountId,
      created_by: userId,
    })
    await saveLinks(tx, id, draft)
    return id
  })
}

const payerOf = (settings: EventSettings): FeePayer => settings.fee_payer ?? 'producer'

const hasMoved = (before: EventRow, after: EventRow): boolean =>
  NOTIFIED_FIELDS.some((field) => String(before[field]) !== String(after[field]))

interface Move {
  readonly refusal?: Refusal
  readonly columns?: { readonly sold_ends_at: Date }
}

/** What a change of the times of an event with tickets is refused for, and the end that its payout goes on waiting for. */
const moveOf = async (tx: Tx, before: EventRow, change: Change, now: Date): Promise<Move> => {
  const was: EventTimes = { startsAt: before.starts_at, endsAt: before.ends_at }
  const will: EventTimes = {
    startsAt: new Date(change.starts_at ?? was.startsAt),
    endsAt: new Date(change.ends_at ?? was.endsAt),
  }
  const isSame = will.startsAt.getTime() === was.startsAt.getTime() && will.endsAt.getTime() === was.endsAt.getTime()
  if (isSame || !(await hasTickets(tx, before.id))) return {}
  const fields = pastReasons(was, will, now)
  if (hasReasons(fields)) return { refusal: refuse('validation', { fields }) }
  const { sold_ends_at: latest } = before
  return { columns: { sold_ends_at: latest && latest > was.endsAt ? latest : was.endsAt } }
}

/**
 * Changes an event and, with `tell_buyers`, runs the extensions' `onMoved` when time or place changed. Returns its id.
 * Refusals: `not_found`, `conflict` for an archived event, `validation`.
 */
export const changeEvent = async (
  platform: EventsPlatform,
  accountId: string,
  eventId: string,
  change: Change,
  by: Changer & { readonly now: Date },
): Promise<string | Refusal> => {
  const { now } = by
  const columns = await columnsOf(change, accountId, platform.cleanDescription)
  return inTransaction(platform.db, async (tx) => {
    const before = await lockEvent(tx, accountId, eventId)
    if (!before) return refuse('not_found')
    if (before.status === 'archived') return refuse('conflict', { detail: { status: before.status } })
    const fields = { ...validateDraft(change, now, before), ...settingReasons(before.settings, change.settings) }
    if (hasReasons(fields)) return refuse('validation', { fields })
    const wrong = await validateLinks(tx, accountId, change)
    if (isRefusal(wrong)) return wrong
    const move = await moveOf(tx, before, change, now)
    if (move.refusal) return move.refusal
    const gates = await gateReasons(tx, before, change.settings)
    if (hasReasons(gates)) return refuse('validation', { fields: gates })
    const settings = columns.settings ? { ...before.settings, ...columns.settings } : undefined
    if (settings && payerOf(settings) !== payerOf(before.settings)) {
      const refused = await platform.extensions.onFeePayer(tx, { ...before, settings }, now)
      if (refused) return refused
    }
    const startsAt = new Date(columns.starts_at ?? before.starts_at)
    const isAnnounced = change.tell_buyers === true && startsAt.getTime() !== before.starts_at.getTime()
    const postponed = before.status === 'published' && isPostponement(before.starts_at, startsAt, before.timezone)
    await updateEventRow(
      tx,
      eventId,
      {
        ...columns,
        ...move.columns,
        ...(settings && { settings }),
        ...(postponed && {
          postponed_at: now,
          moves: [...before.moves, { at: now.toISOString(), from: before.starts_at.toISOString() }],
        }),
        ...(isAnnounced && { announced_starts_at: startsAt }),
      },
      now,
    )
    await logPeopleSwitch(platform, tx, before, settings, by)
    await saveLinks(tx, eventId, change)
    const after = await lockEvent(tx, accountId, eventId)
    if (change.tell_buyers === true && after && hasMoved(before, after)) {
      for (const onMoved of platform.extensions.onMoved) await onMoved(platform, tx, before, after)
    }
    return eventId
  })
}
