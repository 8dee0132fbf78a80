import { MAX_EMERGENCY_NUMBERS } from '@kartis/domain/allocation.ts'
import type { DocumentType } from '@kartis/domain/tax-document.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  findDocument,
  insertEmergencyNumbers,
  lockAllocation,
  markReported,
  moveAllocation,
} from './allocation-queries.ts'

/** What a person notes of an allocation: a number that the Tax Authority gave, that the invoice stands without one, or that the emergency number was reported. */
export type AllocationNote =
  | { readonly act: 'number'; readonly number: string }
  | { readonly act: 'waive' }
  | { readonly act: 'reported' }

/** - `not_found`: no such document, or it needs no number - `wrong_state`: it has one, or none to report */
export type AllocationProblem = 'not_found' | 'wrong_state'

/** Notes what a person says; undefined when it was noted. */
export const noteAllocation = async (
  platform: Platform,
  document: { readonly issuer: string; readonly type: DocumentType; readonly number: number },
  note: AllocationNote,
  by: string,
): Promise<AllocationProblem | undefined> => {
  const id = await findDocument(platform.db, document.issuer, document)
  if (id === undefined) return 'not_found'
  return inTransaction(platform.db, async (tx) => {
    if (!(await lockAllocation(tx, id))) return 'not_found'
    const at = platform.clock()
    const isNoted =
      note.act === 'reported'
        ? await markReported(tx, id, at, by)
        : await moveAllocation(
            tx,
            id,
            note.act === 'number' ? { to: 'allocated', number: note.number, at, by } : { to: 'waived', at, by },
          )
    return isNoted ? undefined : 'wrong_state'
  })
}

/** More numbers than an issuer may keep. */
class TooManyNumbers extends Error {
  override name = 'TooManyNumbers'
}

/** Keeps numbers for failures of the Tax Authority; how many are unused now, undefined when that would be too many. */
export const keepEmergencyNumbers = async (
  platform: Platform,
  issuer: string,
  numbers: readonly string[],
  by: string,
): Promise<number | undefined> => {
  try {
    return await inTransaction(platform.db, async (tx) => {
      const unused = await insertEmergencyNumbers(tx, issuer, { numbers, by, at: platform.clock() })
      if (unused > MAX_EMERGENCY_NUMBERS) throw new TooManyNumbers('too many emergency numbers')
      return unused
    })
  } catch (error) {
    if (error instanceof TooManyNumbers) return undefined
    throw error
  }
}
