import { closeSync, existsSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { codeOf } from '../platform/database/error-code.ts'
import { makeFolders } from '../platform/storage/make-folders.ts'
import { CommandError } from './command.ts'

const refuse = (path: string, error: unknown): never => {
  throw new CommandError(`${path} cannot be written (${codeOf(error) || 'unknown error'}).`)
}

/** A file is written beside its place and moved there, so that a crash leaves none or all of it; anything else as it is. */
const placeOf = (path: string): { readonly target: string; readonly part: string | undefined } => {
  if (!existsSync(path)) return { target: path, part: `${path}.part-${process.pid}` }
  const target = realpathSync(path)
  return { target, part: statSync(target).isFile() ? `${target}.part-${process.pid}` : undefined }
}

/** Opens a new file that nobody else on the machine may read. Throws a CommandError, also when it exists. */
export const openNewFile = (path: string): number => {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    return refuse(path, error)
  }
}

/** Makes a folder and those above it. Throws a CommandError. */
export const makeFolder = (path: string): void => {
  try {
    makeFolders(path)
  } catch (error) {
    refuse(path, error)
  }
}

/**
 * Opens the file of a command before `act` changes anything, so that a path that cannot be written stops the command in
 * time. It appears under its name once `act` has written it; nobody else on the machine may read it. Throws a CommandError.
 */
export const withOutputFile = async <T>(
  path: string,
  act: (write: (bytes: string | Uint8Array) => void) => Promise<T>,
): Promise<T> => {
  const { target, part } = placeOf(path)
  let file: number
  try {
    file = part === undefined ? openSync(target, 'w', 0o600) : openSync(part, 'wx', 0o600)
  } catch (error) {
    return refuse(path, error)
  }
  let written = false
  try {
    return await act((bytes) => {
      try {
        const all = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
        for (let done = 0; done < all.byteLength;) done += writeSync(file, all, done)
        if (part !== undefined) renameSync(part, target)
        written = true
      } catch (error) {
        refuse(path, error)
      }
    })
  } finally {
    closeSync(file)
    if (part !== undefined && !written) rmSync(part, { force: true })
  }
}
