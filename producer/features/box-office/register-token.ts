import { readStored, workspace, writeStored } from '../../shared/storage.ts'

/**
 * The device token of this browser's register in an account. It outlives a sign-out, because sellers change during a
 * day.
 */
export const registerToken = (account = workspace()): string | undefined =>
  account === undefined ? undefined : readStored(`device:till-${account}`)

export const storeRegisterToken = (token: string | undefined, account = workspace()): void => {
  if (account !== undefined) writeStored(`device:till-${account}`, token)
}
