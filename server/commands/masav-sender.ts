import { BankFileError, masavSender } from '../modules/settling/payouts/index.ts'
import type { Platform } from '../platform/platform.ts'
import { CommandError } from './command.ts'

/** Who sends a file to Masav; what it needs is checked before anything is marked as exported. */
export const requireMasavSender = (platform: Platform): ReturnType<typeof masavSender> => {
  try {
    return masavSender(platform)
  } catch (error) {
    if (error instanceof BankFileError) throw new CommandError(error.message)
    throw error
  }
}
