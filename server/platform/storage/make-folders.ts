import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { SettingsError } from '../config/settings-error.ts'
import { codeOf } from '../database/error-code.ts'

interface Mode {
  /** Of the folders that are made. */
  readonly mode?: number
}

/**
 * Makes a folder and those above it. Node's own recursive `mkdir` never ends below a folder that takes none (`/proc`): it
 * goes back and forth between the two.
 */
export const makeFolders = (path: string, options: Mode = {}): void => {
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolders(parent, options)
  try {
    mkdirSync(path, options)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** Makes a folder of `DATA_DIR`. Throws a `SettingsError` where that is no place for one. */
export const makeDataFolder = (path: string, options: Mode = {}): void => {
  try {
    makeFolders(path, options)
  } catch (error) {
    throw new SettingsError(
      `DATA_DIR is wrong: ${path} cannot be made (${codeOf(error) || String(error)}), it must be a folder that this user may write to.`,
    )
  }
}
