import type { CheckCode } from '@kartis/seat-map/model/checks.ts'
import { z } from 'zod'

/** What keeps a map from being published (`block`), or should be looked at (`warn`). */
export const mapProblem = z
  .object({
    code: z.custom<CheckCode>((value) => typeof value === 'string').meta({ type: 'string' }),
    level: z.enum(['block', 'warn']),
    /** How many places or parts it concerns. */
    count: z.int(),
    /** Keys of places (`row.key`), or ids of parts of the document: the first of them. */
    places: z.array(z.string()),
    /** Numbers that the text names. */
    params: z.record(z.string(), z.number()).optional(),
  })
  .meta({ id: 'MapProblem' })
export type MapProblem = z.infer<typeof mapProblem>

/** `detail` of `version_conflict`: who saved the draft in between, and when. */
export const versionConflict = z.strictObject({
  version: z.int(),
  /** `name`: the masked phone of who has not said a name; null where the user is gone. */
  by: z.strictObject({ uuid: z.uuid(), name: z.string().min(1).nullable() }).nullable(),
  at: z.iso.datetime(),
})
/** @public For the screens that show a conflict. */
export type VersionConflict = z.infer<typeof versionConflict>

/** `detail` of `seat_map_not_ready`. */
export const mapNotReady = z.strictObject({ problems: z.array(mapProblem) })

/** `detail` of `section_not_empty`: how many places would go with the section. */
export const sectionNotEmpty = z.strictObject({ places: z.int() })
